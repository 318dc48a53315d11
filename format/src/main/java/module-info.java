/** Kafka's on-disk formats: bytes to immutable models. Knows the formats, judges nothing. */
module org.logdiff.format {
  requires com.github.luben.zstd_jni;
  requires org.lz4.java;
  requires org.xerial.snappy;

  exports org.logdiff.format;
  exports org.logdiff.format.batch;
  exports org.logdiff.format.checkpoint;
  exports org.logdiff.format.disk;
  exports org.logdiff.format.index;
  exports org.logdiff.format.internal;
  exports org.logdiff.format.layout;
  exports org.logdiff.format.message;
  exports org.logdiff.format.snapshot;
}

/** Judgement: transactions, alignment and comparison of replicas, findings. */
module org.logdiff.analysis {
  requires transitive org.logdiff.format;
  requires com.dynatrace.hash4j;

  exports org.logdiff.analysis;
  exports org.logdiff.analysis.check;
  exports org.logdiff.analysis.cleaner;
  exports org.logdiff.analysis.config;
  exports org.logdiff.analysis.inspect;
  exports org.logdiff.analysis.report;
  exports org.logdiff.analysis.transaction.listing;
  exports org.logdiff.analysis.witness;
}

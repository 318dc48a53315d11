package org.logdiff.analysis.model;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.MutableRecordBatch;
import org.apache.kafka.common.record.internal.Record;

/** Shows the batches of a log file, by Kafka's own classes, for the message of a failed test. */
final class LogDump {

  private LogDump() {}

  static List<String> of(byte[] logFile) {
    List<String> lines = new ArrayList<>();
    for (MutableRecordBatch batch :
        MemoryRecords.readableRecords(ByteBuffer.wrap(logFile)).batches()) {
      StringBuilder line = new StringBuilder(batch.toString());
      line.append(" deleteHorizonMs=").append(batch.deleteHorizonMs());
      for (Record record : batch) {
        line.append(' ').append(record.offset()).append(record.hasValue() ? "" : "=-");
      }
      lines.add(line.toString());
    }
    return lines;
  }
}

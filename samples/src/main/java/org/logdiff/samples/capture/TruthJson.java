package org.logdiff.samples.capture;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** {@code truth.json}: the truth for programs. */
final class TruthJson {
  private TruthJson() {}

  static void write(Path file, Scenario scenario, Cluster cluster, Truth truth) throws IOException {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("scenario", scenario.name());
    json.put("title", scenario.title());
    json.put("kafkaVersion", cluster.release().version());
    json.put("transactionVersion", scenario.settings().transactionVersion());
    json.put("clusterId", cluster.clusterId());
    json.put("verdict", truth.verdict());
    json.put("findings", truth.findings());
    json.put("facts", truth.facts());
    json.put("topics", truth.topics());
    json.put("lastStop", truth.lastStop());
    json.put("produced", truth.produced());
    json.put("transactions", truth.transactions());
    json.put("views", views(truth));
    String text =
        new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT).writeValueAsString(json);
    Files.writeString(file, text + "\n");
  }

  private static Map<String, Object> views(Truth truth) {
    Map<String, Object> views = new LinkedHashMap<>();
    for (ReplicaView view : truth.views()) {
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("highWatermark", view.highWatermark());
      one.put("lastStableOffset", view.lastStableOffset());
      one.put("position", view.position());
      one.put("records", view.records().size());
      one.put(
          "nonFillerOffsets", view.withoutFiller().stream().map(ReplicaView.Seen::offset).toList());
      one.put("finalState", view.finalState());
      views.put(view.partition() + "/kafka" + view.leader() + "/" + view.isolation(), one);
    }
    return views;
  }
}

package org.logdiff.analysis.model;

import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/** Does to real logs what a history does to the model's replicas. */
final class RealCluster implements AutoCloseable {

  private final Path dir;
  private final TopicConfig config;
  private final Cluster cluster;
  private final Map<Integer, RealLog> logs = new TreeMap<>();
  private final Map<Integer, Event.Absence> absences = new TreeMap<>();
  private int opened;

  RealCluster(Path dir, TopicConfig config, Cluster cluster) {
    this.dir = dir;
    this.config = config;
    this.cluster = cluster;
    cluster.replicas().forEach(replica -> open(replica.nodeId(), 0));
  }

  RealLog log(int nodeId) {
    return logs.get(nodeId);
  }

  /** To be told of each event after the model has gone through it. */
  void follow(Event event) {
    if (event instanceof Event.Leave leave) {
      absences.put(leave.replica(), leave.absence());
    } else if (event instanceof Event.Return comeBack) {
      restart(comeBack.replica());
    } else if (event instanceof Event.Rebuild rebuild) {
      startOver(rebuild.replica());
    } else if (event instanceof Event.RollWithNextAppend roll) {
      targets(roll.replica()).forEach(RealLog::rollWithNextAppend);
    } else if (event instanceof Event.Roll roll) {
      targets(roll.replica()).forEach(RealLog::roll);
    } else if (event instanceof Event.ExpireProducers expire) {
      targets(expire.replica()).forEach(RealLog::expireProducers);
    } else if (event instanceof Event.FullPass pass) {
      targets(pass.replica()).forEach(RealLog::forgetCheckpoint);
      targets(pass.replica()).forEach(RealLog::pass);
    } else if (event instanceof Event.Pass pass) {
      targets(pass.replica()).forEach(RealLog::pass);
    }
    cluster.replicas().forEach(this::catchUp);
    logs.values().forEach(log -> log.setTime(cluster.nowMs()));
  }

  private void catchUp(ModelReplica replica) {
    RealLog log = logs.get(replica.nodeId());
    if (log.logEndOffset() < replica.segments().get(0).baseOffset) {
      log = startOver(replica.nodeId());
    }
    for (ModelBatch batch : replica.batches()) {
      if (batch.lastOffset() >= log.logEndOffset()) {
        log.append(batch);
      }
    }
    if (replica.logStartOffset() > log.logStartOffset()) {
      log.advanceLogStart(replica.logStartOffset());
    }
  }

  private void restart(int nodeId) {
    Event.Absence absence = absences.get(nodeId);
    if (absence != Event.Absence.CUT) {
      boolean stopsCleanly = absence == Event.Absence.AWAY;
      logs.put(nodeId, logs.get(nodeId).restarted(stopsCleanly, cluster.nowMs()));
    }
  }

  private RealLog startOver(int nodeId) {
    logs.remove(nodeId).close();
    return open(nodeId, cluster.replica(nodeId).segments().get(0).baseOffset);
  }

  private RealLog open(int nodeId, long logStartOffset) {
    opened++;
    RealLog log =
        new RealLog(
            dir.resolve("kafka" + nodeId + "-" + opened), config, logStartOffset, cluster.nowMs());
    logs.put(nodeId, log);
    return log;
  }

  private Iterable<RealLog> targets(int nodeId) {
    return nodeId == Event.ALL
        ? cluster.inSync().stream().map(replica -> logs.get(replica.nodeId())).toList()
        : java.util.List.of(logs.get(nodeId));
  }

  @Override
  public void close() {
    logs.values().forEach(RealLog::close);
  }
}

package org.logdiff.analysis.model;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/** The brokers that hold the partition, while a history happens to them. */
final class Cluster {

  /** When histories begin, in milliseconds since 1970. */
  static final long START_MS = 1_796_000_000_000L;

  private static final long FIRST_PRODUCER_ID = 1000;
  private static final long MS_BETWEEN_APPENDS = 1;

  private final TopicConfig config;
  private final ModelCleaner cleaner;
  private final Map<Integer, ModelReplica> replicas = new TreeMap<>();
  private final Map<String, ModelProducer> producers = new LinkedHashMap<>();
  private final Map<Integer, Event.Absence> absences = new TreeMap<>();
  private final List<ModelBatch> written = new ArrayList<>();
  private final List<ModelTransaction> transactions = new ArrayList<>();
  private ModelReplica leader;
  private int leaderEpoch;
  private int coordinatorEpoch;
  private long nowMs = START_MS;

  /** Nodes are numbered from 1; node 1 leads. */
  Cluster(TopicConfig config, int replicaCount) {
    this.config = config;
    this.cleaner = new ModelCleaner(config);
    for (int nodeId = 1; nodeId <= replicaCount; nodeId++) {
      replicas.put(nodeId, new ModelReplica(nodeId, config.segmentBytes()));
    }
    leader = replicas.get(1);
    leader.becomeLeader(leaderEpoch);
  }

  long nowMs() {
    return nowMs;
  }

  ModelReplica leader() {
    return leader;
  }

  List<ModelReplica> replicas() {
    return List.copyOf(replicas.values());
  }

  List<ModelReplica> inSync() {
    return replicas.values().stream().filter(ModelReplica::isOnline).toList();
  }

  ModelReplica replica(int nodeId) {
    ModelReplica replica = replicas.get(nodeId);
    require(replica != null, "there is no replica " + nodeId);
    return replica;
  }

  boolean inTransaction(String producer) {
    return producers.containsKey(producer) && producers.get(producer).inTransaction();
  }

  /** What a pass over this replica would leave now. */
  Optional<CleaningResult> dryRun(int nodeId, boolean withoutCheckpoint) {
    ModelReplica replica = replica(nodeId).copy();
    if (withoutCheckpoint) {
      replica.forgetCleanerCheckpoint();
    }
    return cleaner.pass(replica, nowMs);
  }

  void apply(Event event) {
    if (event instanceof Event.Append append) {
      append(append);
    } else if (event instanceof Event.Begin begin) {
      begin(begin.producer());
    } else if (event instanceof Event.End end) {
      end(end.producer(), end.outcome());
    } else if (event instanceof Event.Fence fence) {
      fence(fence.producer());
    } else if (event instanceof Event.Speak speak) {
      ModelProducer producer = producer(speak.producer());
      require(!producer.hasWritten(), speak.producer() + " has written already");
      producer.kind = speak.kind();
    } else if (event instanceof Event.MoveCoordinator) {
      coordinatorEpoch++;
    } else if (event instanceof Event.Wait wait) {
      nowMs += wait.ms();
    } else if (event instanceof Event.DeleteRecords delete) {
      deleteRecords(delete.beforeOffset());
    } else {
      applyToReplica(event);
    }
  }

  private void applyToReplica(Event event) {
    if (event instanceof Event.Elect elect) {
      elect(online(elect.replica()));
    } else if (event instanceof Event.Leave leave) {
      leave(online(leave.replica()), leave.absence());
    } else if (event instanceof Event.Return comeBack) {
      comeBack(replica(comeBack.replica()), source(comeBack.source()));
    } else if (event instanceof Event.Rebuild rebuild) {
      rebuild(replica(rebuild.replica()), source(rebuild.source()));
    } else if (event instanceof Event.Pass pass) {
      targets(pass.replica()).forEach(this::clean);
    } else if (event instanceof Event.FullPass pass) {
      targets(pass.replica()).forEach(ModelReplica::forgetCleanerCheckpoint);
      targets(pass.replica()).forEach(this::clean);
    } else if (event instanceof Event.Roll roll) {
      targets(roll.replica()).forEach(ModelReplica::roll);
    } else if (event instanceof Event.RollWithNextAppend roll) {
      (roll.replica() == Event.ALL ? inSync() : List.of(replica(roll.replica())))
          .forEach(ModelReplica::rollWithNextAppend);
    } else if (event instanceof Event.ExpireProducers expire) {
      targets(expire.replica())
          .forEach(replica -> replica.expireProducers(nowMs, config.producerIdExpirationMs()));
    } else {
      throw new IllegalArgumentException("unknown event " + event);
    }
  }

  private List<ModelReplica> targets(int nodeId) {
    return nodeId == Event.ALL ? inSync() : List.of(online(nodeId));
  }

  private ModelReplica source(int nodeId) {
    return nodeId == Event.ALL ? leader : online(nodeId);
  }

  private void begin(String name) {
    ModelProducer producer = producer(name);
    require(!producer.inTransaction(), name + " is in a transaction");
    require(
        producer.isTransactional() || !producer.hasWritten(),
        name + " has written outside a transaction");
    producer.begin();
  }

  private void append(Event.Append append) {
    ModelProducer producer = producer(append.producer());
    require(
        producer.inTransaction() || !producer.isTransactional(),
        append.producer() + " writes in transactions only");
    long baseOffset = leader.logEndOffset();
    List<ModelRecord> records = new ArrayList<>();
    for (Write write : append.writes()) {
      long offset = baseOffset + records.size();
      records.add(new ModelRecord(offset, nowMs, write.key(), write.value()));
    }
    ModelBatch batch =
        ModelBatch.data(
            new BatchHeader(
                baseOffset,
                baseOffset + records.size() - 1,
                leaderEpoch,
                producer.producerId,
                producer.epoch(),
                producer.takeSequences(records.size()),
                producer.inTransaction(),
                false,
                append.codec(),
                nowMs,
                OptionalLong.empty()),
            records);
    producer.wrote(batch);
    replicate(batch);
  }

  private void end(String name, Outcome outcome) {
    ModelProducer producer = producer(name);
    require(producer.kind != ProducerKind.PLAIN, "a plain producer has no transactions");
    short dataEpoch = producer.epoch();
    finish(name, producer, dataEpoch, producer.end(), outcome);
  }

  private void fence(String name) {
    ModelProducer producer = producer(name);
    require(producer.kind != ProducerKind.PLAIN, "a plain producer has no transactions");
    short dataEpoch = producer.epoch();
    List<ModelBatch> data = producer.end();
    if (producer.kind == ProducerKind.PROTOCOL_1) {
      producer.bumpEpoch();
    }
    finish(name, producer, dataEpoch, data, Outcome.ABORT);
    producer.bumpEpoch();
  }

  private void finish(
      String name,
      ModelProducer producer,
      short dataEpoch,
      List<ModelBatch> data,
      Outcome outcome) {
    long offset = leader.logEndOffset();
    replicate(
        ModelBatch.marker(
            new BatchHeader(
                offset,
                offset,
                leaderEpoch,
                producer.producerId,
                producer.epoch(),
                BatchHeader.NO_SEQUENCE,
                true,
                true,
                Codec.NONE,
                nowMs,
                OptionalLong.empty()),
            new EndMarker(outcome, coordinatorEpoch)));
    if (!data.isEmpty()) {
      transactions.add(
          new ModelTransaction(
              name,
              producer.producerId,
              dataEpoch,
              data,
              OptionalLong.of(offset),
              Optional.of(outcome)));
    }
  }

  private void replicate(ModelBatch batch) {
    written.add(batch);
    inSync().forEach(replica -> replica.append(batch));
    nowMs += MS_BETWEEN_APPENDS;
  }

  private void elect(ModelReplica newLeader) {
    if (newLeader != leader) {
      leader = newLeader;
      leaderEpoch++;
      leader.becomeLeader(leaderEpoch);
    }
  }

  private void leave(ModelReplica replica, Event.Absence absence) {
    if (replica == leader) {
      elect(
          inSync().stream()
              .filter(other -> other != replica)
              .findFirst()
              .orElseThrow(() -> new IllegalArgumentException("no other replica could lead")));
    }
    replica.leave(absence);
    absences.put(replica.nodeId(), absence);
  }

  private void comeBack(ModelReplica replica, ModelReplica source) {
    require(!replica.isOnline(), "replica " + replica.nodeId() + " is not away");
    elect(source);
    if (absences.get(replica.nodeId()) == Event.Absence.CUT) {
      replica.reappear();
    } else {
      replica.start(nowMs, config.producerIdExpirationMs());
    }
    replica.catchUp(source);
  }

  private void rebuild(ModelReplica replica, ModelReplica source) {
    require(replica != source, "a replica cannot be rebuilt from itself");
    if (replica.isOnline()) {
      leave(replica, Event.Absence.KILL);
    }
    elect(source);
    replica.startOver(source.logStartOffset());
    replica.reappear();
    replica.catchUp(source);
  }

  private void clean(ModelReplica replica) {
    replica.correctCleanerCheckpoint();
    cleaner.pass(replica, nowMs).ifPresent(replica::replaceCleaned);
  }

  private void deleteRecords(long beforeOffset) {
    require(beforeOffset <= leader.logEndOffset(), "the log ends before " + beforeOffset);
    inSync().forEach(replica -> replica.advanceLogStart(beforeOffset));
  }

  private ModelReplica online(int nodeId) {
    ModelReplica replica = replica(nodeId);
    require(replica.isOnline(), "replica " + nodeId + " is away");
    return replica;
  }

  private ModelProducer producer(String name) {
    return producers.computeIfAbsent(
        name,
        n ->
            n.isEmpty()
                ? new ModelProducer(BatchHeader.NO_PRODUCER_ID, ProducerKind.PLAIN)
                : new ModelProducer(FIRST_PRODUCER_ID + producers.size(), ProducerKind.PROTOCOL_2));
  }

  /** What lies on the disks now, and what is true of it. */
  Aftermath aftermath() {
    List<ModelTransaction> all = new ArrayList<>(transactions);
    producers.forEach(
        (name, producer) -> {
          if (!producer.openBatches().isEmpty()) {
            all.add(
                new ModelTransaction(
                    name,
                    producer.producerId,
                    producer.openBatches().get(0).header().producerEpoch(),
                    producer.openBatches(),
                    OptionalLong.empty(),
                    Optional.empty()));
          }
        });
    TruthFinder truth = new TruthFinder(written, all, replicas());
    List<ReplicaState> states = replicas.values().stream().map(ModelReplica::state).toList();
    return new Aftermath(states, truth.find(), all, nowMs);
  }

  private static void require(boolean condition, String complaint) {
    if (!condition) {
      throw new IllegalArgumentException(complaint);
    }
  }
}

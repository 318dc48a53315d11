/**
 * What happens to the replicas of one partition, told as a history: appends, outages, cleaning. The
 * model is written from Kafka's rules, apart from the code that it tests, and its cleaner is itself
 * checked against Kafka's own.
 *
 * <p>A test writes a {@link org.logdiff.analysis.model.History} down, or lets {@link
 * org.logdiff.analysis.model.Histories} make many. Replaying one gives an {@link
 * org.logdiff.analysis.model.Aftermath}: the replicas as they lie on the disks, in memory or
 * written by {@link org.logdiff.analysis.model.ReplicaWriter}, and the {@link
 * org.logdiff.analysis.model.Truth} about them. {@link org.logdiff.analysis.model.Planting} gives
 * histories in which exactly one thing is lost, {@link org.logdiff.analysis.model.LogStatement}
 * states what is to be read from one log.
 *
 * <pre>
 * Histories.forEach(HistoryOptions.small().withTransactions(), 0, 1000, history -&gt; {
 *   Aftermath aftermath = history.replay();
 *   try (RamDirectory dir = new RamDirectory()) {
 *     List&lt;Path&gt; logDirs = ReplicaWriter.write(aftermath, dir.path());
 *     ... compare what the code under test finds with aftermath.truth()
 *   }
 * });
 * </pre>
 */
package org.logdiff.analysis.model;

package org.logdiff.analysis.inspect;

import java.util.List;
import java.util.Optional;
import org.logdiff.format.message.InternalTopic;

/**
 * What is to be shown.
 *
 * @param paths files and directories, or patterns of them
 * @param decoder makes text of values; empty if nobody wants it
 * @param readsPayloads whether records of internal topics are read as such
 * @param showsAllFiles whether of a directory all files are shown, and of a log dir all partitions
 * @param showsBytes whether the fields' own bytes are wanted
 * @param explains whether transactions and later records of the same key are looked for
 * @param payload as what records are read if their directory's name does not tell
 */
public record InspectionRequest(
    List<String> paths,
    Selection selection,
    Detail detail,
    Optional<ValueDecoder> decoder,
    boolean readsPayloads,
    boolean showsAllFiles,
    boolean showsBytes,
    boolean explains,
    Optional<InternalTopic> payload) {
  public InspectionRequest {
    paths = List.copyOf(paths);
  }
}

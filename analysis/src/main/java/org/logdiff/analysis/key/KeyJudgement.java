package org.logdiff.analysis.key;

/**
 * What a row of the table says of one replica.
 *
 * @param replica number of the replica at fault
 * @param witness number of the replica that shows it
 * @param offset of the value that is wrongly there; in row G of the value that is wrongly gone
 * @param tombstoneOffset where the tombstone was seen; -1 if nobody has it
 */
public record KeyJudgement(
    KeyCase row, int replica, int witness, long offset, long tombstoneOffset) {}

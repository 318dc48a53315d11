package org.logdiff.analysis.report;

/**
 * Something that was not examined, or a question that stayed open.
 *
 * @param replica null if it concerns none or all
 * @param what in words, with the file or the offsets
 * @param why in words
 * @param leavesVerdictOpen whether a fault could hide behind it
 */
public record NotExamined(String replica, String what, String why, boolean leavesVerdictOpen) {}

package org.logdiff.cli.text;

/**
 * What of a log is shown, and when.
 *
 * @param decodesPlainText whether a decoded text is no more than the value's own
 * @param cut bytes of a key or value that are shown, 0 for all
 * @param atMs when delete horizons are looked at
 */
public record InspectionStyle(
    boolean showsKeys, boolean showsValues, boolean decodesPlainText, int cut, long atMs) {}

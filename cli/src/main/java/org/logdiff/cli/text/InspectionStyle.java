package org.logdiff.cli.text;

/**
 * What of a log is shown, and when.
 *
 * @param cut bytes of a key or value that are shown, 0 for all
 * @param atMs when delete horizons are looked at
 */
public record InspectionStyle(boolean showsKeys, boolean showsValues, int cut, long atMs) {}

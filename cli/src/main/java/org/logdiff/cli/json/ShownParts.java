package org.logdiff.cli.json;

/** What of the users' own data is shown. */
public record ShownParts(boolean keys, boolean values) {}

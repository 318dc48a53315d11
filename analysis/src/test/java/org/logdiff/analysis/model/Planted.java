package org.logdiff.analysis.model;

/** A history in which exactly one thing is lost. */
public record Planted(History history, Aftermath aftermath, Loss loss) {}

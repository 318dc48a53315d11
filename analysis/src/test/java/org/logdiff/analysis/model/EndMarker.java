package org.logdiff.analysis.model;

/** The record of a control batch that ends a transaction. */
public record EndMarker(Outcome outcome, int coordinatorEpoch) {}

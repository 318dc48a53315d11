package org.logdiff.cli.verify;

/**
 * Something in a document that does not hold.
 *
 * @param where in the document, as a JSON pointer
 * @param what is wrong, in one clause
 */
public record Problem(String where, String what) {}

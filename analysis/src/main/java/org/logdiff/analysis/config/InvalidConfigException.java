package org.logdiff.analysis.config;

/** A configuration that there is not, or a value that it cannot have; the message says what is. */
public final class InvalidConfigException extends Exception {
  private static final long serialVersionUID = 1L;

  InvalidConfigException(String message) {
    super(message);
  }
}

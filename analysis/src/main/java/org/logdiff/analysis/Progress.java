package org.logdiff.analysis;

/** Told how far the work has come. Called from several threads. */
public interface Progress {
  /** Nobody wants to know. */
  Progress NONE = (step, bytesDone, bytesTotal) -> {};

  /**
   * @param step what is being done, as in {@code foo-0: comparing}
   * @param bytesTotal of this step
   */
  void advanced(String step, long bytesDone, long bytesTotal);
}

package org.logdiff.samples.capture;

/** A history that a cluster is led through, and the verdict that it must end in. */
interface Scenario {

  /** The sample's directory name. */
  String name();

  /** One line for people. */
  String title();

  /** How the cluster is set up. */
  default ClusterSettings settings() {
    return ClusterSettings.standard();
  }

  /** True if the preallocated indexes of {@code __cluster_metadata-0} of broker 1 stay whole. */
  default boolean keepsMetadataIndexes() {
    return false;
  }

  /** Plays the history and tells the truth about it. */
  void play(Stage stage) throws Exception;

  /** Called after the consumers have looked at every live replica; throws if they saw otherwise. */
  default void confirm(Truth truth) {}
}

/**
 * Checks of one replica by itself: what contradicts itself in the files that one broker has of a
 * partition. One check, one class; all of them listen to one walk over the log ({@link
 * org.logdiff.analysis.check.ReplicaWalk}), and none of them prints or stops the run.
 */
package org.logdiff.analysis.check;

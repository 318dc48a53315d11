/**
 * What is about to be lost: tombstones and end markers that some replica still needs and that a
 * cleaner may remove (docs/semantics.md, 8).
 */
package org.logdiff.analysis.risk;

/**
 * Captured cases, by their truth: what really happened to the brokers, written down while it
 * happened, is what a comparison of their log dirs must find, and nothing else.
 */
package org.logdiff.analysis.truth;

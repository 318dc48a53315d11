/**
 * The transactions of one replica as a list: each with its data, its end, and what consumers get of
 * it from this replica; and why the last stable offset stands still, if it does.
 */
package org.logdiff.analysis.transaction.listing;

package org.logdiff.analysis.request;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/** Offers what somebody may have meant. */
public final class NearestNames {
  private static final int OFFERED = 3;

  private NearestNames() {}

  /** The names nearest to a mistyped one, nearest first. */
  public static List<String> to(String wanted, Collection<String> names) {
    return names.stream()
        .sorted(
            Comparator.<String>comparingInt(name -> distance(wanted, name))
                .thenComparing(Comparator.naturalOrder()))
        .limit(OFFERED)
        .toList();
  }

  /** Levenshtein's distance: single edits from one name to the other. */
  private static int distance(String a, String b) {
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int substituted = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(substituted, Math.min(row[j], row[j - 1]) + 1);
      }
    }
    return row[b.length()];
  }
}

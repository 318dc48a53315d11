package org.logdiff.analysis.compare;

import java.util.ArrayList;
import java.util.List;
import org.logdiff.format.Damage;

/** Joins damage of one kind that goes on from batch to batch: one cause, one finding. */
final class DamagedStretches {
  private DamagedStretches() {}

  /**
   * A stretch of a file.
   *
   * @param first its first span, as long as all of them together
   * @param spans how many there are
   * @param source the first span as it was found
   */
  record Stretch(DifferenceScan.DamagedSpan first, int spans, DifferenceScan.DamagedSpan source) {}

  static List<Stretch> of(List<DifferenceScan.DamagedSpan> spans) {
    List<Stretch> stretches = new ArrayList<>();
    for (DifferenceScan.DamagedSpan span : spans) {
      int last = lastOf(stretches, span.replica());
      if (last >= 0 && goesOn(stretches.get(last).first(), span)) {
        stretches.set(last, joined(stretches.get(last), span));
      } else {
        stretches.add(new Stretch(span, 1, span));
      }
    }
    return stretches;
  }

  private static int lastOf(List<Stretch> stretches, int replica) {
    int i = stretches.size() - 1;
    while (i >= 0 && stretches.get(i).first().replica() != replica) {
      i--;
    }
    return i;
  }

  private static boolean goesOn(DifferenceScan.DamagedSpan a, DifferenceScan.DamagedSpan b) {
    return a.file().equals(b.file())
        && a.damage().position() + a.damage().length() == b.damage().position()
        && a.damage().kind() == b.damage().kind()
        && a.damage().field().equals(b.damage().field());
  }

  private static Stretch joined(Stretch stretch, DifferenceScan.DamagedSpan next) {
    DifferenceScan.DamagedSpan first = stretch.first();
    Damage damage = first.damage();
    return new Stretch(
        new DifferenceScan.DamagedSpan(
            first.replica(),
            first.file(),
            new Damage(
                damage.kind(),
                damage.field(),
                damage.position(),
                damage.length() + next.damage().length(),
                damage.stored(),
                damage.expected()),
            next.reachesEnd(),
            first.expectedOffset()),
        stretch.spans() + 1,
        stretch.source());
  }
}

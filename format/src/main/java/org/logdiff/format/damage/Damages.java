package org.logdiff.format.damage;

import java.util.ArrayList;
import java.util.List;
import org.logdiff.format.Damage;
import org.logdiff.format.DamageKind;

/**
 * Collects the damages of one file while it is decoded. Not for keeping: {@link #list()} is.
 *
 * <p>A file of a million broken entries must not become a million objects, so after {@link #LIMIT}
 * damages only their number is kept, and the list ends with one entry that tells it.
 */
public final class Damages {
  /** Damages kept of one file: far more than a person reads. */
  public static final int LIMIT = 1_000;

  private final List<Damage> kept = new ArrayList<>();
  private Damage lastDropped;
  private long dropped;

  public void add(
      DamageKind kind, String field, long position, long length, String stored, String expected) {
    add(new Damage(kind, field, position, length, stored, expected));
  }

  public void add(Damage damage) {
    if (kept.size() < LIMIT) {
      kept.add(damage);
    } else {
      dropped++;
      lastDropped = damage;
    }
  }

  /** What was collected, in the order of adding. */
  public List<Damage> list() {
    if (dropped == 0) {
      return List.copyOf(kept);
    }
    List<Damage> all = new ArrayList<>(kept);
    all.add(
        new Damage(
            lastDropped.kind(),
            "furtherDamages",
            lastDropped.position(),
            lastDropped.length(),
            dropped + " more, the last at this position",
            "none"));
    return List.copyOf(all);
  }
}

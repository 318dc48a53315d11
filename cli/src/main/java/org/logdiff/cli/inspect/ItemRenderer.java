package org.logdiff.cli.inspect;

import java.io.IOException;
import org.logdiff.analysis.inspect.Item;

/** Writes what an inspection finds in one form, as it comes. */
public interface ItemRenderer {
  void render(Item item) throws IOException;

  /** Something could not be done; complaints go elsewhere too. */
  void failed(String complaint) throws IOException;
}

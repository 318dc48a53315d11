package org.logdiff.analysis.check;

import java.nio.file.Path;
import java.util.List;
import org.logdiff.analysis.report.Finding;

/**
 * A log dir, as far as its own files and the names in it go.
 *
 * @param name to be shown
 * @param findings errors first
 */
public record CheckedLogDir(String name, Path path, List<Finding> findings) {
  public CheckedLogDir {
    findings = List.copyOf(findings);
  }
}

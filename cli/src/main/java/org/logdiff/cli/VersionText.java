package org.logdiff.cli;

import picocli.CommandLine.IVersionProvider;

/** What {@code --version} shows. */
final class VersionText implements IVersionProvider {
  @Override
  public String[] getVersion() {
    return new String[] {Build.current().toString()};
  }
}

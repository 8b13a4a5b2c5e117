package io.parallax.cli;

import io.parallax.study.Version;
import picocli.CommandLine;

/** The lines that {@code --version} prints. */
final class VersionLines implements CommandLine.IVersionProvider {
  @Override
  public String[] getVersion() {
    return new String[] {
      Version.program(),
      "Java "
          + Runtime.version()
          + " on "
          + System.getProperty("os.name")
          + " "
          + System.getProperty("os.arch")
    };
  }
}

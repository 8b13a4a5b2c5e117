package io.parallax.data.catalogue;

import java.util.regex.Pattern;

/**
 * A file of a public data set.
 *
 * @param bytes its exact size
 * @param sha256 its checksum, in lower-case hex digits
 * @param holds a description for people
 */
public record DataFile(String name, long bytes, String sha256, String holds) {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]*");
  private static final Pattern SHA256 = Pattern.compile("[0-9a-f]{64}");

  /** Rejects names with path separators, because names become paths and addresses. */
  public DataFile {
    if (!NAME.matcher(name).matches() || !SHA256.matcher(sha256).matches() || bytes < 1) {
      throw new IllegalArgumentException("not a file of a data set: " + name);
    }
  }
}

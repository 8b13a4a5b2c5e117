package io.parallax.data.catalogue;

import io.parallax.core.BadInput;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.LongConsumer;

/** A source of data set files; each file is at NAME/FILE there. */
public sealed interface DownloadSource permits FolderSource, Mirror {
  /** The rule for valid sources, for error messages. */
  String RULE =
      "give a folder that has a folder %s in it, or an address that begins with http:// or https://";

  /** Parses a folder, or the address of a mirror. */
  static DownloadSource of(String text, RetryPolicy policy, DownloadProgress progress) {
    String lower = text.toLowerCase(Locale.ROOT);
    if (lower.startsWith("http://") || lower.startsWith("https://")) {
      return new Mirror(address(text), policy, progress);
    }
    if (text.isBlank() || text.contains("://")) {
      throw new BadInput("'" + text + "' is not a source of data; " + RULE.formatted("NAME"));
    }
    return new FolderSource(new DataFolder(Path.of(text)));
  }

  private static URI address(String text) {
    try {
      URI uri = new URI(text.replaceAll("/+$", ""));
      if (uri.getHost() == null || uri.getRawQuery() != null || uri.getRawFragment() != null) {
        throw new BadInput(
            "'" + text + "' must have a host and no ? or #: files are at ADDRESS/NAME/FILE");
      }
      if (uri.getRawUserInfo() != null) { // not repeated in the message: it may hold a password
        throw new BadInput("an address with a user name in it is not supported; leave it out");
      }
      return uri;
    } catch (URISyntaxException e) {
      throw new BadInput(
          "'" + text + "' is not a valid address; give one such as https://host/data", e);
    }
  }

  /** Rejects a download that would certainly fail, before anything is written. */
  void check(DataSet set, List<DataFile> wanted);

  /**
   * Fills a part up to the file's size.
   *
   * @param moved receives the part's size
   * @return whether bytes of an earlier attempt were kept
   */
  boolean fill(PartFile part, DataSet set, DataFile file, LongConsumer moved);

  /** Returns the location of a file, for people. */
  String place(DataSet set, DataFile file);

  /** Returns the error about a file of another size. */
  default BadInput otherSize(DataSet set, DataFile file, String bytes) {
    return new BadInput(
        place(set, file)
            + " has "
            + bytes
            + " bytes and must have "
            + grouped(file.bytes())
            + "; it is not the catalogue's file, get "
            + set.name()
            + " from another source");
  }

  /** Formats a number with thousands separators, independent of the locale: 12,899. */
  static String grouped(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }
}

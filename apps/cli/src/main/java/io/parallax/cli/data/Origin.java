package io.parallax.cli.data;

import io.parallax.core.BadInput;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.LongConsumer;

/** Where the files of data sets come from; each is at NAME/FILE there. */
public sealed interface Origin permits FolderOrigin, Mirror {
  /** What it may be, for errors. */
  String RULE =
      "give a folder that has a folder %s in it, or an address that begins with http:// or https://";

  /** A folder, or the address of a mirror. */
  static Origin of(String text, Patience patience, Transfer progress) {
    String lower = text.toLowerCase(Locale.ROOT);
    if (lower.startsWith("http://") || lower.startsWith("https://")) {
      return new Mirror(address(text), patience, progress);
    }
    if (text.isBlank() || text.contains("://")) {
      throw new BadInput("'" + text + "' is no place to get data from; " + RULE.formatted("NAME"));
    }
    return new FolderOrigin(new DataFolder(Path.of(text)));
  }

  private static URI address(String text) {
    try {
      URI uri = new URI(text.replaceAll("/+$", ""));
      if (uri.getHost() == null || uri.getRawQuery() != null || uri.getRawFragment() != null) {
        throw new BadInput(
            "'" + text + "' must have a host and no ? or #: files are at ADDRESS/NAME/FILE");
      }
      if (uri.getRawUserInfo() != null) { // and it is not repeated here: it may hold a password
        throw new BadInput("an address with a user name in it is not supported; leave it out");
      }
      return uri;
    } catch (URISyntaxException e) {
      throw new BadInput(
          "'" + text + "' is not a valid address; give one such as https://host/data", e);
    }
  }

  /** Refuses what can be known to fail before anything is written. */
  void check(DataSet set, List<DataFile> wanted);

  /**
   * Fills a part up to the file's size.
   *
   * @param moved is told the part's size
   * @return whether bytes of an earlier attempt were kept
   */
  boolean fill(PartFile part, DataSet set, DataFile file, LongConsumer moved);

  /** The place of a file, for people. */
  String place(DataSet set, DataFile file);

  /** The error about a file of another size. */
  default BadInput otherSize(DataSet set, DataFile file, String bytes) {
    return new BadInput(
        place(set, file)
            + " has "
            + bytes
            + " bytes and must have "
            + Digits.grouped(file.bytes())
            + "; it is another file than the catalogue's, get "
            + set.name()
            + " from elsewhere");
  }
}

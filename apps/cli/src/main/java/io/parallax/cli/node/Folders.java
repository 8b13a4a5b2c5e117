package io.parallax.cli.node;

import java.io.File;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Takes this machine's folders out of a text: a file is named as the party's file names it, and one
 * that lies elsewhere by its own name.
 */
final class Folders {
  private static final Pattern ABSOLUTE =
      Pattern.compile("(?<![\\w.:/\\\\-])(?:/|[A-Za-z]:[/\\\\])(?:[^\\s/\\\\]+[/\\\\])+");
  private final Path home;
  private final List<Path> known;

  /**
   * @param home the folder of the party's file
   * @param known files that the party's file names
   */
  Folders(Path home, Collection<Path> known) {
    this.home = home;
    this.known =
        known.stream()
            .filter(path -> path.getParent() != null && !path.startsWith(home))
            .sorted(Comparator.comparing(path -> -path.toString().length()))
            .toList();
  }

  String out(String text) {
    String shown = text.replace(home + File.separator, "").replace(home.toString(), ".");
    for (Path file : known) {
      shown = shown.replace(file.toString(), file.getFileName().toString());
    }
    return ABSOLUTE.matcher(shown).replaceAll(Matcher.quoteReplacement(""));
  }
}

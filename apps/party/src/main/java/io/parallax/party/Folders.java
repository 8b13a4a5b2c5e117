package io.parallax.party;

import java.io.File;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Removes this machine's files, folders and addresses from a text that leaves it, and names rows by
 * their view. Messages may name files where they are made; only this class maps files to views.
 */
final class Folders {
  private static final Pattern ABSOLUTE =
      Pattern.compile(
          "(?<![\\w.:/\\\\-])(?:/|[A-Za-z]:[/\\\\])(?:[^\\s/\\\\]+[/\\\\])+[^\\s;:,'\"]*");
  private static final Pattern ADDRESS =
      Pattern.compile("\\b(?:jdbc:[^\\s;,'\"]+|[a-zA-Z][\\w+.-]*://[^\\s;,'\"]+)");
  private final Path home;
  private final Pattern snapshot;
  private final List<Map.Entry<Path, String>> known;

  /**
   * @param home the folder of the party's file
   * @param state the folder with the snapshots of tables
   * @param known files that the party's file names, with their names outside
   */
  Folders(Path home, Path state, Map<Path, String> known) {
    this.home = home;
    this.snapshot =
        Pattern.compile(
            Pattern.quote(state.resolve("snapshots") + File.separator)
                + "[0-9a-f]+[/\\\\](.+?)(-labels)?\\.csv(?:\\.tmp)?");
    this.known =
        known.entrySet().stream()
            .filter(file -> !file.getKey().equals(home)) // of rows that are no file
            .sorted(Comparator.comparing(file -> -file.getKey().toString().length()))
            .toList();
  }

  String out(String text) {
    String shown = text;
    for (Map.Entry<Path, String> file : known) {
      shown = shown.replace(file.getKey().toString(), file.getValue());
    }
    shown =
        snapshot
            .matcher(shown)
            .replaceAll(
                found ->
                    Matcher.quoteReplacement(
                        (found.group(2) == null ? "" : "the labels of ")
                            + "view '%s'".formatted(found.group(1))));
    shown = ADDRESS.matcher(shown).replaceAll("an address");
    shown = shown.replace(home + File.separator, "").replace(home.toString(), ".");
    return ABSOLUTE.matcher(shown).replaceAll("a file");
  }
}

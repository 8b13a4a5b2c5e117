package io.parallax.party;

import io.parallax.core.BadInput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The files of a ledger. The first volume is {@code ledger.jsonl}, the second {@code
 * ledger.0002.jsonl}, and so on; only the newest is written.
 */
final class LedgerVolumes {
  private static final String ENDING = ".jsonl";

  private LedgerVolumes() {}

  /** A volume by its number, from 1. */
  record Volume(int number, Path file) {}

  /** Returns the file of a volume. */
  static Path file(Path first, int number) {
    return number == 1
        ? first
        : first.resolveSibling(stem(first) + ".%04d".formatted(number) + ENDING);
  }

  private static String stem(Path first) {
    String name = first.getFileName().toString();
    return name.endsWith(ENDING) ? name.substring(0, name.length() - ENDING.length()) : name;
  }

  /** Returns the volumes that are there, oldest first. */
  static List<Volume> of(Path first) {
    return of(first, Optional.empty());
  }

  /**
   * Returns the volumes that are there or in an archive, oldest first.
   *
   * @param archive a folder with older volumes under their own names
   */
  static List<Volume> of(Path first, Optional<Path> archive) {
    SortedMap<Integer, Volume> found = new TreeMap<>();
    archive.ifPresent(folder -> add(first, folder, found));
    add(first, first.toAbsolutePath().getParent(), found); // its own copy comes first
    return List.copyOf(found.values());
  }

  /** Returns the volumes of a ledger that must be there, oldest first. */
  static List<Volume> there(Path first) {
    List<Volume> found =
        Files.isDirectory(first.toAbsolutePath().getParent()) ? of(first) : List.of();
    if (found.isEmpty()) {
      throw new BadInput("there is no ledger " + first + "; it begins with the first message");
    }
    return found;
  }

  private static void add(Path first, Path folder, SortedMap<Integer, Volume> found) {
    Pattern later =
        Pattern.compile(Pattern.quote(stem(first)) + "\\.(\\d{4,9})" + Pattern.quote(ENDING));
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        String name = file.getFileName().toString();
        Matcher number = later.matcher(name);
        if (name.equals(first.getFileName().toString())) {
          found.put(1, new Volume(1, file));
        } else if (number.matches()) {
          int n = Integer.parseInt(number.group(1));
          found.put(n, new Volume(n, file));
        }
      }
    } catch (IOException e) {
      throw new BadInput("cannot read the folder " + folder + "; check its name and rights", e);
    }
  }
}

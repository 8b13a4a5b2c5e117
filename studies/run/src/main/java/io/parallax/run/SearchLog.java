package io.parallax.run;

import io.parallax.core.BadInput;
import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The log of a search, one line for each training, from which it resumes after a stop. */
public final class SearchLog {
  private final Path file;
  private final Map<String, Entry> entries = new ConcurrentHashMap<>();

  /**
   * The findings of one training: the bytes that its parties sent, and the number of validation
   * rows that it got right, or so many times the metric that chooses, signed so that larger is
   * better.
   */
  public record Entry(double correct, long bytesUp) implements Serializable {}

  private SearchLog(Path file) {
    this.file = file;
  }

  public static SearchLog in(Path folder) {
    SearchLog log = new SearchLog(folder.resolve("search.log"));
    log.read();
    return log;
  }

  /** Returns the key of a whole training: its name, the part of the rows, the point, from 0. */
  static String key(String name, int part, int point) {
    return name + "/" + (part + 1) + "/" + (point + 1);
  }

  /** All that the log of this folder says. */
  public static String text(Path folder) {
    SearchLog log = in(folder); // without a line that was cut off
    try {
      return Files.exists(log.file) ? Files.readString(log.file) : "";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A log with this text. */
  public static void write(Path folder, String text) throws IOException {
    if (!text.isEmpty()) {
      Files.createDirectories(folder);
      Files.writeString(folder.resolve("search.log"), text);
    }
  }

  private void read() {
    try {
      String text = Files.exists(file) ? Files.readString(file) : "";
      int end = text.lastIndexOf('\n') + 1; // a line cut off by a crash does not count
      text.substring(0, end).lines().forEach(this::read);
      if (end < text.length()) {
        Files.writeString(file, text.substring(0, end));
      }
    } catch (CharacterCodingException e) {
      throw damaged();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void read(String line) {
    String[] parts = line.split("\t", -1);
    try {
      entries.put(parts[0], new Entry(Double.parseDouble(parts[1]), Long.parseLong(parts[2])));
    } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
      throw damaged();
    }
  }

  private BadInput damaged() {
    return new BadInput(file + " is damaged; remove it, and the search begins anew");
  }

  public Optional<Entry> find(String key) {
    return Optional.ofNullable(entries.get(key));
  }

  /** Returns the bytes that a training sent; 0 if it was not done. */
  long bytes(String key) {
    return find(key).map(Entry::bytesUp).orElse(0L);
  }

  public synchronized Entry add(String key, Entry entry) {
    entries.put(key, entry);
    try {
      Files.createDirectories(file.getParent());
      String line = key + "\t" + entry.correct() + "\t" + entry.bytesUp() + "\n";
      Files.write(
          file,
          line.getBytes(StandardCharsets.UTF_8),
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + file, e);
    }
    return entry;
  }
}

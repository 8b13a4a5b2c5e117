package io.parallax.dist;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** The files of an archive by their paths, in the order of these. */
final class Tree {
  static final int PLAIN = 0644;
  static final int PROGRAM = 0755;
  static final int FOLDER = 0755;

  /** Opens a file's content. */
  interface Content {
    InputStream open() throws IOException;
  }

  /**
   * A file, or a link.
   *
   * @param link where a link leads; empty: a file
   */
  record Item(Content content, long size, int mode, String link) {}

  private final SortedMap<String, Item> items = new TreeMap<>();

  Tree file(String path, Path from, int mode) throws IOException {
    return put(path, new Item(() -> Files.newInputStream(from), Files.size(from), mode, ""));
  }

  Tree text(String path, String text, int mode) {
    return bytes(path, text.getBytes(StandardCharsets.UTF_8), mode);
  }

  Tree bytes(String path, byte[] bytes, int mode) {
    return put(path, new Item(() -> new ByteArrayInputStream(bytes), bytes.length, mode, ""));
  }

  Tree link(String path, String to) {
    return put(path, new Item(InputStream::nullInputStream, 0, PROGRAM, to));
  }

  private Tree put(String path, Item item) {
    if (items.putIfAbsent(path, item) != null) {
      throw new IllegalStateException("two files would be " + path);
    }
    return this;
  }

  /** Adds another tree's files below a folder. */
  Tree all(String folder, Tree other) {
    other.items.forEach((path, item) -> put(folder + path, item));
    return this;
  }

  SortedMap<String, Item> items() {
    return Collections.unmodifiableSortedMap(items);
  }

  /** Returns the folders of all files, each with a slash at its end. */
  SortedSet<String> folders() {
    SortedSet<String> folders = new TreeSet<>();
    for (String path : items.keySet()) {
      for (int at = path.indexOf('/', 1); at >= 0; at = path.indexOf('/', at + 1)) {
        folders.add(path.substring(0, at + 1));
      }
    }
    return folders;
  }

  /** Returns the sum of all sizes. */
  long bytes() {
    return items.values().stream().mapToLong(Item::size).sum();
  }
}

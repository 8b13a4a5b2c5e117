package io.parallax.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;

/** Ways to spoil a file, for tables of mistakes. */
interface Damage {
  void in(Path folder) throws IOException;

  static Damage none() {
    return folder -> {};
  }

  static Damage and(Damage first, Damage second) {
    return folder -> {
      first.in(folder);
      second.in(folder);
    };
  }

  /** Replaces a file, which may not be there, by a text. */
  static Damage text(String file, String text) {
    return folder -> SmallStudy.put(folder.resolve(file), text);
  }

  static Damage bytes(String file, byte[] bytes) {
    return folder -> Files.write(folder.resolve(file), bytes);
  }

  /** Replaces the first place that matches. */
  static Damage first(String file, String pattern, String by) {
    return folder -> {
      String text = SmallStudy.read(folder.resolve(file));
      String changed = text.replaceFirst(pattern, by);
      if (changed.equals(text)) {
        throw new IllegalArgumentException("no " + pattern + " in " + file);
      }
      SmallStudy.put(folder.resolve(file), changed);
    };
  }

  static Damage every(String file, String pattern, String by) {
    return folder -> {
      Path path = folder.resolve(file);
      SmallStudy.put(path, SmallStudy.read(path).replaceAll(pattern, by));
    };
  }

  static Damage lines(String file, int kept) {
    return folder -> {
      Path path = folder.resolve(file);
      SmallStudy.put(
          path,
          SmallStudy.read(path).lines().limit(kept).collect(Collectors.joining("\n", "", "\n")));
    };
  }

  static Damage gone(String file) {
    return folder -> Files.delete(folder.resolve(file));
  }

  static Damage folder(String file) {
    return folder -> {
      Files.deleteIfExists(folder.resolve(file));
      Files.createDirectory(folder.resolve(file));
    };
  }

  /** Keeps the first part of the bytes. */
  static Damage cut(String file, double part) {
    return folder -> {
      byte[] all = Files.readAllBytes(folder.resolve(file));
      Files.write(folder.resolve(file), java.util.Arrays.copyOf(all, (int) (part * all.length)));
    };
  }

  static Damage gzip(String file) {
    return folder -> {
      byte[] all = Files.readAllBytes(folder.resolve(file));
      try (var out =
          new java.util.zip.GZIPOutputStream(Files.newOutputStream(folder.resolve(file)))) {
        out.write(all);
      }
    };
  }
}

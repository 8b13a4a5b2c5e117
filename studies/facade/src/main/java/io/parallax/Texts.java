package io.parallax;

import io.parallax.core.BadInput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Text files that a program asks for. */
final class Texts {
  private Texts() {}

  static void write(Path file, String text) {
    try {
      Files.writeString(file, text);
    } catch (IOException e) {
      throw BadInput.quoting("cannot write " + file + "; check the folder and its rights", e);
    }
  }

  static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw BadInput.quoting("cannot read " + file + "; check its rights", e);
    }
  }
}

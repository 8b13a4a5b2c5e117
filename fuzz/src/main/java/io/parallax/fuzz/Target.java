package io.parallax.fuzz;

import io.parallax.core.Failure;
import java.io.IOException;
import java.util.List;
import java.util.Set;

/**
 * A reader of bytes that come from elsewhere, as a fuzzer sees it. An input is either accepted, or
 * rejected with one of the declared failures; {@link Trial} adds what holds for all of them.
 * Targets are named in {@code META-INF/services/io.parallax.fuzz.Target}.
 */
public interface Target {
  /** Returns its name in commands. */
  String name();

  /** Returns one sentence: what is read, and what an accepted input must fulfil. */
  String sentence();

  /** Returns inputs to begin with, made by the program's own writers. */
  List<byte[]> seeds() throws IOException;

  /**
   * Reads an input.
   *
   * @throws Failure to reject it
   * @throws Finding if it was accepted and does not fulfil what {@link #sentence} says
   */
  void run(byte[] input) throws IOException;

  /** Returns the failures by which an input may be rejected. */
  Set<Class<? extends Failure>> rejections();

  /** Returns words that belong to the format, which a fuzzer would not easily guess. */
  default List<String> words() {
    return List.of();
  }

  /** Returns the packages of libraries that a fuzzer watches as it watches the program's own. */
  default List<String> libraries() {
    return List.of();
  }

  /** Returns the most bytes of memory that an input may take. */
  default long room() {
    return 64L << 20;
  }

  /** Returns the bytes of the longest input. */
  default int longest() {
    return 4096;
  }
}

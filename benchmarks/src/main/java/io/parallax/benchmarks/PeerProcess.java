package io.parallax.benchmarks;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** A peer's program in another language, which prints its version and then numbers. */
final class PeerProcess {
  private PeerProcess() {}

  /** A peer's words: the version, then numbers. */
  record Measured(String version, double[] numbers) {
    /** Returns the number of samples or steps per second. */
    double perSecond() {
      return numbers[0];
    }

    static Measured read(String text) {
      String[] words = text.strip().split("\\s+");
      return new Measured(
          words[0], Arrays.stream(words).skip(1).mapToDouble(Double::parseDouble).toArray());
    }
  }

  /** Copies a program from beside this class to a file that is deleted at the end. */
  static Path file(String program) {
    try (InputStream in = PeerProcess.class.getResourceAsStream(program)) {
      Path file = Files.createTempFile("peer", program);
      file.toFile().deleteOnExit();
      Files.write(file, in.readAllBytes());
      return file;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the words of a command; nothing if it fails or does not exist. */
  static Optional<String> output(List<String> command) {
    try {
      Process process =
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
      String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return process.waitFor() == 0 ? Optional.of(text) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty(); // no such program
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }
}

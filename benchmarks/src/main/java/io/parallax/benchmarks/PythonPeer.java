package io.parallax.benchmarks;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Runs a peer's program in Python, where its library is installed. */
enum PythonPeer {
  PYTORCH("torch", "PyTorch", "python3-torch"),
  SCIKIT_LEARN("sklearn", "scikit-learn", "python3-sklearn");

  private final String module;
  private final String title;
  private final String debian;

  PythonPeer(String module, String title, String debian) {
    this.module = module;
    this.title = title;
    this.debian = debian;
  }

  /** A sentence for machines that do not have it. */
  String absent() {
    return "%s is not installed, so there is nothing to compare with (Debian, Ubuntu: apt-get install %s)."
        .formatted(title, debian);
  }

  /** A peer's words: the version, then numbers. */
  record Measured(String version, double[] numbers) {
    /** Returns the number of samples or steps per second. */
    double perSecond() {
      return numbers[0];
    }
  }

  /** Runs one of the programs next to this class; returns nothing if no Python has the library. */
  Optional<Measured> run(String program, List<String> arguments) {
    for (String python : List.of("python3", "/usr/bin/python3")) {
      if (output(List.of(python, "-c", "import " + module)).isPresent()) {
        return output(command(python, program, arguments))
            .map(text -> text.strip().split("\\s+"))
            .map(
                words ->
                    new Measured(
                        words[0],
                        Arrays.stream(words).skip(1).mapToDouble(Double::parseDouble).toArray()));
      }
    }
    return Optional.empty();
  }

  private static List<String> command(String python, String program, List<String> arguments) {
    try (InputStream in = PythonPeer.class.getResourceAsStream(program)) {
      Path file = Files.createTempFile("peer", ".py");
      file.toFile().deleteOnExit();
      Files.write(file, in.readAllBytes());
      List<String> command = new ArrayList<>(List.of(python, file.toString()));
      command.addAll(arguments);
      return command;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Optional<String> output(List<String> command) {
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

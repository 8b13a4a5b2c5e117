package io.parallax.benchmarks;

import io.parallax.benchmarks.PeerProcess.Measured;
import java.util.ArrayList;
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

  /** Runs one of the programs next to this class; returns nothing if no Python has the library. */
  Optional<Measured> run(String program, List<String> arguments) {
    for (String python : List.of("python3", "/usr/bin/python3")) {
      if (PeerProcess.output(List.of(python, "-c", "import " + module)).isPresent()) {
        List<String> command =
            new ArrayList<>(List.of(python, PeerProcess.file(program).toString()));
        command.addAll(arguments);
        return PeerProcess.output(command).map(Measured::read);
      }
    }
    return Optional.empty();
  }
}

package io.parallax.cli;

import java.util.function.Consumer;

/** Ctrl-C: says that what has come so far is kept. There is nothing to wait for. */
final class StopNote {
  private final Thread hook;

  StopNote(Consumer<String> say) {
    hook =
        new Thread(() -> say.accept("Stopped. Run the same command again to resume."), "stop-note");
    Runtime.getRuntime().addShutdownHook(hook);
  }

  void end() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      return; // it is being said
    }
  }
}

package io.parallax.cli;

import java.io.PrintWriter;
import java.io.StringWriter;

/**
 * A node in a thread of this process, for tests of what nodes tell each other: it has its own
 * command line, files and ports, and a compiler that is warm. What only a process can show, such as
 * a kill or another memory, is for {@link Child}.
 */
final class ServingThread implements Serving {
  private final StringWriter printed = new StringWriter();
  private final Thread thread;

  ServingThread(Object... arguments) {
    String[] texts = new String[arguments.length];
    for (int i = 0; i < texts.length; i++) {
      texts[i] = arguments[i].toString();
    }
    PrintWriter writer = new PrintWriter(printed, true);
    thread = new Thread(() -> Main.execute(texts, writer, writer), String.join(" ", texts));
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public boolean alive() {
    return thread.isAlive();
  }

  @Override
  public String output() {
    return printed.toString();
  }

  /**
   * Interrupts it once it has begun, as often as it is busy with something that does not notice.
   */
  @Override
  public void kill() {
    try {
      reaches(this::begun); // what half a beginning holds would stay held
      for (int tries = 0; thread.isAlive(); tries++) {
        if (tries > 5 * MOST_SECONDS) {
          throw new AssertionError(thread.getName() + " does not end: " + output());
        }
        thread.interrupt();
        thread.join(200);
      }
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /**
   * Returns whether it has printed its name or its ports, which comes when it holds all it needs.
   */
  private boolean begun() {
    return output().lines().anyMatch(line -> line.startsWith("part"));
  }
}

package io.parallax.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.parallax.data.Json;
import java.io.PrintWriter;
import java.util.Map;

/** A JSON object on a line of its own for every point of a run, for at most ten rounds a second. */
final class ProgressJson implements ProgressView {
  private static final long PAUSE_NANOS = 100_000_000L;
  private final PrintWriter err;
  private long next = System.nanoTime();

  /** One of several runs of a command. */
  record Run(String study, String method, int run, int runs) {}

  ProgressJson(Run begins, PrintWriter err) {
    this.err = err;
    print(begins);
  }

  @Override
  public void show(RunPoint point) {
    if (point.round() != null) {
      long time = System.nanoTime();
      if (time - next < 0) {
        return;
      }
      next = time + PAUSE_NANOS;
    }
    print(point);
  }

  @Override
  public void note(String text) {
    print(Map.of("note", text));
  }

  @Override
  public void clear() {
    // a line stays a line
  }

  private void print(Object told) {
    try {
      err.println(Json.MAPPER.writeValueAsString(told));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }
}

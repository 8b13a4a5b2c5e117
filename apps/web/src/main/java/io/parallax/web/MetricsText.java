package io.parallax.web;

import java.util.Locale;

/** Numbers of a running program in the text format of Prometheus. */
public final class MetricsText {
  private final StringBuilder text = new StringBuilder();

  /** Adds a number that can rise and fall. */
  public MetricsText gauge(String name, String help, double value) {
    return head(name, help, "gauge").line(name, value);
  }

  /** Adds a number that only rises. */
  public MetricsText counter(String name, String help, double value) {
    return head(name, help, "counter").line(name, value);
  }

  /** Begins a metric with several lines. */
  public MetricsText head(String name, String help, String type) {
    text.append("# HELP %s %s\n# TYPE %s %s\n".formatted(name, help, name, type));
    return this;
  }

  /**
   * Adds a line of a metric.
   *
   * @param name with its labels, if it has any
   */
  public MetricsText line(String name, double value) {
    String number =
        value == Math.rint(value) && Math.abs(value) < 1e15
            ? Long.toString((long) value)
            : String.format(Locale.ROOT, "%.3f", value);
    text.append(name).append(' ').append(number).append('\n');
    return this;
  }

  /** Adds the heap of this process. */
  public MetricsText heap() {
    Runtime java = Runtime.getRuntime();
    gauge("parallax_heap_bytes", "Java heap in use.", java.totalMemory() - java.freeMemory());
    return gauge("parallax_heap_limit_bytes", "Java heap at most.", java.maxMemory());
  }

  /** Returns the reply to a scrape. */
  public Reply reply() {
    return Reply.text(200, "text/plain; version=0.0.4", text.toString());
  }
}

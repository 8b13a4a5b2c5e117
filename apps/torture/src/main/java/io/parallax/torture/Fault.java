package io.parallax.torture;

/** A kind of fault that a node, its disk or its connections can have. */
enum Fault {
  KILL("kill -9", 12),
  KILL_TWO("kill -9 of two at once", 2),
  PAUSE("stopped for a moment, then going on", 2),
  CUT("connections cut", 3),
  STALL("connections that carry nothing for a while", 2),
  FULL_DISK("killed, and started again on a full disk", 1);

  private final String words;
  private final int weight;

  Fault(String words, int weight) {
    this.words = words;
    this.weight = weight;
  }

  String words() {
    return words;
  }

  /** Returns how often it is chosen, relative to the others. */
  int weight() {
    return weight;
  }

  /** Returns how many processes it kills. */
  int kills() {
    return switch (this) {
      case KILL, FULL_DISK -> 1;
      case KILL_TWO -> 2;
      default -> 0;
    };
  }
}

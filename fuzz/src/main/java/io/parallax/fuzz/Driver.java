package io.parallax.fuzz;

/** The entry points that Jazzer calls; the target's name is the argument. */
public final class Driver {
  private static Target target;

  private Driver() {}

  /** Chooses the target. */
  public static void fuzzerInitialize(String[] arguments) {
    target = Targets.named(arguments[0]);
  }

  /** Runs one input. */
  public static void fuzzerTestOneInput(byte[] input) {
    Trial.run(target, input);
  }
}

package io.parallax.engine;

import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;

/**
 * Threads that are switched at every place where that can matter: each result must be one that some
 * order of the calls gives.
 */
public final class Interleavings {
  private Interleavings() {}

  /** Checks a class whose operations are annotated. */
  public static void check(Class<?> operations) {
    new ModelCheckingOptions()
        .iterations(8)
        .invocationsPerIteration(300)
        .threads(2)
        .actorsPerThread(3)
        .actorsBefore(0)
        .actorsAfter(1)
        .check(operations);
  }
}

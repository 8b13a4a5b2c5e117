package io.parallax.core;

/**
 * The coordinator's half of a method: it reads like the paper's algorithm box.
 *
 * @param <R> what comes out
 */
public interface Coordinator<R> {
  R run(Parties parties, Rounds rounds);
}

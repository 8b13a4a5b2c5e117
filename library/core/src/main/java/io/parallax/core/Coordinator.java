package io.parallax.core;

/**
 * The coordinator's half of a method: it reads like the paper's algorithm box.
 *
 * @param <R> the type of the result
 */
public interface Coordinator<R> {
  R run(Parties parties, Rounds rounds);
}

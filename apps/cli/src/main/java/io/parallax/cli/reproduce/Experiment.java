package io.parallax.cli.reproduce;

/** A table or figure of a paper, done again. */
interface Experiment {
  Findings run(Bench bench);
}

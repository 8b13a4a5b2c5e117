package io.parallax.experiments;

/** A table or figure of a paper, done again. */
interface Experiment {
  Findings run(Bench bench);
}

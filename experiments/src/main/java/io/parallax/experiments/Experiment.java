package io.parallax.experiments;

/** A table or figure of a paper, done again. */
interface Experiment {
  ExperimentResult run(ExperimentContext context);
}

package io.parallax.study;

import io.parallax.core.BadInput;
import io.parallax.study.Certainty.Per;
import io.parallax.study.Task.Values.Kind;

/** Rejects statements of certainty that a study cannot make. */
public final class CertaintyRules {
  private static final double LEAST = 0.001;

  private CertaintyRules() {}

  /** Returns the probability that a set or an interval does not hold the truth. */
  public static double miscoverage(double share) {
    if (!(share >= LEAST && share < 1)) {
      throw new BadInput(
          "certainty.miscoverage is %s and must be at least %s and below 1; 0.1 means that nine sets of ten hold the truth"
              .formatted(share, LEAST));
    }
    return share;
  }

  /** Returns whether probabilities are calibrated if the study does not say. */
  public static boolean usualTemperature(Configured<?, ?> method, Align align, Task task) {
    return !align.whole() && task instanceof Task.Classes && probabilities(method);
  }

  private static <C extends Record> boolean probabilities(Configured<C, ?> method) {
    return method.method().probabilities(method.config());
  }

  /** Rejects what the study's task, layout or protection rules out. */
  public static void requireFit(Study study) {
    study
        .extras()
        .certainty()
        .ifPresent(
            how -> {
              requireTask(study);
              requirePer(how.per(), study);
              if (study.protection().labelEpsilon() > 0) {
                throw new BadInput(
                    "certainty is calibrated by true labels, which protection.labels does not cover; remove one of them");
              }
              if (how.temperature()) {
                requireProbabilities(study);
              }
            });
  }

  private static void requireTask(Study study) {
    if (!study.task().learnsLabels()) {
      throw new BadInput(
          "certainty is stated of predictions, and %s groups samples; remove it"
              .formatted(study.method().method().name()));
    }
    if (study.task() instanceof Task.Values values && values.kind() == Kind.TIME) {
      throw new BadInput(
          "certainty has sets of classes and intervals of numbers and counts; times of people who have had no event yet are not known, so that no interval can be calibrated by them; remove it");
    }
  }

  private static void requirePer(Per per, Study study) {
    if (per == Per.CLASS && !(study.task() instanceof Task.Classes)) {
      throw new BadInput("certainty.per is 'class', but the study has a target; use 'all'");
    }
    if (per == Per.PARTY && !study.layout().spreadsRows()) {
      throw new BadInput(
          "certainty.per is 'party', which is for parties that hold different people; use 'all'");
    }
    if (per == Per.VIEWS && study.protection().align().whole()) {
      throw new BadInput(
          "certainty.per is 'views', but every row has all views; use 'all', or let parties lack rows by 'align: {need: any}'");
    }
  }

  private static void requireProbabilities(Study study) {
    if (!(study.task() instanceof Task.Classes) || !probabilities(study.method())) {
      throw new BadInput(
          "certainty.temperature calibrates probabilities, but scores of %s are none in this study; remove it"
              .formatted(study.method().method().about().title()));
    }
    if (study.layout().spreadsRows()) {
      throw new BadInput(
          "certainty.temperature is fitted where one party has the labels of all rows; here each has its own; remove it");
    }
  }
}

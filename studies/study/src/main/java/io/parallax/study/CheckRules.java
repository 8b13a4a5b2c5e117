package io.parallax.study;

import io.parallax.core.AddedBy;
import io.parallax.core.Answers;
import io.parallax.core.Ask;
import io.parallax.core.BadInput;
import io.parallax.core.Summand;
import java.util.List;

/** Rejects checks for wrong numbers that a study cannot make. */
public final class CheckRules {
  private CheckRules() {}

  /** Rejects what the study's task, layout, method or protection rules out. */
  public static void requireFit(Study study) {
    Check check = study.extras().check();
    if (check.gate()) {
      requireHolder(study, "gate");
    }
    if (check.leaveOneOut()) {
      requireHolder(study, "leave-one-out");
      requireParties(study);
      requireSum(study.method());
      requireAlone(study);
    }
  }

  private static void requireHolder(Study study, String key) {
    if (!(study.task() instanceof Task.Classes) || study.layout().spreadsRows()) {
      throw new BadInput(
          "check.%s is for classes that one party knows and parties with different views of the same people; remove it"
              .formatted(key));
    }
  }

  private static void requireParties(Study study) {
    int parties = study.members().size();
    if (parties < Check.LEAST_PARTIES) {
      throw new BadInput(
          "check.leave-one-out needs at least %d parties, so that sums without one are over at least %d, and there are %d; use 'check: {gate: true}'"
              .formatted(Check.LEAST_PARTIES, Check.LEAST_PARTIES - 1, parties));
    }
  }

  /** The scores must be a sum to which every party adds, so that they exist without any of them. */
  private static <C extends Record> void requireSum(Configured<C, ?> method) {
    List<Class<? extends Ask<?>>> asks = method.method().scoringAsks(method.config());
    boolean sums =
        asks.stream()
            .map(Answers::typeFor)
            .allMatch(
                answer ->
                    Summand.class.isAssignableFrom(answer)
                        && !answer.isAnnotationPresent(AddedBy.class));
    if (asks.isEmpty() || !sums) {
      throw new BadInput(
          "check.leave-one-out needs scores that are sums over the parties, and those of %s are not in this mode; use 'check: {gate: true}'"
              .formatted(method.method().about().title()));
    }
  }

  /** Rejects what has other sums of the same rows opened, or lets parties lack rows. */
  private static void requireAlone(Study study) {
    if (study.extras().certainty().isPresent()) {
      throw together("certainty", "scores the held-out rows over all parties once more");
    }
    if (study.evaluation().byParty()) {
      throw together("evaluate.by-party", "tells what each view says of the held-out rows");
    }
    if (study.stop().goesOn()) {
      throw together("stop.lost: continue", "leaves out parties by itself");
    }
    if (!study.protection().align().whole()) {
      throw together("align.need", "lets parties lack rows");
    }
  }

  private static BadInput together(String key, String what) {
    return new BadInput(
        "check.leave-one-out does not go with %s, which %s; remove one of them"
            .formatted(key, what));
  }
}

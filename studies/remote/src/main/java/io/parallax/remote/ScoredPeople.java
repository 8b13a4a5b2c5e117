package io.parallax.remote;

import io.parallax.core.Ask;
import io.parallax.core.Coordinator;
import io.parallax.core.Party;
import io.parallax.core.Result;
import io.parallax.core.Roster;
import io.parallax.core.View;
import io.parallax.data.Table;
import io.parallax.math.Matrix;
import io.parallax.run.Predictor;
import io.parallax.run.ScoringPart;
import io.parallax.study.Configured;
import io.parallax.study.Layout;
import io.parallax.study.Study;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The people of one joint prediction, as all parties and the coordinator know of them.
 *
 * @param people how many
 * @param groups the number of classes or groups; 1 for numbers
 * @param trained the number of rows that the model was trained on
 * @param seed of random numbers
 */
public record ScoredPeople(Study study, int people, int groups, int trained, long seed) {
  /** People who are scored for use. */
  public ScoredPeople(Study study, int people, int groups, int trained) {
    this(study, people, groups, trained, study.seed());
  }

  /** Returns the roster, which is that of a prediction in one process. */
  Roster roster() {
    return roster(groups);
  }

  private Roster roster(int samples) {
    List<Roster.Member> members =
        study.layout().holders().stream()
            .sorted(Comparator.comparing(Layout.Holder::id))
            .map(own -> Roster.Member.vertical(own.id(), own.view(), false, samples))
            .toList();
    return new Roster(members, samples, people, groups, seed)
        .lacking(!study.protection().align().whole());
  }

  /**
   * Returns the values of the letters in the sizes of the method's messages; some, such as the
   * landmarks of a kernel, are as many as in training.
   */
  public <C extends Record, R extends Result> Map<String, Long> letters(Configured<C, R> method) {
    Map<String, Long> letters = new HashMap<>(method.method().sizes(method.config(), roster()));
    method
        .method()
        .sizes(method.config(), roster(trained))
        .forEach((letter, size) -> letters.merge(letter, size, Math::max));
    letters.put("R", (long) Predictor.ROUNDS);
    return letters;
  }

  /** Returns the asks that a party answers about these people. */
  public <C extends Record, R extends Result> List<Class<? extends Ask<?>>> asks(
      Configured<C, R> method) {
    List<Class<? extends Ask<?>>> asks =
        new ArrayList<>(method.method().scoringAsks(method.config()));
    if (!study.protection().align().whole()) {
      asks.addAll(method.method().blankAsks(method.config()));
    }
    return asks;
  }

  <C extends Record, R extends Result> Coordinator<Matrix> predictor(Configured<C, R> method) {
    return method.method().predictor(method.config(), roster()).orElseThrow();
  }

  /** Returns a party that scores these people with its part of the model. */
  public <C extends Record, R extends Result> Party party(
      Configured<C, R> method, ScoringPart part, Map<String, Table> tables, List<String> ids) {
    List<View> views = part.views(tables, ids, groups);
    return part.party(method.method(), method.config(), views, roster());
  }
}

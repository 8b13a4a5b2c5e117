package io.parallax.remote;

import io.parallax.core.Ask;
import io.parallax.core.Party;
import io.parallax.core.PartyId;
import io.parallax.core.Result;
import io.parallax.core.Roster;
import io.parallax.core.RowLimits;
import io.parallax.core.View;
import io.parallax.data.Split;
import io.parallax.math.Matrix;
import io.parallax.remote.NodeMessages.TrainingOpening;
import io.parallax.run.PartName;
import io.parallax.run.Predictor;
import io.parallax.run.UnseenRows;
import io.parallax.run.check.LeftOutParts;
import io.parallax.study.Configured;
import io.parallax.study.Study;
import io.parallax.study.rows.Fold;
import io.parallax.study.rows.StudyData;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The held-out rows of a split that are scored without one party, as the coordinator and all
 * parties know them by number.
 *
 * @param split all training and held-out rows of the split
 * @param part of the rows, from 1
 */
public record LeftOutRows(
    Study study, LeftOutParts parts, Split split, int trial, int part, int groups) {

  /**
   * Returns a part's rows.
   *
   * @param rows number of common rows
   */
  public static LeftOutRows of(Study study, int rows, TrainingOpening how, int part) {
    RowOutline outline = RowOutline.ofViews(study, rows);
    return new LeftOutRows(
        study,
        outline.leftOut(how.trial(), how.heldOut()).orElseThrow(),
        outline.split(how.trial(), how.heldOut()),
        how.trial(),
        part,
        study.task().outcomes(Bits.lines(how.classes()).size()));
  }

  /** Returns the party that is left out. */
  PartyId leftOut() {
    return parts.leftOut().get(part - 1);
  }

  /** Returns the parties that score the rows of a part; of rows without one party, all others. */
  public static SortedSet<PartyId> scoring(Study study, String part) {
    SortedSet<PartyId> all = new TreeSet<>(study.members());
    List<PartyId> left = LeftOutParts.leftOut(study);
    for (int p = 1; p <= left.size(); p++) {
      for (int trial = 1; trial <= study.trials(); trial++) {
        if (part.equals(PartName.without(trial, p))) {
          all.remove(left.get(p - 1));
        }
      }
    }
    return all;
  }

  /** Returns the split of which only this part's rows are held out. */
  Split rows() {
    return parts.only(split, part);
  }

  /** Returns the roster, which is that of the same scoring in one process. */
  Roster roster() {
    return roster(groups);
  }

  private Roster roster(int samples) {
    List<Roster.Member> members =
        study.layout().holders().stream()
            .filter(own -> !own.id().equals(leftOut()))
            .map(own -> Roster.Member.vertical(own.id(), own.view(), false, samples))
            .toList();
    long seed = PartyTraining.seed(study, PartName.purpose(trial));
    return new Roster(members, samples, rows().test().length, groups, seed);
  }

  /** Returns the values of the letters in the sizes of the method's messages. */
  public <C extends Record, R extends Result> Map<String, Long> letters(Configured<C, R> method) {
    Map<String, Long> letters = new HashMap<>(method.method().sizes(method.config(), roster()));
    method
        .method()
        .sizes(method.config(), roster(split.train().length))
        .forEach((letter, size) -> letters.merge(letter, size, Math::max));
    letters.put("R", (long) Predictor.ROUNDS);
    return letters;
  }

  /**
   * Returns a party that scores these rows with its part of the split's model.
   *
   * @param own all rows of the party, in the order of the study
   */
  public <C extends Record, R extends Result> Party party(
      Configured<C, R> method, StudyData own, Map<String, Matrix> model) {
    Fold fold = own.fold(rows(), PartName.purpose(trial));
    List<View> views = UnseenRows.asNew(fold.views(), groups);
    Party party = method.method().party(method.config(), views, roster());
    party.adopt(model);
    return party;
  }

  /** Returns the asks that a party answers about these rows. */
  public <C extends Record, R extends Result> List<Class<? extends Ask<?>>> asks(
      Configured<C, R> method) {
    return method.method().scoringAsks(method.config());
  }

  /** Returns the limits on the rows that each party may add, which are those of a training. */
  public <C extends Record, R extends Result> RowLimits limits(Configured<C, R> method) {
    return study
        .protection()
        .requireLimits(method.limits(roster(), study.protection().rowClip()), method.method());
  }
}

package io.parallax.run;

import io.parallax.core.Hashes;
import io.parallax.core.PartyId;
import io.parallax.core.Presence;
import io.parallax.core.Result;
import io.parallax.core.View;
import io.parallax.data.Split;
import io.parallax.engine.Simulation;
import io.parallax.engine.SumProtocol;
import io.parallax.math.Matrix;
import io.parallax.privacy.MaskedSum;
import io.parallax.run.certainty.CertaintyFitting;
import io.parallax.run.certainty.CertaintyJudging;
import io.parallax.run.certainty.CertaintyResult;
import io.parallax.run.certainty.JudgedRows;
import io.parallax.study.Configured;
import io.parallax.study.Study;
import io.parallax.study.model.ModelCertainty;
import io.parallax.study.rows.Fold;
import io.parallax.study.rows.RowOwners;
import io.parallax.study.rows.StudyData;
import io.parallax.study.rows.StudySplits;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Calibrates what a model's predictions are certain to, by rows that are held out of its training
 * rows for that.
 *
 * @param run the identity of the run
 */
record CertaintyRun<C extends Record, R extends Result>(
    StudyData data, Configured<C, R> method, byte[] run) {

  private Study study() {
    return data.study();
  }

  /** Rejects a study that leaves too few rows to calibrate by. */
  void requireRows(Split parts) {
    fitting().requireRows(parts.test().length);
  }

  /**
   * Trains once more, without the rows that calibrate, and judges certainty by the held-out rows.
   *
   * @param number of the split
   * @param search for settings, which must not see the rows that calibrate either
   */
  CertaintyResult judged(
      Split split,
      int number,
      SettingsSearch<C> search,
      BiFunction<Fold, C, Simulation.Outcome<R>> train) {
    Split parts = new StudySplits(data).calibration(split, number);
    Split rows = new Split(parts.train(), new int[0]);
    SettingsSearch.Chosen<C> chosen = search.choose(rows, number, study().views());
    Simulation.Outcome<R> outcome = train.apply(data.fold(rows, purpose(number)), chosen.config());
    return judged(
        new FinalModel.Trained<>(chosen.config(), parts, outcome, 0),
        number,
        split.test(),
        chosen.bytesUp() + outcome.traffic().bytesUp());
  }

  private CertaintyResult judged(
      FinalModel.Trained<C, R> trained, int number, int[] heldOut, long bytesUp) {
    int[] calibrating = trained.split().test();
    int[] all = IntStream.concat(Arrays.stream(calibrating), Arrays.stream(heldOut)).toArray();
    Fold fold = data.fold(new Split(trained.split().train(), all), purpose(number));
    JudgedRows rows = rows(trained, fold);
    Set<Integer> own = Arrays.stream(calibrating).boxed().collect(Collectors.toSet());
    CertaintyFitting.Fitted fitted =
        fitting().of(rows.at(places(fold, own, true)), trainedViews(fold));
    return new CertaintyJudging(
            fitted.certainty(),
            rows.at(places(fold, own, false)),
            data.classes(),
            parties().stream().map(PartyId::name).toList())
        .result(bytesUp + fitted.bytesUp());
  }

  /** Calibrates the model for use. */
  ModelCertainty of(FinalModel.Trained<C, R> trained, int number) {
    Fold fold = data.fold(trained.split(), purpose(number));
    return fitting().of(rows(trained, fold), trainedViews(fold)).certainty();
  }

  private static String purpose(int number) {
    return PartName.certainPurpose(number);
  }

  private CertaintyFitting fitting() {
    return CertaintyFitting.of(study(), data.classes().size(), parties(), sums());
  }

  private List<PartyId> parties() {
    return data.owners().map(RowOwners::ids).orElse(List.of());
  }

  private Function<SortedSet<PartyId>, SumProtocol> sums() {
    byte[] own = Hashes.of((Arrays.toString(run) + "certainty").getBytes(StandardCharsets.UTF_8));
    return ids ->
        study().protection().masked() ? MaskedSum.inProcess(ids, own) : SumProtocol.plain();
  }

  private static int[] places(Fold fold, Set<Integer> rows, boolean among) {
    return IntStream.range(0, fold.heldOut().length)
        .filter(i -> rows.contains(fold.heldOut()[i]) == among)
        .toArray();
  }

  /** Scores a fold's held-out rows as new ones. */
  private JudgedRows rows(FinalModel.Trained<C, R> trained, Fold fold) {
    UnseenRows unseen = new UnseenRows(fold);
    Simulation.Options options = Simulation.Options.inMemory().allowing(study().layout().allowed());
    Matrix scores =
        new NewRowScores<>(method, trained.config(), fold, options)
            .of(unseen.views(), trained.outcome().parties());
    int count = fold.heldOut().length;
    return unseen.judged(
        scores,
        views(fold, count, Presence::heldOut),
        data.owners()
            .map(o -> Arrays.stream(fold.heldOut()).map(row -> o.ofRow()[row]).toArray())
            .orElse(new int[count]));
  }

  private static int[] trainedViews(Fold fold) {
    int rows = fold.horizontal() ? 0 : fold.views().get(0).features().samples();
    return views(fold, rows, Presence::training);
  }

  /** Returns the number of views present of each row; of different people all are. */
  private static int[] views(Fold fold, int rows, Function<Presence, BitSet> which) {
    int[] counts = new int[rows];
    Set<String> names = new HashSet<>();
    for (View view : fold.views()) {
      Optional<BitSet> some = view.presence().map(which);
      if (!fold.horizontal() || names.add(view.name())) {
        Arrays.setAll(counts, i -> counts[i] + (some.map(has -> has.get(i)).orElse(true) ? 1 : 0));
      }
    }
    return counts;
  }
}

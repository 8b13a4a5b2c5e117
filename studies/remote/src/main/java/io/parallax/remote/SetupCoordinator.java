package io.parallax.remote;

import io.parallax.core.BadInput;
import io.parallax.core.Coordinator;
import io.parallax.core.Parties;
import io.parallax.core.PartyId;
import io.parallax.core.ProtocolViolation;
import io.parallax.core.Rounds;
import io.parallax.data.LabelColumn;
import io.parallax.math.Matrix;
import io.parallax.remote.NodeMessages.AskHeldOut;
import io.parallax.remote.NodeMessages.AskMoments;
import io.parallax.remote.NodeMessages.DescribeRows;
import io.parallax.remote.NodeMessages.HeldOutRows;
import io.parallax.remote.NodeMessages.Moments;
import io.parallax.remote.NodeMessages.Rows;
import io.parallax.study.Study;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;

/** Learns what has to be known before training. */
final class SetupCoordinator implements Coordinator<SetupFacts> {
  private final Study study;

  SetupCoordinator(Study study) {
    this.study = study;
  }

  @Override
  public SetupFacts run(Parties parties, Rounds rounds) {
    SortedMap<PartyId, Rows> rows = parties.gather(new DescribeRows());
    return !study.layout().spreadsRows() ? views(parties, rows) : sites(parties, rows);
  }

  private int[] samples(SortedMap<PartyId, Rows> rows) {
    return study.members().stream().mapToInt(id -> rows.get(id).samples()).toArray();
  }

  /** Parties that hold the same people. */
  private SetupFacts views(Parties parties, SortedMap<PartyId, Rows> rows) {
    requireSame(rows, Rows::ids, "row ids", "use files with the same ids");
    List<String> classes = List.of("all");
    for (Rows one : rows.values()) {
      classes = one.labels() ? Bits.lines(one.classes()) : classes;
    }
    requireEqual(rows, Rows::samples, "rows");
    int samples = rows.get(rows.firstKey()).samples();
    ClaimedRows.require(study, study.members().subList(0, 1), List.of(samples));
    RowOutline.ofViews(study, samples).requireFewSums(study.task().outcomes(classes.size()));
    List<String> heldOut = RowOutline.told(study) ? heldOut(parties, samples) : List.of();
    return new SetupFacts(samples(rows), classes, heldOut, new double[0][]);
  }

  private List<String> heldOut(Parties parties, int samples) {
    int trials = study.trials();
    AskHeldOut ask = new AskHeldOut(Math.multiplyExact(trials, Bits.length(samples) + 1));
    List<String> splits =
        parties.gather(ask).values().stream()
            .filter(HeldOutRows::held)
            .map(HeldOutRows::splits)
            .findFirst()
            .map(Bits::lines)
            .orElseThrow(() -> new BadInput("no party holds the labels; give one of them some"));
    if (splits.size() != trials) {
      throw new ProtocolViolation(
          splits.size() + " splits came from the label holder, not " + trials);
    }
    return splits;
  }

  private void requireSame(
      SortedMap<PartyId, Rows> rows, Function<Rows, String> of, String what, String advice) {
    PartyId first = study.members().get(0);
    for (PartyId other : study.members()) {
      if (!of.apply(rows.get(other)).equals(of.apply(rows.get(first)))) {
        throw new BadInput(
            "parties %s and %s have different %s (%d and %d rows); %s"
                .formatted(
                    first,
                    other,
                    what,
                    rows.get(first).samples(),
                    rows.get(other).samples(),
                    advice));
      }
    }
  }

  /** Rejects a number on which parties differ, if it takes memory at the others. */
  private void requireEqual(
      SortedMap<PartyId, Rows> rows, ToIntFunction<Rows> number, String what) {
    PartyId first = study.members().get(0);
    for (PartyId other : study.members()) {
      int own = number.applyAsInt(rows.get(other));
      if (own != number.applyAsInt(rows.get(first))) {
        throw new ProtocolViolation(
            "party %s says that it has %d %s, and party %s %d; they have the same, so what one of them runs is not this program, or was changed"
                .formatted(other, own, what, first, number.applyAsInt(rows.get(first))));
      }
    }
  }

  /** Parties that hold different people. */
  private SetupFacts sites(Parties parties, SortedMap<PartyId, Rows> rows) {
    study.layout().sites().forEach(site -> site.requireRows(rows.get(site.id()).samples()));
    requireSame(rows, Rows::columns, "columns", "name them in the study: views: {name: [a, b]}");
    requireEqual(rows, Rows::width, "columns");
    List<String> classes = classes(rows);
    int[] samples = samples(rows);
    Matrix told = Matrix.fill(samples.length, 1, (p, j) -> samples[p]);
    RowOutline.ofSites(study, told).requireFewSums(classes.size());
    int width = rows.get(rows.firstKey()).width();
    Moments total = parties.sum(new AskMoments(width, told)).total();
    double[][] moments = MomentRows.toMatrix(MomentLimbs.total(total)).toRows();
    return new SetupFacts(samples, classes, List.of(), moments);
  }

  /** All parties' classes, in the order that a simulation gives them. */
  private List<String> classes(SortedMap<PartyId, Rows> rows) {
    if (!study.preparation().classes().isEmpty()) {
      return List.copyOf(study.preparation().classes().keySet());
    }
    List<LabelColumn> parts = new ArrayList<>();
    for (PartyId id : study.members()) {
      List<String> own = Bits.lines(rows.get(id).classes());
      List<String> ids = own.stream().map(c -> id + "/" + c).toList();
      parts.add(new LabelColumn(id.name(), ids, own, IntStream.range(0, own.size()).toArray()));
    }
    return LabelColumn.stack("the parties' labels", parts).classes();
  }
}

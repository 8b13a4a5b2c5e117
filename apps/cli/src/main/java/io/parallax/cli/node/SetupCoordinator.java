package io.parallax.cli.node;

import io.parallax.cli.node.NodeMessages.AskHeldOut;
import io.parallax.cli.node.NodeMessages.AskMoments;
import io.parallax.cli.node.NodeMessages.DescribeRows;
import io.parallax.cli.node.NodeMessages.HeldOut;
import io.parallax.cli.node.NodeMessages.Moments;
import io.parallax.cli.node.NodeMessages.Rows;
import io.parallax.cli.study.Study;
import io.parallax.cli.study.StudySplits;
import io.parallax.core.BadInput;
import io.parallax.core.Coordinator;
import io.parallax.core.Parties;
import io.parallax.core.PartyId;
import io.parallax.core.ProtocolViolation;
import io.parallax.core.Rounds;
import io.parallax.data.LabelColumn;
import io.parallax.math.Matrix;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.function.Function;
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
    return study.sites().isEmpty() ? views(parties, rows) : sites(parties, rows);
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
    int trials = study.evaluation().trials();
    List<String> heldOut =
        study.clusters() > 0
            ? Collections.nCopies(study.evaluation().repeats(), Bits.of(new int[0]))
            : heldOut(parties, trials, rows.get(rows.firstKey()).samples());
    return new SetupFacts(
        samples(rows), classes, new double[0][], heldOut, List.of(), new double[0][]);
  }

  private static List<String> heldOut(Parties parties, int trials, int samples) {
    AskHeldOut ask = new AskHeldOut(Math.multiplyExact(trials, Bits.length(samples) + 1));
    List<String> splits =
        parties.gather(ask).values().stream()
            .filter(HeldOut::held)
            .map(HeldOut::splits)
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

  /** Parties that hold different people. */
  private SetupFacts sites(Parties parties, SortedMap<PartyId, Rows> rows) {
    study.sites().forEach(site -> require(site, rows.get(site.id())));
    requireSame(rows, Rows::columns, "columns", "name them in the study: views: {name: [a, b]}");
    List<String> classes = classes(rows);
    Matrix counts = counts(rows, classes);
    SiteOutline outline = new SiteOutline(study, classes, counts);
    StudySplits drawn = new StudySplits(outline.data());
    var splits = drawn.all();
    List<double[][]> moments = new ArrayList<>();
    int width = rows.get(rows.firstKey()).width();
    for (int trial = 1; trial <= splits.size(); trial++) {
      drawn.requireRows(splits.get(trial - 1), "split " + trial);
      moments.add(moments(parties, trial, width, String.join("\n", classes), counts).toRows());
    }
    double[][] all =
        study.extras().model()
            ? moments(parties, NodeLaboratory.MODEL, width, String.join("\n", classes), counts)
                .toRows()
            : new double[0][];
    return new SetupFacts(samples(rows), classes, counts.toRows(), List.of(), moments, all);
  }

  /** A party counts by its rows: their number is the study's, where that says one. */
  private static void require(Study.Site site, Rows told) {
    site.requireRows(told.samples());
    double byClass = SiteOutline.total(site.id(), told.counts(), 0);
    if (told.samples() != byClass || told.counts().cols() != Bits.lines(told.classes()).size()) {
      throw new ProtocolViolation(
          "party %s says it has %d rows, and %.0f rows in its %d classes; what it runs is not this program, or was changed"
              .formatted(site.id(), told.samples(), byClass, Bits.lines(told.classes()).size()));
    }
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

  private Matrix counts(SortedMap<PartyId, Rows> rows, List<String> classes) {
    return Matrix.fill(
        study.members().size(),
        classes.size(),
        (p, c) -> {
          Rows own = rows.get(study.members().get(p));
          int place = Bits.lines(own.classes()).indexOf(classes.get(c));
          return place < 0 ? 0 : own.counts().get(0, place);
        });
  }

  private static Matrix moments(
      Parties parties, int trial, int width, String classes, Matrix counts) {
    Moments total = parties.sum(new AskMoments(trial, width, classes, counts)).total();
    return MomentRows.toMatrix(MomentLimbs.total(total));
  }
}

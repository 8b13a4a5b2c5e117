package io.parallax.mmvfl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.parallax.core.Labels;
import io.parallax.core.PartyId;
import io.parallax.core.Roster;
import io.parallax.core.Rounds;
import io.parallax.core.View;
import io.parallax.data.ColumnMoments;
import io.parallax.data.CsvFile;
import io.parallax.data.Scaler;
import io.parallax.data.Split;
import io.parallax.data.Splits;
import io.parallax.data.Table;
import io.parallax.engine.Simulation;
import io.parallax.eval.Classification;
import io.parallax.math.Features;
import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import io.parallax.mmvfl.MmvflConfig.Mode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The paper's five views of handwritten digits (UCI Multiple Features), with its ζ = η = 1000. */
class MmvflHandwrittenTest {
  private static final List<String> VIEWS = List.of("pix", "fou", "fac", "zer", "kar");
  private static final Mmvfl METHOD = new Mmvfl();

  private record Digits(List<View> views, Labels labels, int[] truth) {
    Simulation.Outcome<MmvflResult> train(Mode mode, Rounds rounds) {
      Roster roster = Roster.vertical(views, 10, 3);
      return Simulation.train(METHOD, METHOD.defaults().with(mode), views, roster, rounds);
    }
  }

  private static Path file(String name) {
    String chosen = System.getenv("PARALLAX_DATA");
    Path file = Path.of(chosen == null ? "../../../shared/data" : chosen, "mfeat", name);
    if (!Files.exists(file)) {
      System.out.println("Skipped: no " + name + " in the folder mfeat (set PARALLAX_DATA)");
    }
    assumeTrue(Files.exists(file), "no " + name + " in the data folder");
    return file;
  }

  private static Digits digits() {
    Labels all = new Labels(CsvFile.of(file("labels.csv")).labels("id", "label").codes(), 10);
    Split split = Splits.kFold(all.codes(), 5, Rng.of(7)).get(0);
    Labels labels = all.select(split.train());
    List<View> views = new ArrayList<>();
    for (String name : VIEWS) {
      views.add(view(name, split, views.isEmpty() ? Optional.of(labels) : Optional.empty()));
    }
    return new Digits(views, labels, all.select(split.test()).codes());
  }

  private static View view(String name, Split split, Optional<Labels> labels) {
    Table table = CsvFile.of(file("view_" + name + ".csv.gz")).table("id");
    Matrix train = table.values().selectRows(split.train());
    Scaler scaler = Scaler.from(ColumnMoments.of(train));
    return new View(
        PartyId.of("party-" + name),
        name,
        table.columns(),
        Features.of(scaler.apply(train)),
        Optional.of(Features.of(scaler.apply(table.values().selectRows(split.test())))),
        labels);
  }

  @Test
  void bestReachesInFourRoundsWhatTakesAlgorithm1OverFifty() {
    Digits digits = digits();
    Rounds paper = Rounds.of(1000, 1e-6);
    Rounds best = Rounds.of(1000, 1e-6);
    double a = digits.train(Mode.PAPER, paper).result().objective();
    double b = digits.train(Mode.BEST, best).result().objective();
    assertThat(best.count()).isLessThanOrEqualTo(4);
    assertThat(paper.count()).isGreaterThan(50);
    assertThat(b).isCloseTo(a, within(1e-5 * a));
  }

  @Test
  void theConsensusShowsTheLabelsFromTheFirstRoundsOn() {
    Digits digits = digits();
    for (Mode mode : Mode.values()) {
      for (int rounds = 1; rounds <= 3; rounds++) {
        Matrix z = digits.train(mode, Rounds.of(rounds, 0)).result().consensus();
        double known = agreement(z.argmaxRows(), digits.labels().codes());
        assertThat(known).isGreaterThan(rounds == 1 ? 0.9 : 0.999);
      }
    }
  }

  @Test
  void everyPartyPredictsAloneAsWellAsIfItHadTheLabels() {
    Digits digits = digits();
    var outcome = digits.train(Mode.BEST, Rounds.of(20, 1e-6));
    Matrix y = digits.labels().oneHot();
    for (View view : digits.views()) {
      Matrix own = outcome.parties().get(view.owner()).scores().orElseThrow();
      Matrix w = SupFl.solve(view.features(), y, METHOD.defaults().beta().of(view.name()));
      double mmvfl = accuracy(digits, own);
      double supFl = accuracy(digits, new MmvflModel(w).scores(view.toScore(), 100));
      assertThat(mmvfl).isCloseTo(supFl, within(0.01));
    }
    assertThat(accuracy(digits, outcome.result().scores().orElseThrow())).isGreaterThan(0.95);
  }

  @Test
  void theLabelHolderIsNotAloneInTheFirstSum() {
    Digits digits = digits();
    var outcome = digits.train(Mode.BEST, Rounds.of(1, 0));
    for (View view : digits.views()) {
      double[] importance = outcome.parties().get(view.owner()).importance().get(view.name());
      assertThat(Arrays.stream(importance).max().orElseThrow()).isGreaterThan(1e-3);
    }
  }

  private static double accuracy(Digits digits, Matrix scores) {
    return Classification.scores(digits.truth(), scores).asMap().get("accuracy");
  }

  private static double agreement(int[] a, int[] b) {
    int[] same = new int[a.length];
    Arrays.setAll(same, i -> a[i] == b[i] ? 1 : 0);
    return Arrays.stream(same).average().orElseThrow();
  }
}

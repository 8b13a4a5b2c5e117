package io.parallax.regression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.parallax.core.Party;
import io.parallax.core.PartyId;
import io.parallax.core.PerView;
import io.parallax.core.Target.Numbers;
import io.parallax.core.View;
import io.parallax.engine.Transcript;
import io.parallax.math.Matrix;
import io.parallax.regression.RegressionConfig.Model;
import io.parallax.regression.RegressionMessages.AskPenalties;
import io.parallax.regression.RegressionMessages.Shrink;
import io.parallax.regression.RegressionMessages.Shrunk;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * What the messages of a penalty that leaves columns out tell: residuals every party, and lengths
 * of steps the coordinator. Every attack has a control in which it fails or succeeds.
 */
class SparseAttackTest {
  private static final Regression METHOD = new Regression();
  private static final int ROWS = 60;
  private static final double BETA = 3;

  private static SmallStudy study(Model model, long seed) {
    return SmallStudy.make(model, ROWS, 2, seed, 3, 3, 3);
  }

  private static RegressionConfig config(Model model, double beta) {
    return RegressionConfig.DEFAULTS.with(model).sparse(PerView.of(beta));
  }

  private static Shrink firstShrink(List<Transcript.Exchange> words) {
    return words.stream()
        .map(Transcript.Exchange::ask)
        .filter(Shrink.class::isInstance)
        .map(Shrink.class::cast)
        .findFirst()
        .orElseThrow();
  }

  /** As from {@code Slope}: r/a = y − mean. */
  @Test
  void everyPartyReadsNumbersFromTheFirstResidual() {
    SmallStudy study = study(Model.SQUARED, 17);
    double[] y = ((Numbers) study.target()).values();
    var words = RegressionAttackTest.words(config(Model.SQUARED, 3000), study);
    Shrink told = firstShrink(words);
    double[] a = told.curvature().toArray();
    double[] seen = told.residual().toArray();
    for (int i = 0; i < ROWS; i++) {
      seen[i] /= a[i];
    }
    assertThat(RegressionAttackTest.correlation(seen, y)).isGreaterThan(1 - 1e-9);
    double[] others = RegressionAttackTest.shuffled(y);
    assertThat(Math.abs(RegressionAttackTest.correlation(seen, others))).isLessThan(0.3);
    assertThat(RegressionAttackTest.words(RegressionConfig.DEFAULTS, study))
        .noneMatch(e -> e.ask() instanceof Shrink || e.ask() instanceof AskPenalties);
  }

  private static Party party(RegressionConfig config, SmallStudy study, View view) {
    return METHOD.party(config, List.of(view), study.roster());
  }

  private static Shrunk shrunk(RegressionConfig config, SmallStudy study, View view, Shrink ask) {
    return (Shrunk) party(config, study, view).answers().to(ask);
  }

  /** The first party's view with another number in its first cell. */
  private static View with(View view, double cell) {
    double[][] rows = view.features().toMatrix().toRows();
    rows[0][0] = cell;
    double[][] held = view.toScore().toMatrix().toRows();
    return View.of("p0", "v0", rows, held, Optional.empty());
  }

  /** Returns the cell with which a party's length of a step is closest to a number. */
  private static double cellFor(
      double length, RegressionConfig config, SmallStudy study, Shrink ask) {
    double best = 0;
    double least = Double.POSITIVE_INFINITY;
    for (double cell = -4; cell <= 4; cell += 0.02) {
      View guess = with(study.views().get(0), cell);
      double off = Math.abs(shrunk(config, study, guess, ask).decrement() - length);
      best = off < least ? cell : best;
      least = Math.min(off, least);
    }
    return best;
  }

  /**
   * Who knows all rows of a party but one cell finds it by the length of the party's own step. Of
   * the sum over three parties the others' part is unknown; the best guess is their expected one.
   */
  @Test
  void lengthsOfOnePartyTellItsLastCellAndSumsOverAllDoNot() {
    RegressionConfig config = config(Model.LOGISTIC, BETA);
    int alone = 0;
    int inSum = 0;
    int studies = 20;
    for (int seed = 0; seed < studies; seed++) {
      SmallStudy study = study(Model.LOGISTIC, seed);
      Shrink ask = firstShrink(RegressionAttackTest.words(config, study));
      double truth = study.rows().get(0, 0);
      List<Double> lengths = new ArrayList<>();
      study.views().forEach(v -> lengths.add(shrunk(config, study, v, ask).decrement()));
      double sum = lengths.stream().mapToDouble(d -> d).sum();
      alone += Math.abs(cellFor(lengths.get(0), config, study, ask) - truth) < 0.05 ? 1 : 0;
      inSum += Math.abs(cellFor(sum / 3, config, study, ask) - truth) < 0.05 ? 1 : 0;
    }
    System.out.printf("cells from lengths of %d: alone %d, in sum %d%n", studies, alone, inSum);
    assertThat(alone).isGreaterThan(10);
    assertThat(inSum).isLessThan(4);
  }

  /** Returns the penalties along the first step: of one party, or in sum. */
  private static Matrix penalties(List<Transcript.Exchange> words, Optional<PartyId> of) {
    return words.stream()
        .filter(exchange -> exchange.ask() instanceof AskPenalties)
        .map(exchange -> exchange.answered().entrySet().stream())
        .map(
            told ->
                told.filter(e -> of.isEmpty() || of.get().equals(e.getKey()))
                    .map(e -> e.getValue().get(0))
                    .reduce(Matrix::plus)
                    .orElseThrow())
        .map(WideSum.MEANS::read)
        .findFirst()
        .orElseThrow();
  }

  /**
   * A party's own penalty is 0 if its columns are left out. The sum is not, whichever party keeps
   * columns. From weights 0 the penalties at 21 lengths are one number.
   */
  @Test
  void penaltiesOfOnePartyTellIfItKeepsColumnsAndSumsOverAllDoNot() {
    SmallStudy study = study(Model.LOGISTIC, 4);
    Optional<PartyId> alone = Optional.of(PartyId.of("p0"));
    for (double first : new double[] {1, 1000}) {
      PerView beta = PerView.of(Map.of("v0", first, "v1", 1.0, "v2", 1.0));
      var words =
          RegressionAttackTest.words(
              RegressionConfig.DEFAULTS.with(Model.LOGISTIC).sparse(beta), study);
      assertThat(penalties(words, alone).maxAbs() > 0).isEqualTo(first == 1);
      Matrix sum = penalties(words, Optional.empty());
      for (int k = 0; k < RegressionMessages.LENGTHS; k++) {
        double part = Math.scalb(sum.get(0, 0), -k);
        assertThat(sum.get(0, k)).isPositive().isCloseTo(part, within(1e-9 * part));
      }
    }
  }

  /** A residual that singles out a row; its sum is 0, so that the intercept stays. */
  private static Shrink about(int row, double size) {
    double mean = size / ROWS;
    Matrix r = Matrix.fill(ROWS, 1, (i, j) -> (i == row ? size : 0) - mean);
    return new Shrink(r, Matrix.fill(ROWS, 1, (i, j) -> 1), 0, 0, 0, 1);
  }

  /** Returns the largest cell of a row, less its column's mean, by lengths of steps of views. */
  private static double largest(
      RegressionConfig config, SmallStudy study, List<View> views, int row) {
    double none = 0;
    double some = 1e6;
    while (some - none > 1e-9 * some) {
      double size = (none + some) / 2;
      double sum =
          views.stream()
              .mapToDouble(v -> shrunk(config, study, v, about(row, size)).decrement())
              .sum();
      if (sum > 1e-20) { // beyond rounding of the intercept
        some = size;
      } else {
        none = size;
      }
    }
    return BETA / some;
  }

  private static double farthest(View view, int row) {
    Matrix x = view.features().toMatrix();
    double most = 0;
    for (int j = 0; j < x.cols(); j++) {
      int column = j;
      double mean = IntStream.range(0, ROWS).mapToDouble(i -> x.get(i, column)).average().orElse(0);
      most = Math.max(most, Math.abs(x.get(row, j) - mean));
    }
    return most;
  }

  /**
   * A coordinator that lies about residuals finds the size at which a row alone moves a weight: the
   * row's largest cell. Of a sum it is that of all parties' cells, and not whose.
   */
  @Test
  void residualsOfOneRowTellItsLargestCellOfAllParties() {
    SmallStudy study = study(Model.LOGISTIC, 4);
    RegressionConfig config = config(Model.LOGISTIC, BETA);
    int hidden = 0;
    for (int row = 0; row < 12; row++) {
      double own = farthest(study.views().get(0), row);
      int at = row;
      double all = study.views().stream().mapToDouble(v -> farthest(v, at)).max().orElseThrow();
      double alone = largest(config, study, study.views().subList(0, 1), row);
      double inSum = largest(config, study, study.views(), row);
      assertThat(alone).isCloseTo(own, within(1e-6));
      assertThat(inSum).isCloseTo(all, within(1e-6));
      hidden += inSum > own + 1e-6 ? 1 : 0;
    }
    assertThat(hidden).as("rows whose largest cell is another party's").isBetween(5, 11);
  }
}

package io.parallax.joint;

import static org.assertj.core.api.Assertions.assertThat;

import io.parallax.core.Labels;
import io.parallax.core.Roster;
import io.parallax.core.Rounds;
import io.parallax.core.View;
import io.parallax.engine.Simulation;
import io.parallax.engine.Transcript;
import io.parallax.joint.KernelMessages.CompareRows;
import io.parallax.joint.KernelMessages.RowProducts;
import io.parallax.math.Matrix;
import io.parallax.math.Svd;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Reconstruction from G = Σ X_k X_{k,L}ᵀ by an attacker who knows some rows: with as many rows as
 * columns, X_Lᵀ = X_known⁺ G_known and X = G (X_Lᵀ)⁺, so all of them.
 */
class KernelAttackTest {
  private static final Joint METHOD = new Joint();
  private static final JointConfig CONFIG = JointConfig.DEFAULTS.withLandmarks(40);
  private final SmallStudy study = SmallStudy.make(120, 10, 31, 6, 4, 8);

  /** The sum that a coordinator sees, of these parties. */
  private static Matrix seen(List<View> views, Roster roster) {
    Matrix sum = null;
    for (View view : views) {
      RowProducts own =
          (RowProducts) METHOD.party(CONFIG, List.of(view), roster).answers().to(new CompareRows());
      sum = sum == null ? own.products() : sum.plus(own.products());
    }
    return sum;
  }

  /** The rows that are not known, by those that are: the first so many. */
  private static Matrix workOut(Matrix products, Matrix rows, int known) {
    int[] first = IntStream.range(0, known).toArray();
    int[] rest = IntStream.range(known, rows.rows()).toArray();
    Matrix landmarks = inverse(rows.selectRows(first)).times(products.selectRows(first)); // d × m
    return products.selectRows(rest).times(inverse(landmarks));
  }

  /** The pseudo-inverse. */
  private static Matrix inverse(Matrix a) {
    Svd svd = a.thinSvd();
    double least = 1e-9 * svd.s()[0];
    return Matrix.fill(
            svd.v().rows(),
            svd.s().length,
            (i, j) -> svd.s()[j] > least ? svd.v().get(i, j) / svd.s()[j] : 0)
        .timesTranspose(svd.u());
  }

  /**
   * Returns the error of the reconstructed rows: 0 if all are exact, about 1 if nothing is found.
   */
  private static double error(Matrix products, Matrix rows, int known) {
    Matrix truth = rows.selectRows(IntStream.range(known, rows.rows()).toArray());
    return Math.sqrt(workOut(products, rows, known).squaredDistance(truth) / truth.squaredNorm());
  }

  @Test
  void aCoordinatorThatKnowsRowsWorksOutAllOthersWithoutThePadAndNoneWithIt() {
    List<View> unlabelled = study.views().stream().map(v -> v.with(Optional.empty())).toList();
    Matrix bare = seen(unlabelled, study.roster()); // no label holder, so no pad: the control
    assertThat(error(bare, study.pooled(), 20)).isLessThan(1e-4);
    assertThat(error(bare, study.pooled(), 9)).isGreaterThan(0.3); // fewer than columns
    Matrix padded = seen(study.views(), study.roster());
    assertThat(error(padded, study.pooled(), 60)).isGreaterThan(0.9);
    assertThat(padded.minus(bare).norm()).isGreaterThan(1e6 * bare.norm());
  }

  @Test
  void thePadIsAnotherForOtherRows() {
    SmallStudy other = SmallStudy.make(120, 10, 32, 6, 4, 8);
    List<View> views = List.of(study.views().get(0), other.views().get(1), study.views().get(2));
    Matrix difference = seen(study.views(), study.roster()).minus(seen(views, study.roster()));
    assertThat(difference.maxAbs()).isGreaterThan(1e9);
  }

  /** It takes its own products away: what is left is the others'. */
  @Test
  void theLabelHolderThatKnowsRowsOfTheOthersWorksOutAllOfThem() {
    List<View> others = List.of(study.views().get(0), study.views().get(2));
    Matrix columns =
        Matrix.stackColumns(others.stream().map(v -> v.features().toMatrix()).toList());
    assertThat(error(seen(others, study.roster()), columns, 14)).isLessThan(1e-3);
    assertThat(error(seen(others, study.roster()), columns, 7)).isGreaterThan(0.3);
  }

  /** All words of a training, up and down, but the last: the held-out rows' probabilities. */
  @Test
  void otherLabelsChangeNothingThatIsSentButProbabilities() {
    List<byte[]> truth = words(study.views());
    int[] codes = IntStream.range(0, 120).map(i -> i * i % SmallStudy.CLASSES).toArray();
    List<View> views = new ArrayList<>(study.views());
    views.set(1, views.get(1).with(Optional.of(new Labels(codes, SmallStudy.CLASSES))));
    List<byte[]> other = words(views);
    assertThat(truth).hasSize(4);
    for (int exchange = 0; exchange < 3; exchange++) {
      assertThat(other.get(exchange)).isEqualTo(truth.get(exchange));
    }
    assertThat(other.get(3)).isNotEqualTo(truth.get(3));
  }

  private List<byte[]> words(List<View> views) {
    List<byte[]> words = new ArrayList<>();
    Simulation.train(
        METHOD,
        CONFIG,
        views,
        study.roster(),
        Rounds.of(5, 0),
        Simulation.Options.inMemory()
            .inBlocks(Integer.MAX_VALUE)
            .through(link -> Transcript.recording(link, words::add)));
    return words;
  }
}

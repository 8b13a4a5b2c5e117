package io.parallax.party;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.BadInput;
import io.parallax.core.PartyId;
import io.parallax.core.Refused;
import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import io.parallax.math.Svd;
import io.parallax.privacy.LookupLimits;
import io.parallax.study.PredictionTerms;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PredictionCountsTest {
  private static final Instant NOON = Instant.parse("2026-11-18T12:00:00Z");
  private static final Policy.Predictions POLICY = new Policy.Predictions(100, 3);
  @TempDir Path state;

  private LookupLimits limits(String study, int days) {
    return limits(study, days, POLICY);
  }

  private LookupLimits limits(String study, int days, Policy.Predictions policy) {
    Clock clock = Clock.fixed(NOON.plus(Duration.ofDays(days)), ZoneOffset.UTC);
    PredictionTerms terms = new PredictionTerms(PartyId.of("maple"), 60, 1000);
    return new PredictionCounts(state, clock).of(study, terms, policy, 50);
  }

  @Test
  void peopleInADayAreCountedByStudyAndOverAllAndAfterARestart() {
    limits("one", 0).wanted(60);
    assertThatThrownBy(() -> limits("one", 0).wanted(1))
        .isInstanceOf(Refused.class)
        .hasMessageContaining("the study's predict.day is 60 in a day");
    assertThatThrownBy(() -> limits("two", 0).wanted(41))
        .hasMessageContaining("the owner's policy.predictions.day is 100 in a day");
    limits("two", 0).wanted(40);
    limits("one", 1).wanted(60);
  }

  @Test
  void aPersonIsCountedOverAllStudiesAndThirtyDays() {
    for (int i = 0; i < 3; i++) {
      limits("study" + i, i).found(List.of("ann", "p" + i));
    }
    assertThatThrownBy(() -> limits("other", 3).found(List.of("bob", "ann")))
        .isInstanceOf(Refused.class)
        .hasMessage(
            "1 of the people asked for was predicted 3 times in 30 days, which is the most; ask for"
                + " the others, or later");
    limits("other", 3).found(List.of("bob"));
    limits("other", 31).found(List.of("ann"));
  }

  @Test
  void aLineThatWasCutOffWasNeverActedOn() throws Exception {
    limits("one", 0).wanted(40);
    Path file = state.resolve("predictions/counts");
    String whole = Files.readString(file);
    Files.writeString(file, whole + whole.substring(0, whole.length() - 5));
    limits("one", 0).wanted(20); // 60 in all, and the line stands alone
    assertThatThrownBy(() -> limits("one", 0).wanted(1)).isInstanceOf(Refused.class);
    assertThat(Files.readAllLines(file)).hasSize(2);
    Files.writeString(file, "2026-11-18 wanted\n" + whole);
    assertThatThrownBy(() -> limits("one", 0).wanted(1)).isInstanceOf(BadInput.class);
  }

  @Test
  void whatIsOldIsDroppedWhileAPartyRuns() throws Exception {
    AtomicInteger days = new AtomicInteger();
    InstantSource now = () -> NOON.plus(Duration.ofDays(days.get()));
    PredictionTerms terms = new PredictionTerms(PartyId.of("maple"), 60, 1000);
    LookupLimits running =
        new PredictionCounts(state, now.withZone(ZoneOffset.UTC)).of("one", terms, POLICY, 50);
    running.found(List.of("ann"));
    days.set(31);
    running.found(List.of("bob"));
    assertThat(Files.readAllLines(state.resolve("predictions/counts")))
        .hasSize(1)
        .allMatch(line -> line.startsWith("2026-12-19"));
  }

  @Test
  void listedIdsAreCountedOnceForEachBlock() throws Exception {
    byte[] block = new byte[30 * 32];
    limits("one", 0).listed("birch", block);
    limits("two", 0).listed("birch", block);
    byte[] other = block.clone();
    other[0] = 1;
    assertThatThrownBy(() -> limits("one", 0).listed("birch", other))
        .hasMessageContaining("party birch lists more ids in a day than the 50");
    limits("one", 0).listed("cedar", other);
    Path file = state.resolve("predictions/counts");
    assertThat(Files.readString(file)).doesNotContain("ann");
    Files.writeString(file, "rubbish\n");
    assertThatThrownBy(() -> limits("one", 0).wanted(1))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("cannot be read, and without it predictions cannot be counted");
  }

  @Test
  void aPersonIsForgotten() throws Exception {
    limits("one", 0).found(List.of("ann", "bob"));
    limits("two", 0).found(List.of("bob"));
    Clock clock = Clock.fixed(NOON, ZoneOffset.UTC);
    PredictionCounts counts = new PredictionCounts(state, clock);
    assertThat(counts.forget(List.of("bob", "eve"))).isEqualTo(2);
    assertThat(counts.forget(List.of("bob"))).isZero();
    assertThat(new PredictionCounts(state, clock).forget(List.of("ann"))).isEqualTo(1);
    limits("three", 0).wanted(60);
    assertThatThrownBy(() -> limits("three", 0).wanted(1)).hasMessageContaining("predict.day");
  }

  /**
   * An attack: the party that asks knows some people's rows of another party, and reads those of
   * others from their scores by many models. A model tells one combination of columns; what is told
   * of a person ends with the owner's number of predictions.
   */
  @Test
  void manyModelsTellNoMoreThanTheOwnersNumberOfPredictions() {
    assertThat(attacked(2, 0)).isBetween(0.1, 0.45);
    assertThat(attacked(1000, 100)).as("the control").isGreaterThan(0.95);
  }

  private double attacked(int person, int days) {
    Policy.Predictions policy = new Policy.Predictions(1_000_000, person);
    int rows = 120;
    int columns = 8;
    Rng rng = Rng.of(5);
    Matrix features = Matrix.fill(rows, columns, (i, j) -> rng.gaussian());
    List<String> ids = IntStream.range(0, rows).mapToObj(i -> "p" + i).toList();
    List<Matrix> seen = new ArrayList<>();
    for (int model = 0; model < 2 * columns; model++) {
      Matrix weights = Matrix.fill(columns, 1, (i, j) -> rng.gaussian());
      try {
        limits("study" + model, days, policy).found(ids);
        seen.add(features.times(weights));
      } catch (Refused e) {
        assertThat(e).hasMessageContaining("times in 30 days");
      }
    }
    int[] known = IntStream.range(0, 60).toArray();
    int[] unknown = IntStream.range(60, rows).toArray();
    Matrix all = Matrix.stackColumns(seen);
    Svd svd = all.selectRows(known).thinSvd();
    Matrix turned = svd.u().transposeTimes(features.selectRows(known));
    Matrix map =
        svd.v()
            .times(
                Matrix.fill(
                    turned.rows(),
                    turned.cols(),
                    (i, j) -> svd.s()[i] > 1e-9 * svd.s()[0] ? turned.get(i, j) / svd.s()[i] : 0));
    Matrix truth = features.selectRows(unknown);
    Matrix guess = all.selectRows(unknown).times(map);
    return 1 - guess.squaredDistance(truth) / truth.squaredNorm();
  }
}

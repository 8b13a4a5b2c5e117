package io.parallax.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.parallax.core.Labels;
import io.parallax.core.Method;
import io.parallax.core.PartyId;
import io.parallax.core.Result;
import io.parallax.core.Roster;
import io.parallax.core.Rounds;
import io.parallax.core.View;
import io.parallax.engine.Simulation;
import io.parallax.fedmv.horizontal.HFedMv;
import io.parallax.fedmv.horizontal.HFedMvConfig;
import io.parallax.fedmv.vertical.VFedMv;
import io.parallax.fedmv.vertical.VFedMvConfig;
import io.parallax.joint.Joint;
import io.parallax.joint.JointConfig;
import io.parallax.math.Features;
import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import io.parallax.mmvfl.Mmvfl;
import io.parallax.mmvfl.MmvflConfig;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every linear method, in each of its modes: what Spark gives is what memory gives. */
class MethodsOnSparkTest {
  private static final int ROWS = 90;
  private static final int HELD_OUT = 20;
  private static final int[] WIDTHS = {4, 3, 5};
  private static SparkCluster spark;

  @BeforeAll
  static void start() {
    spark = SparkCluster.connect("local[2]", Map.of(), SparkCluster.PATIENCE);
  }

  @AfterAll
  static void stop() {
    spark.close();
  }

  @ParameterizedTest
  @EnumSource(VFedMvConfig.Mode.class)
  void vertical(VFedMvConfig.Mode mode) {
    same(new VFedMv(), VFedMvConfig.DEFAULTS.with(mode), false);
  }

  @ParameterizedTest
  @EnumSource(MmvflConfig.Mode.class)
  void mmvfl(MmvflConfig.Mode mode) {
    same(new Mmvfl(), MmvflConfig.DEFAULTS.with(mode), false);
  }

  @Test
  void joint() {
    same(new Joint(), JointConfig.DEFAULTS, false);
  }

  @ParameterizedTest
  @EnumSource(HFedMvConfig.Mode.class)
  void horizontal(HFedMvConfig.Mode mode) {
    same(new HFedMv(), HFedMvConfig.DEFAULTS.with(mode), true);
  }

  private static <C extends Record, R extends Result> void same(
      Method<C, R> method, C config, boolean horizontal) {
    Trained expected = train(method, config, horizontal, Features::of);
    Trained found = train(method, config, horizontal, MethodsOnSparkTest::put);
    close(found.essence.iterator(), expected.essence.iterator());
    close(found.scores.iterator(), expected.scores.iterator());
    assertThat(found.scores).isNotEmpty();
  }

  private record Trained(Iterable<Matrix> essence, List<Matrix> scores) {}

  private static Features put(Matrix x) {
    return SparkFeatures.of(SparkFeaturesTest.blocks(spark, x));
  }

  private static void close(Iterator<Matrix> found, Iterator<Matrix> expected) {
    while (expected.hasNext()) {
      Matrix want = expected.next();
      double apart = found.next().maxAbsDifference(want) / (1 + want.maxAbs());
      assertThat(apart).isLessThan(1e-9);
    }
    assertThat(found.hasNext()).isFalse();
  }

  private static <C extends Record, R extends Result> Trained train(
      Method<C, R> method, C config, boolean horizontal, Function<Matrix, Features> place) {
    List<View> views = horizontal ? sites(place) : parties(place);
    Roster roster = horizontal ? Roster.horizontal(views, 3, 5) : Roster.vertical(views, 3, 5);
    var outcome = Simulation.train(method, config, views, roster, Rounds.of(3, 0));
    List<Matrix> scores = new ArrayList<>(outcome.result().scores().stream().toList());
    outcome.parties().values().forEach(party -> party.scores().ifPresent(scores::add));
    return new Trained(outcome.result().essence(), scores);
  }

  /** Each party has another view of the same rows. */
  private static List<View> parties(Function<Matrix, Features> place) {
    List<View> views = new ArrayList<>();
    for (int k = 0; k < WIDTHS.length; k++) {
      boolean first = k == 0;
      views.add(view("party-" + k, k, 0, place, first ? Optional.of(labels(0)) : Optional.empty()));
    }
    return views;
  }

  /** Two parties with all views of rows of their own. */
  private static List<View> sites(Function<Matrix, Features> place) {
    List<View> views = new ArrayList<>();
    for (int site = 0; site < 2; site++) {
      for (int k = 0; k < WIDTHS.length; k++) {
        views.add(view("site-" + site, k, site, place, Optional.of(labels(site))));
      }
    }
    return views;
  }

  private static View view(
      String owner, int k, int site, Function<Matrix, Features> place, Optional<Labels> labels) {
    List<String> names = IntStream.range(0, WIDTHS[k]).mapToObj(j -> "x" + j).toList();
    return new View(
        PartyId.of(owner),
        "view-" + k,
        names,
        place.apply(rows(ROWS, k, site)),
        Optional.of(place.apply(rows(HELD_OUT, k, site))),
        labels);
  }

  private static Matrix rows(int count, int k, int site) {
    Rng rng = Rng.of(11).child("rows", count + "/" + k + "/" + site);
    return Matrix.fill(count, WIDTHS[k], (i, j) -> rng.gaussian() + (i % 3 == j ? 1 : 0));
  }

  private static Labels labels(int site) {
    return new Labels(IntStream.range(0, ROWS).map(i -> i % 3).toArray(), 3);
  }
}

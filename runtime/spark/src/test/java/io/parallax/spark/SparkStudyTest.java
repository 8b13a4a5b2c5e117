package io.parallax.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.parallax.core.Labels;
import io.parallax.core.Method;
import io.parallax.core.PartyId;
import io.parallax.core.Result;
import io.parallax.core.Roster;
import io.parallax.core.Rounds;
import io.parallax.core.View;
import io.parallax.data.Missing;
import io.parallax.data.Scaler;
import io.parallax.engine.Link;
import io.parallax.engine.Simulation;
import io.parallax.fedmv.horizontal.HFedMv;
import io.parallax.fedmv.horizontal.HFedMvConfig;
import io.parallax.fedmv.vertical.VFedMv;
import io.parallax.fedmv.vertical.VFedMvConfig;
import io.parallax.math.Features;
import io.parallax.math.Matrix;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Handwritten digits, in eight partitions on a real master with two workers. */
class SparkStudyTest {
  private static final List<String> VIEWS = List.of("kar", "fou", "mor");
  private static final int ROUNDS = 4;

  @Test
  void aClusterGivesWhatMemoryGivesAlsoWhenAWorkerDies() throws Exception {
    Path data = data();
    StandaloneCluster cluster = new StandaloneCluster(2);
    try (SparkCluster spark =
        SparkCluster.connect(
            cluster.url(),
            Map.of(
                "spark.executor.memory", "512m",
                "spark.executor.cores", "1",
                "spark.driver.host", "127.0.0.1",
                "spark.driver.bindAddress", "127.0.0.1"),
            Duration.ofSeconds(120))) {
      Digits remote = new Digits(spark, data);
      Digits local = remote.inMemory();

      Result expected = vertical(local, link -> link);
      Result once = vertical(remote, link -> link);
      assertThat(difference(once, expected)).isLessThan(1e-9);
      assertThat(horizontal(remote)).satisfies(r -> close(r, horizontal(local)));
      assertThat(horizontal(remote).essence()).isEqualTo(horizontal(remote).essence());

      Result killed = vertical(remote, link -> killing(link, cluster));
      assertThat(killed.essence()).isEqualTo(once.essence());
      Result again = vertical(new Digits(spark, data), link -> link); // read anew, by one worker
      assertThat(again.essence()).isEqualTo(once.essence());
    }
  }

  private static Path data() {
    String chosen = System.getenv("PARALLAX_DATA");
    Path data = chosen == null ? Path.of("..", "..", "..", "shared", "data") : Path.of(chosen);
    assumeTrue(Files.exists(data.resolve("mfeat")), "set PARALLAX_DATA; mfeat is needed");
    return data.resolve("mfeat").toAbsolutePath().normalize();
  }

  private static Result vertical(Digits digits, UnaryOperator<Link> link) {
    VFedMvConfig config = VFedMvConfig.DEFAULTS.with(VFedMvConfig.Mode.PAPER);
    List<View> views = new ArrayList<>();
    for (int k = 0; k < VIEWS.size(); k++) {
      Optional<Labels> labels = k == 0 ? Optional.of(digits.labels) : Optional.empty();
      views.add(digits.view("party-" + k, k, labels));
    }
    return train(new VFedMv(), config, views, Roster.vertical(views, 10, 7), link);
  }

  private static Result horizontal(Digits digits) {
    List<View> views =
        IntStream.range(0, VIEWS.size())
            .mapToObj(k -> digits.view("all", k, Optional.of(digits.labels)))
            .toList();
    Roster roster = Roster.horizontal(views, 10, 7);
    return train(new HFedMv(), HFedMvConfig.DEFAULTS, views, roster, link -> link);
  }

  private static <C extends Record, R extends Result> R train(
      Method<C, R> method, C config, List<View> views, Roster roster, UnaryOperator<Link> link) {
    var options = Simulation.Options.inMemory().through(link);
    return Simulation.train(method, config, views, roster, Rounds.of(ROUNDS, 0), options).result();
  }

  /** A worker is killed between the second exchange and the third. */
  private static Link killing(Link link, StandaloneCluster cluster) {
    return new Link() {
      private int exchanges;

      @Override
      public SortedMap<PartyId, byte[]> exchange(byte[] ask) {
        if (++exchanges == 3) {
          cluster.kill(0);
        }
        return link.exchange(ask);
      }

      @Override
      public SortedMap<PartyId, Long> positions() {
        return link.positions();
      }
    };
  }

  private static void close(Result found, Result expected) {
    assertThat(difference(found, expected)).isLessThan(1e-9);
  }

  private static double difference(Result a, Result b) {
    Matrix expected = b.essence().iterator().next();
    return a.essence().iterator().next().maxAbsDifference(expected) / (1 + expected.maxAbs());
  }

  /** The views side by side, scaled, and the labels. */
  private static final class Digits {
    private final List<Features> features;
    private final Labels labels;

    Digits(SparkCluster spark, Path data) {
      List<SparkTable> tables = new ArrayList<>();
      for (String view : VIEWS) {
        tables.add(table(spark, data.resolve("view_" + view + ".csv.gz")));
      }
      tables.add(table(spark, data.resolve("labels.csv")));
      List<SparkRows> rows = SparkTable.align(tables);
      features =
          rows.subList(0, VIEWS.size()).stream()
              .map(r -> r.prepared(Scaler.from(r.moments()), Missing.ERROR))
              .toList();
      Matrix codes = rows.get(VIEWS.size()).features().times(Matrix.identity(1));
      int[] all = IntStream.range(0, codes.rows()).map(i -> (int) codes.get(i, 0)).toArray();
      labels = new Labels(all, 10);
      assertThat(all).hasSize(2000);
      assertThat(new BlockLayout(2000).numPartitions()).isEqualTo(8);
    }

    private Digits(List<Features> features, Labels labels) {
      this.features = features;
      this.labels = labels;
    }

    private static SparkTable table(SparkCluster spark, Path file) {
      return SparkTable.read(
          spark, SparkSource.csv(file.toString()), "id", List.of(), List.of(), Missing.ERROR);
    }

    Digits inMemory() {
      List<Features> copies =
          features.stream().map(x -> Features.of(x.times(Matrix.identity(x.size())))).toList();
      return new Digits(copies, labels);
    }

    View view(String owner, int k, Optional<Labels> known) {
      Features x = features.get(k);
      List<String> names =
          IntStream.range(0, x.size()).mapToObj(j -> VIEWS.get(k) + "_" + j).toList();
      return new View(PartyId.of(owner), VIEWS.get(k), names, x, Optional.empty(), known);
    }
  }
}

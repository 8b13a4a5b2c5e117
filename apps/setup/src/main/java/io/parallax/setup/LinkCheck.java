package io.parallax.setup;

import io.parallax.core.Labels;
import io.parallax.core.Method;
import io.parallax.core.Methods;
import io.parallax.core.PartyId;
import io.parallax.core.Result;
import io.parallax.core.Roster;
import io.parallax.core.Rounds;
import io.parallax.core.View;
import io.parallax.engine.Link;
import io.parallax.engine.Simulation;
import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/**
 * V-FedMV among three made-up parties in this process. The first one's answers take the way to the
 * coordinator and back before they are added up: as many numbers down and up as in a study proper.
 */
public final class LinkCheck {
  private static final int ROWS = 1000;
  private static final int CLASSES = 10;
  private static final int COLUMNS = 20;
  private static final int ROUNDS = 20;
  private final UnaryOperator<byte[]> way;
  private long onTheWay;

  /**
   * The result of a toy study.
   *
   * @param sound whether the result is bit for bit the one without the network
   * @param wayMillis time of a round on the network
   */
  public record Found(boolean sound, int rounds, int numbers, double seconds, double wayMillis) {}

  public LinkCheck(UnaryOperator<byte[]> way) {
    this.way = way;
  }

  public Found run() {
    Method<?, ?> method = Methods.named("vfedmv");
    List<Matrix> expected = train(method, Simulation.Options.inMemory());
    long began = System.nanoTime();
    List<Matrix> found = train(method, Simulation.Options.inMemory().through(Detour::new));
    double seconds = (System.nanoTime() - began) / 1e9;
    return new Found(
        found.equals(expected), ROUNDS, ROWS * CLASSES, seconds, onTheWay / 1e6 / ROUNDS);
  }

  private static <C extends Record, R extends Result> List<Matrix> train(
      Method<C, R> method, Simulation.Options options) {
    List<View> views = views();
    Roster roster = Roster.vertical(views, CLASSES, 1);
    R result =
        Simulation.train(method, method.defaults(), views, roster, Rounds.of(ROUNDS, 0), options)
            .result();
    List<Matrix> essence = new ArrayList<>();
    result.essence().forEach(essence::add);
    return essence;
  }

  /** Rows about a centre for each class. */
  private static List<View> views() {
    int[] codes = IntStream.range(0, ROWS).map(i -> i % CLASSES).toArray();
    List<View> views = new ArrayList<>();
    for (String name : List.of("a", "b", "c")) {
      Rng rng = Rng.of(1).child(name);
      double[][] centres = new double[CLASSES][COLUMNS];
      double[][] rows = new double[ROWS][COLUMNS];
      for (double[] centre : centres) {
        java.util.Arrays.setAll(centre, j -> rng.gaussian());
      }
      for (int i = 0; i < ROWS; i++) {
        double[] centre = centres[codes[i]];
        java.util.Arrays.setAll(rows[i], j -> centre[j] + rng.gaussian());
      }
      Optional<Labels> labels =
          views.isEmpty() ? Optional.of(new Labels(codes, CLASSES)) : Optional.empty();
      views.add(View.of(name, name, rows, rows, labels));
    }
    return views;
  }

  /** Sends the first party's answers over the way and takes what comes back for them. */
  private final class Detour implements Link {
    private final Link link;

    Detour(Link link) {
      this.link = link;
    }

    @Override
    public SortedMap<PartyId, byte[]> exchange(byte[] ask) {
      SortedMap<PartyId, byte[]> answers = new TreeMap<>(link.exchange(ask));
      long began = System.nanoTime();
      answers.computeIfPresent(answers.firstKey(), (id, answer) -> way.apply(answer));
      onTheWay += System.nanoTime() - began;
      return answers;
    }

    @Override
    public SortedMap<PartyId, Long> positions() {
      return link.positions();
    }
  }
}

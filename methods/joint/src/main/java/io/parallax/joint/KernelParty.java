package io.parallax.joint;

import io.parallax.core.Answers;
import io.parallax.core.Party;
import io.parallax.core.ProtocolViolation;
import io.parallax.core.Roster;
import io.parallax.core.View;
import io.parallax.joint.JointConfig.Views;
import io.parallax.joint.KernelMessages.Classify;
import io.parallax.joint.KernelMessages.CompareHeldOut;
import io.parallax.joint.KernelMessages.CompareRows;
import io.parallax.joint.KernelMessages.HeldOutProducts;
import io.parallax.joint.KernelMessages.Learn;
import io.parallax.joint.KernelMessages.Learnt;
import io.parallax.joint.KernelMessages.Probabilities;
import io.parallax.joint.KernelMessages.RowProducts;
import io.parallax.math.Features;
import io.parallax.math.Matrix;
import io.parallax.math.RowWise;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A party of mode kernel. Each party keeps its columns of the landmark rows and answers with inner
 * products; the party with the labels learns from their sum.
 */
final class KernelParty implements Party {
  private static final String LANDMARKS = "landmarks";
  private static final String SIZE = "size";
  private static final String COEFFICIENTS = "coefficients";
  private static final String INTERCEPT = "intercept";
  private static final String SQUARES = "squares";
  private static final String GAMMA = "gamma";
  private static final int STRIPE = 64; // columns that are squared at a time
  private static final double ROUNDING = 1e-6;

  private final JointConfig config;
  private final View view;
  private final Roster roster;
  private final int[] drawn; // the landmarks' places among the training rows
  private Matrix landmarks; // d × m, own columns
  private double size; // the divisor of own products; 0: the view has no information
  private boolean learner; // whether labels, or what was learnt from them, are here
  private Optional<KernelMachine> machine = Optional.empty();

  /** The state for resuming: empty before the machine has been found. */
  record State(
      boolean learnt, Matrix coefficients, Matrix intercept, Matrix squares, double gamma) {
    private static State of(Optional<KernelMachine> machine) {
      Matrix none = Matrix.zeros(1, 1);
      return machine
          .map(m -> new State(true, m.coefficients(), m.intercept(), m.squares(), m.gamma()))
          .orElse(new State(false, none, none, none, 0));
    }

    private Optional<KernelMachine> machine() {
      return learnt
          ? Optional.of(new KernelMachine(coefficients, intercept, squares, gamma))
          : Optional.empty();
    }
  }

  KernelParty(JointConfig config, View view, Roster roster) {
    this.config = config;
    this.view = view;
    this.roster = roster;
    this.learner = view.labels().isPresent();
    Features x = view.features();
    int[] order = roster.rng("study", LANDMARKS).permutation(x.samples());
    this.drawn = Arrays.copyOf(order, config.landmarks(roster));
    this.landmarks = x.transposeTimes(places(x.samples()));
    this.size = config.views() == Views.EQUAL ? RowWise.sum(squares(x)) / x.samples() : 1;
  }

  /**
   * Returns the selection of the landmarks as an N × m matrix, because rows may be accessible
   * through products only.
   */
  private Matrix places(int rows) {
    return Matrix.fill(rows, drawn.length, (i, j) -> drawn[j] == i ? 1 : 0);
  }

  /** The rows' squared lengths. */
  private static double[] squares(Features x) {
    double[] sums = new double[x.samples()];
    for (int from = 0; from < x.size(); from += STRIPE) {
      int[] some = IntStream.range(from, Math.min(x.size(), from + STRIPE)).toArray();
      double[] norms = x.columns(some).times(Matrix.identity(some.length)).rowNorms();
      Arrays.setAll(sums, i -> sums[i] + norms[i] * norms[i]);
    }
    return sums;
  }

  @Override
  public Answers answers() {
    return new Answers()
        .on(
            CompareRows.class,
            ask -> new RowProducts(products(view.features()), lengths(view.features())))
        .on(Learn.class, this::learn)
        .on(
            CompareHeldOut.class,
            ask -> new HeldOutProducts(products(view.toScore()), lengths(view.toScore())))
        .on(Classify.class, this::classify);
  }

  private Matrix products(Features x) {
    return padded("products", x, x.times(landmarks).scale(share()));
  }

  private Matrix lengths(Features x) {
    return padded("squares", x, Matrix.of(x.samples(), 1, squares(x)).scale(share()));
  }

  private double share() {
    return size > 0 ? 1 / size : 0;
  }

  private Matrix padded(String what, Features rows, Matrix own) {
    Matrix rounded = Pad.rounded(own);
    return learner ? rounded.plus(pad(rows).of(what, own.rows(), own.cols())) : rounded;
  }

  /** Returns the pad of these rows; a common pad would reveal the difference of two sums. */
  private Pad pad(Features rows) {
    return new Pad(roster.secretRng(view.owner(), "pad").child(squares(rows)));
  }

  private Learnt learn(Learn ask) {
    if (!learner) {
      return new Learnt(0);
    }
    Opened sum = open(view.features(), ask.products(), ask.squares());
    Matrix own = sum.squares().selectRows(drawn);
    sum.requireInnerProducts(own, roster.ids().size());
    Matrix distances = KernelMachine.distances(sum.products(), sum.squares(), own);
    Matrix y = JointParty.targets(view.labels().orElseThrow(), config.balance());
    machine = Optional.of(new KernelFit(distances, drawn, y).best(own));
    return new Learnt(view.features().samples());
  }

  private Probabilities classify(Classify ask) {
    if (!learner) {
      return new Probabilities(Matrix.zeros(view.toScore().samples(), roster.classes()));
    }
    KernelMachine learnt =
        machine.orElseThrow(() -> new ProtocolViolation("asked to classify before learning"));
    Opened sum = open(view.toScore(), ask.products(), ask.squares());
    sum.requireInnerProducts(learnt.squares(), roster.ids().size());
    return new Probabilities(learnt.probabilities(sum.products(), sum.squares()));
  }

  /** Returns a sum without this party's pad. */
  private Opened open(Features rows, Matrix products, Matrix squares) {
    int n = rows.samples();
    int m = landmarks.cols();
    if (products.rows() != n || products.cols() != m || squares.rows() != n) {
      throw new ProtocolViolation(
          "the sum of products has a wrong size; it must be %d × %d, as answered".formatted(n, m));
    }
    Pad pad = pad(rows);
    return new Opened(
        products.minus(pad.of("products", n, m)), squares.minus(pad.of("squares", n, 1)));
  }

  private record Opened(Matrix products, Matrix squares) {
    /**
     * Checks |g_ij|² ≤ s_i·s_j, so that no party can place a row near one landmark and far from all
     * others.
     */
    void requireInnerProducts(Matrix landmarks, int parties) {
      double error = Pad.error(parties);
      double[] beyond =
          RowWise.measure(
              products,
              (i, row) -> {
                double most = 0;
                for (int j = 0; j < row.length; j++) {
                  double room = (squares.get(i, 0) + error) * (landmarks.get(j, 0) + error);
                  most = Math.max(most, row[j] * row[j] / room - 1);
                  most = room > 0 ? most : 1;
                }
                return squares.get(i, 0) < -error ? 1 : most;
              });
      if (!(Arrays.stream(beyond).max().orElse(0) <= ROUNDING)) {
        throw new ProtocolViolation(
            "the received sum cannot consist of inner products and squared lengths of rows");
      }
    }
  }

  @Override
  public State state() {
    return State.of(machine);
  }

  @Override
  public void restore(Record state) {
    machine = ((State) state).machine();
  }

  @Override
  public Map<String, Matrix> model() {
    Map<String, Matrix> model = new HashMap<>(Map.of(LANDMARKS, landmarks, SIZE, one(size)));
    machine.ifPresent(
        m -> {
          model.put(COEFFICIENTS, m.coefficients());
          model.put(INTERCEPT, m.intercept());
          model.put(SQUARES, m.squares());
          model.put(GAMMA, one(m.gamma()));
        });
    return model;
  }

  private static Matrix one(double value) {
    return Matrix.of(1, 1, new double[] {value});
  }

  @Override
  public void adopt(Map<String, Matrix> model) {
    landmarks = model.get(LANDMARKS);
    size = model.get(SIZE).get(0, 0);
    learner = model.containsKey(COEFFICIENTS);
    machine =
        learner
            ? Optional.of(
                new KernelMachine(
                    model.get(COEFFICIENTS),
                    model.get(INTERCEPT),
                    model.get(SQUARES),
                    model.get(GAMMA).get(0, 0)))
            : Optional.empty();
  }
}

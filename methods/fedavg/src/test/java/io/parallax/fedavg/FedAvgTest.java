package io.parallax.fedavg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.parallax.core.BadInput;
import io.parallax.core.Diverged;
import io.parallax.core.PartyId;
import io.parallax.core.Rounds;
import io.parallax.engine.Simulation;
import io.parallax.math.Matrix;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FedAvgTest {
  private static final SpreadRows STUDY = SpreadRows.make(9);

  private static Simulation.Outcome<FedAvgResult> train(FedAvgConfig config, int rounds) {
    return Simulation.train(
        new FedAvg(), config, STUDY.views(), STUDY.roster(), Rounds.of(rounds, 0));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 8})
  void learnsAndItsLossFalls(int hidden) {
    var outcome = train(new FedAvgConfig(hidden, 5, 8, 0.1, 1e-4, 0), 20);
    int right = 0;
    int all = 0;
    for (var party : outcome.parties().entrySet()) {
      Matrix scores = party.getValue().scores().orElseThrow();
      int[] found = scores.argmaxRows();
      for (int i = 0; i < found.length; i++, all++) {
        right += found[i] == STUDY.truth(party.getKey(), i) ? 1 : 0;
        double sum = scores.get(i, 0) + scores.get(i, 1) + scores.get(i, 2);
        assertThat(sum).isCloseTo(1, within(1e-6));
      }
    }
    assertThat((double) right / all).isGreaterThan(0.8);
    List<Double> trace = outcome.result().trace();
    assertThat(trace.get(19)).isLessThan(0.7 * trace.get(0));
  }

  /** With one epoch in one batch, a round is a step along the gradient of all rows. */
  @ParameterizedTest
  @CsvSource({"0, 0", "0.01, 0", "0, 0.7"})
  void aRoundOfOneStepIsAStepOfGradientDescentOnAllRows(double decay, double mu) {
    double rate = 0.3;
    FedAvgConfig config = new FedAvgConfig(0, 1, 1000, rate, decay, mu);
    Matrix start = start();
    Matrix step = train(config, 1).result().model();
    Classifier classifier = new Classifier(5, 0, 3);
    Matrix w = classifier.layout().named(start).get("classes.weight"); // C × D
    Matrix gradient = Matrix.zeros(3, 5);
    double[] bias = new double[3];
    for (PartyId id : STUDY.roster().ids()) {
      Matrix x = STUDY.rows(id);
      for (int i = 0; i < x.rows(); i++) {
        double[] p = softmax(w, x, i);
        p[i % 3] -= 1;
        for (int c = 0; c < 3; c++) {
          bias[c] += p[c] / STUDY.roster().samples();
          for (int j = 0; j < 5; j++) {
            double more = p[c] * x.get(i, j) / STUDY.roster().samples();
            gradient = plus(gradient, c, j, more);
          }
        }
      }
    }
    Matrix found = classifier.layout().named(step).get("classes.weight");
    Matrix wanted = w.scale(1 - rate * decay).plusScaled(-rate, gradient);
    assertThat(Math.sqrt(found.squaredDistance(wanted))).isLessThan(1e-5);
    Matrix b = classifier.layout().named(step).get("classes.bias");
    for (int c = 0; c < 3; c++) {
      assertThat(b.get(c, 0)).isCloseTo(-rate * bias[c], within(1e-6));
    }
  }

  private static Matrix start() {
    return new Classifier(5, 0, 3).layout().start(STUDY.roster().rng("coordinator", "start"));
  }

  private static Matrix plus(Matrix m, int row, int column, double more) {
    return Matrix.fill(
        m.rows(), m.cols(), (i, j) -> m.get(i, j) + (i == row && j == column ? more : 0));
  }

  private static double[] softmax(Matrix w, Matrix x, int row) {
    double[] p = new double[w.rows()];
    double sum = 0;
    for (int c = 0; c < p.length; c++) {
      double z = 0;
      for (int j = 0; j < x.cols(); j++) {
        z += w.get(c, j) * x.get(row, j);
      }
      sum += p[c] = Math.exp(z);
    }
    for (int c = 0; c < p.length; c++) {
      p[c] /= sum;
    }
    return p;
  }

  @Test
  void theProximalTermHoldsPartiesNearTheCommonModel() {
    Matrix start = start();
    double free = moved(0, start);
    double held = moved(1, start);
    double bound = moved(10, start);
    assertThat(held).isLessThan(0.9 * free);
    assertThat(bound).isLessThan(0.3 * held);
  }

  private static double moved(double mu, Matrix start) {
    Matrix model = train(new FedAvgConfig(0, 10, 8, 0.1, 0, mu), 1).result().model();
    return Math.sqrt(model.squaredDistance(start));
  }

  /** Whatever parties learn, the model moves by no more than the limits of the rounds together. */
  @Test
  void limitsHoldTheModelNearItsStart() {
    FedAvgConfig config = new FedAvgConfig(0, 5, 8, 0.1, 0, 0);
    double clip = 0.01;
    Matrix model =
        Simulation.train(
                new FedAvg(),
                config,
                STUDY.views(),
                STUDY.roster(),
                Rounds.of(4, 0),
                Simulation.Options.inMemory()
                    .limiting(new FedAvg().limits(config, STUDY.roster(), clip)))
            .result()
            .model();
    double mean =
        STUDY.roster().members().stream()
            .mapToDouble(m -> m.samples() * config.longestChange(m.samples(), 3))
            .sum();
    double longest = clip * mean / STUDY.roster().samples();
    double most = longest * (1 + Math.pow(2, -0.75) + Math.pow(3, -0.75) + Math.pow(4, -0.75));
    assertThat(Math.sqrt(model.squaredDistance(start()))).isBetween(0.5 * most, most);
  }

  @Test
  void theyDifferInTheirDefaultOnly() {
    assertThat(new FedAvg().defaults().mu()).isZero();
    assertThat(new FedProx().defaults().mu()).isPositive();
    assertThat(new FedProx().name()).isEqualTo("fedprox");
  }

  @Test
  void settingsThatCannotWorkAreRefused() {
    assertThatThrownBy(() -> new FedAvgConfig(0, 0, 8, 0.1, 0, 0))
        .isInstanceOf(BadInput.class)
        .hasMessage("epochs is 0; it must be at least 1");
    assertThatThrownBy(() -> new FedAvgConfig(0, 1, 8, 0.1, 0, -1))
        .hasMessageContaining("mu is -1.0");
    assertThatThrownBy(() -> new FedAvgConfig(0, 1, 8, 1, 0, 3))
        .hasMessageContaining("use a smaller rate");
    assertThatThrownBy(() -> train(new FedAvgConfig(4, 30, 4, 1e6, 0, 0), 3))
        .isInstanceOf(Diverged.class)
        .hasMessageContaining("use a smaller rate");
  }
}

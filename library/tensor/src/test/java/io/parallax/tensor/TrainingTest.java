package io.parallax.tensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import java.util.stream.IntStream;
import org.bytedeco.javacpp.Pointer;
import org.junit.jupiter.api.Test;

class TrainingTest {
  private static final int SAMPLES = 200;
  private final Layout layout = new Layout();
  private final Linear hidden = new Linear("hidden", 2, 8).in(layout);
  private final Linear out = new Linear("out", 8, 1).in(layout);
  private final float[] points = new float[2 * SAMPLES];
  private final int[] classes = new int[SAMPLES];
  private final int[] all = IntStream.range(0, SAMPLES).toArray();

  /** Two classes that no straight line parts. */
  TrainingTest() {
    Rng rng = Rng.of(5);
    for (int i = 0; i < SAMPLES; i++) {
      points[2 * i] = (float) rng.uniform(-1, 1);
      points[2 * i + 1] = (float) rng.uniform(-1, 1);
      classes[i] = points[2 * i] * points[2 * i + 1] > 0 ? 1 : 0;
    }
  }

  private Tensor losses(Weights w, int[] samples, Rng noise) {
    return Loss.crossEntropy(outputs(w, samples), chosen(samples));
  }

  private Tensor outputs(Weights w, int[] samples) {
    float[] x = new float[2 * samples.length];
    for (int i = 0; i < samples.length; i++) {
      x[2 * i] = points[2 * samples[i]];
      x[2 * i + 1] = points[2 * samples[i] + 1];
    }
    Tensor batch = Tensor.of(x, w.copies(), samples.length / w.copies(), 2);
    return out.apply(w, hidden.apply(w, batch).tanh()).reshape(samples.length, 1);
  }

  private int[] chosen(int[] samples) {
    return IntStream.of(samples).map(s -> classes[s]).toArray();
  }

  private double accuracy(Matrix parameters) {
    float[] scores =
        Scope.within(() -> outputs(new Weights(layout, Tensor.of(parameters)), all).values());
    return IntStream.of(all).filter(i -> (scores[i] > 0 ? 1 : 0) == classes[i]).count()
        / (double) SAMPLES;
  }

  private Training.Trained train(int epochs) {
    Matrix start = layout.start(Rng.of(1));
    return new Training(epochs, 20, 0.02).run(layout, start, all, this::losses, Rng.of(2));
  }

  @Test
  void trainingLearnsWhatNoStraightLineParts() {
    assertThat(accuracy(layout.start(Rng.of(1)))).isLessThan(0.75);
    assertThat(accuracy(train(60).parameters())).isGreaterThan(0.93);
  }

  @Test
  void theSameSeedGivesTheSameBitsOnAnyThread() {
    Matrix here = train(5).parameters();
    Matrix[] there = new Matrix[4];
    IntStream.range(0, 4).parallel().forEach(i -> there[i] = train(5).parameters());
    assertThat(there).containsOnly(here);
  }

  @Test
  void privateTrainingWithoutNoiseAndWithAWideClipGoesWhereTrainingGoes() {
    Training whole = new Training(30, SAMPLES, 0.02); // one step an epoch, all samples drawn
    Matrix start = layout.start(Rng.of(1));
    Matrix plain = whole.run(layout, start, all, this::losses, Rng.of(2)).parameters();
    Matrix cut =
        new PrivateTraining(whole, 1e6, 0)
            .run(layout, start, all, this::losses, Rng.of(2), Rng.of(3))
            .parameters();
    assertThat(cut.maxAbsDifference(plain)).isLessThan(1e-3);
  }

  @Test
  void noSampleMovesAPrivateStepByMoreThanTheClip() {
    Matrix start = layout.start(Rng.of(1));
    Tensor[] kept = new Tensor[1];
    double longest =
        Scope.within(
            () -> {
              Tensor copies = Tensor.of(start).expand(SAMPLES, layout.size()).variable();
              losses(new Weights(layout, copies), all, null).sum().backward();
              kept[0] = copies.gradient();
              double most = 0;
              for (double norm : kept[0].toMatrix().rowNorms()) {
                most = Math.max(most, norm);
              }
              return most;
            });
    double clip = longest / 10;
    Training one = new Training(1, SAMPLES, 1);
    PrivateTraining small = new PrivateTraining(one, clip, 0);
    assertThat(small.share(SAMPLES)).isEqualTo(1);
    assertThat(small.steps(SAMPLES)).isEqualTo(1);
    double sum =
        Scope.within(() -> small.cutSum(layout, Tensor.of(start), all, this::losses).toMatrix())
            .norm();
    assertThat(sum).isPositive().isLessThanOrEqualTo(SAMPLES * clip * (1 + 1e-5));
    double single =
        Scope.within(
                () ->
                    small.cutSum(layout, Tensor.of(start), new int[] {0}, this::losses).toMatrix())
            .norm();
    assertThat(single).isLessThanOrEqualTo(clip * (1 + 1e-5));
  }

  @Test
  void noiseHasTheSizeThatIsAskedFor() {
    PrivateTraining noisy = new PrivateTraining(new Training(1, 10, 1), 0.5, 3);
    Matrix noise = Scope.within(() -> noisy.noise(40_000, Rng.of(4)).toMatrix());
    assertThat(noise.norm() / 200).isCloseTo(1.5, within(0.03));
  }

  @Test
  void twoThousandStepsLeakNothing() {
    train(20); // warm
    long before = Pointer.physicalBytes();
    train(200);
    long grown = Pointer.physicalBytes() - before;
    assertThat(grown).isLessThan(64L << 20);
  }

  @Test
  void theAccountantAgreesWithKnownValues() {
    assertThat(Accountant.epsilon(1, 4.530877117, 1, 1e-6)).isCloseTo(1, within(1e-6));
    assertThat(Accountant.renyi(7, 1, 3)).isCloseTo(7 / 18.0, within(1e-12));
    assertThat(Accountant.epsilon(alpha -> 1.1, 2, 32, 1e-5))
        .isCloseTo(1.32783806176, within(1e-6));
  }

  @Test
  void drawingFewerSamplesCostsLessAndMoreStepsCostMore() {
    double all = Accountant.epsilon(1, 2, 100, 1e-5);
    double some = Accountant.epsilon(0.1, 2, 100, 1e-5);
    assertThat(some).isLessThan(all / 3).isPositive();
    assertThat(Accountant.epsilon(0.1, 2, 200, 1e-5)).isGreaterThan(some);
    assertThat(Accountant.epsilon(0.999999, 2, 100, 1e-5)).isCloseTo(all, within(0.05 * all));
    long within = Accountant.stepsWithin(some, 0.1, 2, 1e-5);
    assertThat(within).isEqualTo(100);
    assertThat(Accountant.stepsWithin(1e-9, 0.1, 2, 1e-5)).isZero();
  }
}

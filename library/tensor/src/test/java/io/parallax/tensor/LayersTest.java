package io.parallax.tensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.parallax.core.BadInput;
import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LayersTest {
  private final Rng rng = Rng.of(3);

  @Test
  void aLinearLayerIsAProductAndASum() {
    Layout layout = new Layout();
    Linear linear = new Linear("out", 2, 3).in(layout);
    Matrix w = Matrix.of(1, 9, new double[] {1, 2, 3, 4, 5, 6, 10, 20, 30});
    float[] y =
        Scope.within(
            () ->
                linear
                    .apply(
                        new Weights(layout, Tensor.of(w)),
                        Tensor.of(new float[] {1, 1, 2, -1}, 1, 2, 2))
                    .values());
    assertThat(y).containsExactly(13, 27, 41, 10, 22, 34);
  }

  @Test
  void aConvolutionIsASlidingProduct() {
    Layout layout = new Layout();
    Convolution convolution = new Convolution("c", 2, 3, 3, 2, 1).in(layout);
    Matrix w = layout.start(rng);
    float[] x = random(2 * 5 * 4);
    float[] found =
        Scope.within(
            () ->
                convolution
                    .apply(new Weights(layout, Tensor.of(w)), Tensor.of(x, 1, 2, 5, 4))
                    .values());
    assertThat(found).hasSize(3 * convolution.side(5) * convolution.side(4));
    for (int at = 0; at < found.length; at++) {
      int column = at % 2;
      int row = at / 2 % 3;
      int out = at / 6;
      double sum = 0;
      for (int in = 0; in < 2; in++) {
        for (int i = 0; i < 3; i++) {
          for (int j = 0; j < 3; j++) {
            int r = row * 2 + i - 1;
            int c = column * 2 + j - 1;
            if (r >= 0 && r < 5 && c >= 0 && c < 4) {
              sum += w.get(0, ((out * 2 + in) * 3 + i) * 3 + j) * x[(in * 5 + r) * 4 + c];
            }
          }
        }
      }
      assertThat((double) found[at]).isCloseTo(sum, within(1e-5));
    }
  }

  /** ⟨convolve(x), y⟩ = ⟨x, transposed(y)⟩ with the same kernel. */
  @Test
  void aTransposedConvolutionIsTheTransposeOfAConvolution() {
    Layout one = new Layout();
    Convolution convolution = new Convolution("c", 2, 3, 4, 2, 1).in(one);
    Layout other = new Layout();
    TransposedConvolution transposed = new TransposedConvolution("c", 3, 2, 4, 2, 1).in(other);
    double[] start = one.start(rng).toArray();
    double[] kernel = java.util.Arrays.copyOf(start, 3 * 2 * 16);
    Matrix first = Matrix.of(1, one.size(), java.util.Arrays.copyOf(kernel, one.size()));
    Matrix second = Matrix.of(1, other.size(), java.util.Arrays.copyOf(kernel, other.size()));
    float[] x = random(2 * 8 * 6);
    float[] y = random(3 * 4 * 3);
    assertThat(transposed.side(4)).isEqualTo(8);
    double left =
        Scope.within(
            () ->
                convolution
                    .apply(new Weights(one, Tensor.of(first)), Tensor.of(x, 1, 2, 8, 6))
                    .times(Tensor.of(y, 1, 3, 4, 3))
                    .sum()
                    .number());
    double right =
        Scope.within(
            () ->
                transposed
                    .apply(new Weights(other, Tensor.of(second)), Tensor.of(y, 1, 3, 4, 3))
                    .times(Tensor.of(x, 1, 2, 8, 6))
                    .sum()
                    .number());
    assertThat(right).isCloseTo(left, within(1e-4));
  }

  @Test
  void theGradientOfAnInputCanBeHad() {
    float[] gradient =
        Scope.within(
            () -> {
              Tensor h = Tensor.of(new float[] {1, -2, 3}, 3).variable();
              h.squared().sum().backward();
              return h.gradient().values();
            });
    assertThat(gradient).containsExactly(2, -4, 6);
  }

  @Test
  void aGradientFromElsewhereGoesOnBackwards() {
    float[] gradient =
        Scope.within(
            () -> {
              Tensor w = Tensor.of(new float[] {1, 2}, 2).variable();
              Tensor h = w.squared();
              h.backward(Tensor.of(new float[] {10, 100}, 2));
              return w.gradient().values();
            });
    assertThat(gradient).containsExactly(20, 400);
  }

  @Test
  void crossEntropyOfOneOutputIsThatOfTwoWithAZero() {
    double one =
        Scope.within(
            () ->
                Loss.crossEntropy(Tensor.of(new float[] {0.7f, -0.2f}, 2, 1), new int[] {1, 0})
                    .sum()
                    .number());
    double byHand = Math.log1p(Math.exp(-0.7)) + Math.log1p(Math.exp(-0.2));
    assertThat(one).isCloseTo(byHand, within(1e-6));
    double[] rows =
        Scope.within(
            () -> Loss.probabilities(Tensor.of(new float[] {0}, 1, 1)).toMatrix().toArray());
    assertThat(rows[1]).isCloseTo(0.5, within(1e-7));
  }

  @Test
  void rmsPropDividesByTheRootOfTheRunningMean() {
    float[] w =
        Scope.within(
            () -> {
              Tensor variable = Tensor.of(new float[] {1}, 1, 1).variable();
              Optimizer optimizer = Optimizer.rmsProp(variable, 0.1);
              for (int i = 0; i < 2; i++) {
                variable.squared().sum().backward();
                optimizer.update(variable, variable.gradient());
              }
              return variable.values();
            });
    double first = 1 - 0.1 * 2 / (Math.sqrt(0.1 * 4) + 1e-7);
    double mean = 0.9 * 0.4 + 0.1 * 4 * first * first;
    double second = first - 0.1 * 2 * first / (Math.sqrt(mean) + 1e-7);
    assertThat((double) w[0]).isCloseTo(second, within(1e-6));
  }

  @Test
  void gradientDescentKeepsMomentumAndDecaysWeights() {
    float[] w =
        Scope.within(
            () -> {
              Tensor variable = Tensor.of(new float[] {1}, 1, 1).variable();
              Optimizer optimizer = Optimizer.sgd(variable, 0.1, 0.9, 0.5);
              for (int i = 0; i < 2; i++) {
                variable.times(3).sum().backward();
                optimizer.update(variable, variable.gradient());
              }
              return variable.values();
            });
    double first = 1 - 0.1 * 3.5;
    double second = first - 0.1 * (0.9 * 3.5 + 3 + 0.5 * first);
    assertThat((double) w[0]).isCloseTo(second, within(1e-6));
  }

  @Test
  void dropoutKeepsTheMeanAndIsOffWithoutNoise() {
    float[] ones = new float[4000];
    java.util.Arrays.fill(ones, 1);
    double[] found =
        Scope.within(
            () -> {
              Tensor x = Tensor.of(ones, 40, 100);
              return new double[] {
                Dropout.apply(x, 0.25, rng).mean().number(),
                Dropout.apply(x, 0.25, null).mean().number()
              };
            });
    assertThat(found[0]).isCloseTo(1, within(0.05)).isNotEqualTo(1);
    assertThat(found[1]).isEqualTo(1);
  }

  @Test
  void parametersComeBackFromAFile(@TempDir Path folder) throws IOException {
    Layout layout = new Layout();
    new Linear("a", 3, 2).in(layout);
    new Convolution("b", 1, 2, 3, 1, 0).in(layout);
    Matrix start = layout.start(rng);
    Path file = folder.resolve("model.safetensors");
    SafeTensors.write(file, layout, start);
    assertThat(SafeTensors.read(file, layout)).isEqualTo(start);

    Layout other = new Layout();
    new Linear("a", 4, 2).in(other);
    assertThatThrownBy(() -> SafeTensors.read(file, other))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("'a.weight' is missing or has another shape");
    byte[] bytes = Files.readAllBytes(file);
    Files.write(file, java.util.Arrays.copyOf(bytes, bytes.length - 4));
    assertThatThrownBy(() -> SafeTensors.read(file, layout))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("'b.bias' is cut off");
    Files.writeString(file, "no such thing");
    assertThatThrownBy(() -> SafeTensors.read(file, layout)).isInstanceOf(BadInput.class);
  }

  private float[] random(int size) {
    float[] numbers = new float[size];
    for (int i = 0; i < size; i++) {
      numbers[i] = (float) rng.gaussian();
    }
    return numbers;
  }
}

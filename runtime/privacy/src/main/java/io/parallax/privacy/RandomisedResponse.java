package io.parallax.privacy;

import io.parallax.core.BadInput;
import java.util.random.RandomGenerator;

/**
 * Labels that are true only with some probability, ε-differentially private for each label: the
 * true class with probability e^ε / (e^ε + C − 1), any other one with 1 / (e^ε + C − 1). Drawn
 * once; drawing again for the same people would spend ε again.
 *
 * @param epsilon the privacy budget of one label
 * @param classes the number of classes
 */
public record RandomisedResponse(double epsilon, int classes) {
  public RandomisedResponse {
    if (!(epsilon > 0) || epsilon > 20) {
      throw new BadInput("a label's epsilon is " + epsilon + " and must lie between 0 and 20");
    }
    if (classes < 2) {
      throw new BadInput("randomised labels need at least two classes, not " + classes);
    }
  }

  /** Returns the probability that a label is the true one: nobody can guess better from it. */
  public double truthful() {
    return Math.exp(epsilon) / (Math.exp(epsilon) + classes - 1);
  }

  /** Draws randomised labels from the system's randomness, because others know the study's seed. */
  public int[] draw(int[] codes) {
    return draw(codes, Secrets.source());
  }

  int[] draw(int[] codes, RandomGenerator random) {
    int[] drawn = codes.clone();
    for (int i = 0; i < drawn.length; i++) {
      if (random.nextDouble() >= truthful()) {
        int other = random.nextInt(classes - 1);
        drawn[i] = other < drawn[i] ? other : other + 1;
      }
    }
    return drawn;
  }
}

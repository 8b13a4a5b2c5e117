package io.parallax.privacy;

import io.parallax.core.BadInput;
import java.util.random.RandomGenerator;

/**
 * Labels that say the truth only with some probability, ε-differentially private for each label:
 * the true class with probability e^ε / (e^ε + C − 1), any other one with 1 / (e^ε + C − 1). Drawn
 * once; drawing again for the same people would spend ε again.
 *
 * @param epsilon how far a label may tell two classes apart
 * @param classes how many there are
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

  /** How probable it is that a label is the true one: nobody can guess better from it. */
  public double truthful() {
    return Math.exp(epsilon) / (Math.exp(epsilon) + classes - 1);
  }

  /** Randomised labels, from the system's randomness: a study's seed is known to others. */
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

package io.parallax.data;

import io.parallax.math.Rng;

/**
 * A person of the typing study: a diagnosis, a depression score per week and a personal style.
 *
 * @param scores weekly Hamilton depression scores, 0 to 30
 * @param style the person's typing style, one standard normal number per {@link Trait}
 */
record TypingUser(Kind kind, double[] scores, double[] style) {
  static final int WEEKS = 8;
  private static final int HIGHEST = 30;
  private static final double KEEPS = 0.5;

  /** Diagnoses with the long-run mean and spread of the weekly score. */
  enum Kind {
    BIPOLAR_ONE(10, 4.5),
    BIPOLAR_TWO(11, 4),
    NO_DIAGNOSIS(4, 3);

    private final double mean;
    private final double spread;

    Kind(double mean, double spread) {
      this.mean = mean;
      this.spread = spread;
    }
  }

  /** A property that differs between people. */
  enum Trait {
    TEMPO,
    PRESS,
    PAUSES,
    PITCH,
    ROLL,
    STIR,
    TREMOR,
    CORRECTING,
    SUGGESTING,
    SWITCHING
  }

  /** Twenty people: 7 bipolar I, 5 bipolar II and 8 without a diagnosis, evenly mixed. */
  private static final String MIX = "20120120201202102102";

  static TypingUser of(int number, Rng rng) {
    Kind kind = kind(number);
    double[] style = new double[Trait.values().length];
    for (int i = 0; i < style.length; i++) {
      style[i] = rng.gaussian();
    }
    return new TypingUser(kind, scores(kind, rng), style);
  }

  double style(Trait trait) {
    return style[trait.ordinal()];
  }

  static Kind kind(int number) {
    return Kind.values()[MIX.charAt(number % MIX.length()) - '0'];
  }

  /** Generates a mean-reverting walk that starts in its stationary state. */
  private static double[] scores(Kind kind, Rng rng) {
    double[] scores = new double[WEEKS];
    double state = rng.gaussian();
    for (int week = 0; week < WEEKS; week++) {
      double score = Math.rint(kind.mean + kind.spread * state);
      scores[week] = Math.max(0, Math.min(HIGHEST, score));
      state = KEEPS * state + Math.sqrt(1 - KEEPS * KEEPS) * rng.gaussian();
    }
    return scores;
  }
}

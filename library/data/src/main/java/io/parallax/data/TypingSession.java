package io.parallax.data;

import io.parallax.data.TypingUser.Trait;
import io.parallax.math.Rng;

/**
 * One typing session, made from its own random numbers, so sessions can be made in any order. Mood
 * affects each view through channels of its own: keys are typed more slowly, held longer and less
 * evenly; the phone is held lower and more still; more is corrected and fewer suggestions are used.
 * A channel is the mood times a gain, plus the person's style, plus noise of the session.
 */
final class TypingSession {
  static final int FEWEST_KEYS = 10;
  static final int MOST_KEYS = 100;
  static final int MOST_SAMPLES = 250;
  static final double SAMPLE_SECONDS = 0.06;
  static final double LONGEST_GAP = 5;

  private static final double GRAVITY = 9.81;
  private static final double STYLE = 0.35;
  private static final int BACKSPACE = 1;

  private final TypingUser user;
  private final double mood;
  private final Rng rng;

  TypingSession(TypingUser user, double score, Rng rng) {
    this.user = user;
    this.mood = StrictMath.tanh((score - 7.5) / 3);
    this.rng = rng;
  }

  /** Per key: seconds held, seconds since the last key, distance from it in x and y. */
  float[][] alphanum() {
    Rng keys = rng.child("alphanum");
    double tempo = channel(Trait.TEMPO, 1.25, keys);
    double press = channel(Trait.PRESS, 1, keys);
    double pauses = channel(Trait.PAUSES, 0.8, keys);
    double pauseChance = 1 / (1 + StrictMath.exp(3 - 0.8 * pauses));
    float[][] sequence = new float[keyCount(keys)][];
    Keyboard.Key last = Keyboard.draw(keys);
    double swing = 0;
    for (int i = 0; i < sequence.length; i++) {
      Keyboard.Key key = Keyboard.draw(keys);
      double dx = i == 0 ? 0 : key.x() - last.x() + 12 * keys.gaussian();
      double dy = i == 0 ? 0 : key.y() - last.y() + 12 * keys.gaussian();
      swing = 0.3 * swing + 0.3 * keys.gaussian();
      double gap = 0.2 * StrictMath.exp(0.2 * tempo + 0.0003 * StrictMath.hypot(dx, dy) + swing);
      gap += keys.chance(pauseChance) ? 0.4 + 0.6 * keys.exponential() : 0;
      double held = 0.09 * StrictMath.exp(0.15 * press + 0.25 * keys.gaussian());
      sequence[i] = row(held, i == 0 ? 0 : Math.min(gap, LONGEST_GAP), dx, dy);
      last = key;
    }
    return sequence;
  }

  /**
   * Per special key a one-hot row, in the order of {@link TypingSessions.View#SPECIAL}'s columns.
   */
  float[][] special() {
    Rng keys = rng.child("special");
    double[] weights = specialWeights(keys);
    float[][] sequence = new float[3 + (int) Math.min(47, keys.gamma(2) * 4.5)][weights.length];
    int last = -1;
    for (float[] row : sequence) {
      boolean again = last == BACKSPACE && keys.chance(0.35);
      last = again ? BACKSPACE : Keyboard.pick(weights, keys);
      row[last] = 1;
    }
    return sequence;
  }

  /** The acceleration of the phone in m/s² along x, y and z, every 60 ms while keys are typed. */
  float[][] accel() {
    Rng hand = rng.child("accel");
    double pitch = 0.75 - 0.2 * channel(Trait.PITCH, 0.75, hand);
    double roll = 0.2 * channel(Trait.ROLL, 0, hand);
    double stir = 0.12 * StrictMath.exp(-0.35 * channel(Trait.STIR, 0.75, hand));
    double tremor = 0.15 * StrictMath.exp(0.3 * channel(Trait.TREMOR, 0.5, hand));
    double turn = 2 * Math.PI * SAMPLE_SECONDS * hand.uniform(4, 7);
    double phase = hand.uniform(0, 2 * Math.PI);
    float[][] sequence = new float[sampleCount()][];
    double[] sway = new double[3];
    for (int t = 0; t < sequence.length; t++) {
      for (int axis = 0; axis < 3; axis++) {
        sway[axis] = 0.9 * sway[axis] + stir * hand.gaussian();
      }
      pitch += 0.005 * hand.gaussian();
      roll += 0.005 * hand.gaussian();
      double shake = tremor * StrictMath.sin(turn * t + phase);
      double x = GRAVITY * StrictMath.sin(roll) * StrictMath.cos(pitch) + sway[0];
      double y = GRAVITY * StrictMath.sin(pitch) + sway[1] + 0.6 * shake;
      double z = GRAVITY * StrictMath.cos(roll) * StrictMath.cos(pitch) + sway[2] + shake;
      sequence[t] = row(x + noise(hand), y + noise(hand), z + noise(hand));
    }
    return sequence;
  }

  private double[] specialWeights(Rng keys) {
    double correcting = channel(Trait.CORRECTING, 1, keys);
    double suggesting = channel(Trait.SUGGESTING, -0.7, keys);
    double switching = channel(Trait.SWITCHING, 0, keys);
    return new double[] {
      0.06 * StrictMath.exp(0.3 * correcting),
      0.22 * StrictMath.exp(0.3 * correcting),
      0.48,
      0.08 * StrictMath.exp(0.3 * suggesting),
      0.06 * StrictMath.exp(0.4 * switching),
      0.10
    };
  }

  private double channel(Trait trait, double gain, Rng noise) {
    return gain * mood + STYLE * user.style(trait) + noise.gaussian();
  }

  private static int keyCount(Rng keys) {
    return (int) Math.min(MOST_KEYS, FEWEST_KEYS + keys.gamma(1.5) * 20);
  }

  private int sampleCount() {
    double seconds = 0;
    for (float[] key : alphanum()) {
      seconds += key[1];
    }
    return (int) Math.max(FEWEST_KEYS, Math.min(MOST_SAMPLES, seconds / SAMPLE_SECONDS));
  }

  private static double noise(Rng hand) {
    return 0.04 * hand.gaussian();
  }

  private static float[] row(double... values) {
    float[] row = new float[values.length];
    for (int i = 0; i < row.length; i++) {
      row[i] = (float) values[i];
    }
    return row;
  }
}

package io.parallax.fedavg;

import io.parallax.core.BadInput;
import io.parallax.core.Setting;

/** The settings of FedAvg and FedProx; they are the same for all parties. */
public record FedAvgConfig(
    @Setting("units of the hidden layer; 0: none, multinomial logistic regression") int hidden,
    @Setting("E: local epochs per round") int epochs,
    @Setting("B: samples per local step") int batch,
    @Setting("η: learning rate of the local steps") double rate,
    @Setting("weight decay, the strength of the squared penalty on all parameters") double decay,
    @Setting("μ: strength of the proximal term; 0: FedAvg") double mu) {
  static final FedAvgConfig DEFAULTS = new FedAvgConfig(0, 5, 32, 0.1, 1e-4, 0);
  static final FedAvgConfig PROXIMAL = new FedAvgConfig(0, 5, 32, 0.1, 1e-4, 0.1);

  private static final double CHANGE = 0.5; // by measurement, see the README

  public FedAvgConfig {
    atLeast(0, hidden, "hidden");
    atLeast(1, epochs, "epochs");
    atLeast(1, batch, "batch");
    notNegative(decay, "decay");
    notNegative(mu, "mu");
    if (!(rate > 0) || Double.isInfinite(rate)) {
      throw new BadInput("rate is " + rate + "; it must be a number above 0");
    }
    if (rate * (mu + decay) >= 2) {
      throw new BadInput(
          "rate times the sum of mu and decay is %s; it must be below 2, else local steps diverge; use a smaller rate"
              .formatted(rate * (mu + decay)));
    }
  }

  /**
   * Returns the length of the longest change that a party learns in a round, by measurement: it
   * grows with the classes, and little with the way that the steps could go.
   */
  double longestChange(int samples, int classes) {
    double steps = epochs * Math.ceil((double) samples / batch);
    return CHANGE * Math.sqrt(classes) * Math.sqrt(Math.sqrt(rate * steps));
  }

  private static void atLeast(int least, int value, String name) {
    if (value < least) {
      throw new BadInput(name + " is " + value + "; it must be at least " + least);
    }
  }

  private static void notNegative(double value, String name) {
    if (!(value >= 0) || Double.isInfinite(value)) {
      throw new BadInput(name + " is " + value + "; it must be 0 or a number above 0");
    }
  }
}

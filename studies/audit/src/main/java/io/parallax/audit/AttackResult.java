package io.parallax.audit;

/**
 * The outcome of one attack of an audit.
 *
 * @param target whose or how many rows it was tried on
 * @param control what came back without protection
 * @param found what came back from this run
 * @param allowed what is expected of the protection; NaN: nothing is promised
 */
public record AttackResult(
    String attack, String target, Scale scale, double control, double found, double allowed) {

  /** The unit of an attack's numbers. */
  public enum Scale {
    FEATURES(
        0.25,
        "features: the share of the variance of rows that the attacker does not know; 1: all of it,"
            + " 0: nothing. In masked sums at most what the sums alone, which are sent to every"
            + " party, give to the same attack, and 0.01, or what it finds by chance in random numbers"
            + " beside them."),
    COSINE(0.25, "cosine: how alike rebuilt and true rows are; 1: the same direction, 0: unlike."),
    TARGET(
        0.25,
        "target: the share of the variance of the target of rows that the attacker does not know; 1:"
            + " all of it. Nothing hides a target that is not classes from the parties."),
    LABELS(0.25, "labels: the share that is read rightly; 1: every one."),
    MEMBERSHIP(
        0.1, "membership: training rows are told from others; 1: with certainty, 0: by guessing."),
    COST(
        0.1,
        "wrong numbers: the share of right answers that they cost; 0: none. Refused: they were found"
            + " and training ended.");

    /** From where on an attack counts as one that works. */
    private final double least;

    public final String legend;

    Scale(double least, String legend) {
      this.least = least;
      this.legend = legend;
    }
  }

  /** The side that tries an attack. */
  public enum Attacker {
    COORDINATOR,
    PARTY,
    /** Whoever has or uses the trained model. */
    USER
  }

  /** Returns the side that could try this attack with what it is sent. */
  public Attacker attacker() {
    return switch (scale) {
      case LABELS, TARGET, COST -> Attacker.PARTY;
      case MEMBERSHIP -> Attacker.USER;
      case FEATURES -> target.startsWith("by ") ? Attacker.PARTY : Attacker.COORDINATOR;
      case COSINE -> Attacker.COORDINATOR;
    };
  }

  /** Returns true if the protection kept its promise, or if nothing is promised. */
  public boolean held() {
    return !(found > allowed);
  }

  /** Why this says less than it seems to; may be empty. */
  public String remark() {
    if (!held()) {
      return "more than promised";
    }
    if (control < scale.least) {
      return "says nothing: the control did not succeed";
    }
    return control <= allowed ? "says nothing: the sums alone tell as much" : "";
  }
}

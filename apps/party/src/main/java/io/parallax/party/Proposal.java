package io.parallax.party;

import io.parallax.privacy.MaskedSum;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;

/**
 * What a study wants of a party.
 *
 * @param id the hash of its manifest, which is what an approval signs
 * @param researcher who submitted it, as the coordinator says
 * @param keys of all parties, the fingerprint of each one's
 * @param splits how often it is trained to be judged
 * @param model whether it is trained once more, on all rows
 * @param aggregation "masked", or "plain"
 * @param goesOn whether it goes on without a party that has left
 * @param labels what training is told of this party's labels
 * @param judging how often results are judged by this party's labels
 * @param directions how many combinations of the parties' columns training tells
 * @param views of this party's that the study uses
 * @param absent those of the views that this party's file does not have
 * @param columns of this party's that the study names; empty: all that its file offers
 * @param disclosures what the owner has to allow by name
 * @param unpinned parties that count by a number of rows that is only their own word
 * @param text the study file
 * @param reveals what would leave the party and what would come to it, message by message
 */
public record Proposal(
    String id,
    String name,
    String researcher,
    String method,
    String title,
    List<String> parties,
    SortedMap<String, String> keys,
    int rounds,
    int splits,
    boolean model,
    String aggregation,
    boolean goesOn,
    Labels labels,
    Judging judging,
    Directions directions,
    List<String> views,
    List<String> absent,
    List<String> columns,
    Set<String> disclosures,
    List<String> unpinned,
    List<Revealed> reveals,
    String text,
    byte[] manifest) {
  public static final String MASKED = "masked";

  /** How many rounds there may be in all. */
  public long allRounds() {
    return (long) rounds * (splits + (model ? 1 : 0));
  }

  /** What training tells of all training rows, and what that means; empty: nothing. */
  public Optional<String> directionsTold() {
    return directions.each().isEmpty()
        ? Optional.empty()
        : Optional.of(
            "at most %s in each of %d splits%s. Each is %s, told%s for every training row. %s"
                .formatted(
                    directions.each(),
                    splits,
                    model ? " and for the model" : "",
                    directions.learnt()
                        ? "an output of all parties' learners in sum"
                        : "a combination of all parties' columns",
                    directions.toLabelHolder()
                        ? " the party with the labels, and nobody else,"
                        : "",
                    meaning()));
  }

  private String meaning() {
    if (directions.learnt()) {
      return parties.size() == 2
          ? "Of two parties each knows the other's outputs. They are no linear combinations of columns."
          : "They are no linear combinations, so that as many as there are columns do not tell the columns. This party's outputs are hidden by the others' only.";
    }
    return parties.size() == 2
        ? "Of two parties %s can take its own part away: as many directions as the other has columns, and these can be worked out."
            .formatted(directions.toLabelHolder() ? "this one" : "each")
        : "As many as all parties have columns: the sum over the parties is known completely, and this party is hidden by the others' columns only. Where the others have few columns, or work together, this party's can be worked out.";
  }

  /** Whether the coordinator sees sums only. */
  public boolean masked() {
    return aggregation.equals(MASKED);
  }

  /** How many parties take part whoever leaves, as far as this party can see to it. */
  public int fewest() {
    return parties.size() - mayLeave();
  }

  /** How many parties may leave while masked sums go on without them. */
  private int mayLeave() {
    return goesOn && masked() ? MaskedSum.mayLeave(parties.size()) : 0;
  }

  /** What it means that the study goes on without a party; empty: it does not. */
  public Optional<String> leaving() {
    return mayLeave() == 0
        ? Optional.empty()
        : Optional.of(
            "it goes on without %d that leave: what each of them adds can be guessed from the sums before and after, also where the coordinator only says that it has left"
                .formatted(mayLeave()));
  }

  /**
   * What training is told of this party's labels.
   *
   * @param told whether it is told any
   * @param epsilon by how much they are randomised first; 0: they are not
   * @param spent epsilon of all drawings so far, whatever the file
   * @param cost epsilon that would be spent on top; 0: they were drawn like this before
   */
  public record Labels(boolean told, double epsilon, double spent, double cost) {
    public static final Labels NONE = new Labels(false, 0, 0, 0);

    /** Why the owner's total does not allow the drawing; empty: it does. */
    public Optional<Objection> beyond(double total) {
      return cost == 0 || spent + cost <= total
          ? Optional.empty()
          : Optional.of(
              new Objection(
                  "it asks for more epsilon on labels than is left of label-epsilon-total; use an epsilon that was drawn before, or raise the total",
                  "%s of %s is spent, and the study asks for %s more"
                      .formatted(spent, total, cost)));
    }
  }

  /**
   * How often results are judged by this party's labels. What is told of each split are equations
   * about the labels of its held-out rows.
   *
   * @param verdicts how many sets of scores this study compares with them: one for each split, and
   *     with results by party one more for each view; 0: it is not judged by this party's labels
   * @param source where the labels are
   * @param others those that each other study has compared with the same labels, by its hash
   */
  public record Judging(int verdicts, String source, Map<String, Integer> others) {
    public static final Judging NONE = new Judging(0, "", Map.of());

    public Judging {
      others = Map.copyOf(others);
    }

    /** How many sets of scores other studies have compared with the same labels. */
    public int before() {
      return others.values().stream().reduce(0, Math::addExact);
    }

    /**
     * Why the owner's number of splits does not allow it; empty: it does.
     *
     * @param reserved how many other studies may still judge
     */
    Optional<Objection> beyond(int most, int reserved) {
      return verdicts == 0 || (long) verdicts + before() + reserved <= most
          ? Optional.empty()
          : Optional.of(
              new Objection(
                  "it judges %d splits by this party's labels, which is more than 'splits' in the policy leaves (with evaluate.by-party each view counts as one more): counts of many splits tell labels; use fewer repeats or folds, or have its owner raise 'splits'"
                      .formatted(verdicts),
                  "other studies have judged %d and may judge %d more, of %d; withdraw approvals that nobody needs"
                      .formatted(before(), reserved, most)));
    }
  }

  /**
   * How many combinations of the parties' columns training tells for every training row, in sum
   * over the parties.
   *
   * @param each at most in one training, in words as long as nobody knows the classes; empty: none
   * @param least how many that is with the fewest classes there can be
   * @param trainings how many there are
   * @param toLabelHolder whether the party with the labels alone is told them
   * @param learnt whether they are outputs of learners, and no linear combinations of columns
   */
  public record Directions(
      String each, long least, int trainings, boolean toLabelHolder, boolean learnt) {
    public static final Directions NONE = new Directions("", 0, 0, false, false);
  }

  /**
   * One kind of message.
   *
   * @param way "sum", "shown" or "down"
   * @param what it reveals to whom
   */
  public record Revealed(String message, String way, String what) {}
}

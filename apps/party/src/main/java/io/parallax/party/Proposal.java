package io.parallax.party;

import io.parallax.core.Method;
import io.parallax.core.PartyId;
import io.parallax.privacy.MaskedSum;
import io.parallax.study.Align;
import io.parallax.study.LabelReaders;
import io.parallax.study.Layout;
import io.parallax.study.Study;
import io.parallax.study.Task;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedMap;

/**
 * A study's request to a party, as its owner and its policy judge it.
 *
 * @param labels use of this party's labels in training
 * @param judging use of this party's labels to judge results
 * @param readers who learns the labels of single training rows
 * @param directions combinations of the parties' columns that training reveals
 * @param disclosures disclosures that the owner has to allow by name
 * @param reveals every kind of message that leaves the party or comes to it
 */
public record Proposal(
    ProposedStudy asked,
    Data data,
    Labels labels,
    Judging judging,
    LabelReaders readers,
    Directions directions,
    Set<String> disclosures,
    List<Revealed> reveals) {
  public static final String MASKED = "masked";
  public static final String PROVED = "proved";

  /** Returns the hash of the study's manifest, which an approval signs. */
  public String id() {
    return asked.id();
  }

  public String name() {
    return study().name();
  }

  public Study study() {
    return asked.study();
  }

  /** Returns the name of the person who submitted the study, as the coordinator reports it. */
  public String researcher() {
    return asked.manifest().researcher();
  }

  /** Returns the purpose that the study states. */
  public String purpose() {
    return asked.purpose();
  }

  /** Returns the party with the labels or the target; empty: there is none, or each has its own. */
  public Optional<String> labelHolder() {
    return study().layout().holders().stream()
        .filter(Layout.Holder::labels)
        .map(holder -> holder.id().name())
        .findFirst();
  }

  /** Returns the study file. */
  public String text() {
    return asked.manifest().study();
  }

  /** Returns the fingerprint of each party's key. */
  public SortedMap<String, String> keys() {
    return asked.manifest().parties();
  }

  public Method<?, ?> method() {
    return study().method().method();
  }

  public List<String> parties() {
    return study().members().stream().map(PartyId::name).sorted().toList();
  }

  /** Returns the parties whose weight depends on a row count that only they know. */
  public List<String> unpinned() {
    return study().layout().unpinned().stream().map(PartyId::name).toList();
  }

  /** Describes the use of this party's labels or target in training. */
  public String labelsTold() {
    if (!labels.told()) {
      return "none of this party's";
    }
    if (study().task() instanceof Task.Values && study().layout().spreadsRows()) {
      return "this party's target, as it is, in sums over the people of all parties; of times, for every cell of the grid, so that a person who is alone in one can be seen";
    }
    if (study().task() instanceof Task.Values) {
      return "this party's target, as it is: the coordinator gets it for the training rows (of times their order and the events, so that whoever knows some people's times finds the others' between them), and every other party can work it out; nothing can hide it, since randomisation is for classes";
    }
    return labels.epsilon() == 0
        ? "this party's, as they are"
        : "this party's, randomised with epsilon %s, %s; %s is spent"
            .formatted(
                labels.epsilon(),
                labels.cost() == 0 ? "as they were drawn before" : "drawn anew",
                labels.spent());
  }

  /** Returns the largest number of rounds in one training. */
  public int rounds() {
    return study().stop().rounds();
  }

  /** Returns the number of trainings that are judged. */
  public int splits() {
    return study().trials();
  }

  /** Returns whether a final model is trained on all rows. */
  public boolean model() {
    return study().extras().model();
  }

  /** Returns true if each party proves that what it adds is within the study's limits. */
  boolean proved() {
    return study().protection().proved();
  }

  /** Returns "proved", "masked" or "plain". */
  public String aggregation() {
    return study().protection().aggregation();
  }

  /** Returns whether the study continues without a party that has left. */
  public boolean goesOn() {
    return study().stop().goesOn();
  }

  /** Returns the largest number of rounds in all trainings. */
  public long allRounds() {
    return (long) rounds() * directions.trainings();
  }

  /** Returns the number of splits' trainings in words. */
  String trainings() {
    int number = directions.trainings() - (model() ? 1 : 0);
    return number == 1 ? "1 training" : number + " trainings";
  }

  /** Describes what training reveals of all training rows, and its consequences. */
  public Optional<String> directionsTold() {
    return directions.each().isEmpty()
        ? Optional.empty()
        : Optional.of(
            "at most %s in each of %s%s. Each is %s, revealed%s for every training row. %s"
                .formatted(
                    directions.each(),
                    trainings(),
                    model() ? " and for the model" : "",
                    directions.learnt()
                        ? "a sum of the outputs of all parties' learners"
                        : "a combination of all parties' columns",
                    directions.toLabelHolder() ? " only to the party with the labels," : "",
                    meaning()));
  }

  private String meaning() {
    if (directions.learnt()) {
      return parties().size() == 2
          ? "With two parties each learns the other's outputs. Outputs are not linear combinations of columns."
          : "They are not linear combinations of columns, so as many directions as there are columns do not reveal the columns. Only the other parties' outputs hide this party's.";
    }
    return parties().size() == 2
        ? "With two parties %s can subtract its own part: as many directions as the other party has columns reveal these columns."
            .formatted(directions.toLabelHolder() ? "the party with the labels" : "each")
        : "As many directions as all parties have columns reveal the sum over the parties completely; only the other parties' columns then hide this party's. If they have few columns, or collude, this party's columns can be computed.";
  }

  /** Describes joint predictions with the model and their consequences; empty: there are none. */
  public Optional<String> predictionsTold() {
    return study()
        .extras()
        .predict()
        .map(
            terms ->
                "after the study party %s may have its people scored with the model: at most %d people in a day, and one person at most %d times in 30 days. This party's rows of then are used. Party %s alone is given the scores; the coordinator, which adds them up, sees them without ids. Each party learns which of its own people are asked for. %s"
                    .formatted(
                        terms.by(), terms.day(), terms.person(), terms.by(), scoresMeaning()));
  }

  private String scoresMeaning() {
    return parties().size() == 2
        ? "With two parties it can subtract its own part from each score: what is left is a combination of this party's columns, one for each class."
        : "A score is a sum over all parties; only the other parties' parts hide this party's.";
  }

  /** Returns whether the coordinator sees sums only. */
  public boolean masked() {
    return study().protection().masked();
  }

  /** Returns the smallest number of parties in a sum that this party accepts. */
  public int fewest() {
    return parties().size() - mayLeave();
  }

  /** Returns the fewest parties in a masked sum about a row that parties may lack. */
  OptionalInt fewestOfRow() {
    Align align = study().protection().align();
    return masked() && !align.whole()
        ? OptionalInt.of(align.blanks().least())
        : OptionalInt.empty();
  }

  /** Returns whether most held-out rows are scored without one party. */
  boolean leavesOut() {
    return study().extras().check().leaveOneOut();
  }

  /** Returns whether it ends when it finds a party that adds wrong numbers. */
  boolean endsOnLiar() {
    return study().extras().check().ends();
  }

  /** Returns the number of parties that may leave while masked sums continue. */
  private int mayLeave() {
    return goesOn() && masked() ? MaskedSum.mayLeave(parties().size()) : 0;
  }

  /** Describes the consequences of continuing without a party; empty: the study stops. */
  public Optional<String> leaving() {
    return mayLeave() == 0
        ? Optional.empty()
        : Optional.of(
            "it continues if up to %d parties leave: what each of them adds can be estimated from the sums before and after, also if the coordinator only claims that it has left"
                .formatted(mayLeave()));
  }

  /**
   * This party's data that a study uses.
   *
   * @param views this party's views in the study
   * @param absent those of the views that the party's file does not have
   * @param columns columns that the study names; empty: all that the party's file offers
   */
  public record Data(List<String> views, List<String> absent, List<String> columns) {}

  /**
   * The use of this party's labels in training.
   *
   * @param told whether training uses them
   * @param epsilon privacy parameter of their randomisation; 0: they are not randomised
   * @param spent epsilon of all drawings so far, over all label files
   * @param cost additional epsilon of this study; 0: an earlier drawing is used again
   */
  public record Labels(boolean told, double epsilon, double spent, double cost) {
    public static final Labels NONE = new Labels(false, 0, 0, 0);

    /** Returns why the owner's total does not allow the drawing; empty: it does. */
    public Optional<Objection> beyond(double total) {
      return cost == 0 || spent + cost <= total
          ? Optional.empty()
          : Optional.of(
              new Objection(
                  "it needs more epsilon on labels than policy.label-epsilon-total leaves; use an epsilon that was drawn before, or have its owner raise the total",
                  "%s of %s is spent; the study needs %s more".formatted(spent, total, cost)));
    }
  }

  /**
   * The use of this party's labels to judge results. The metrics of a split are equations about the
   * labels of its held-out rows.
   *
   * @param verdicts number of sets of scores that this study compares with them: one for each
   *     split, and with results by party one more for each view; 0: none
   * @param source the location of the labels
   * @param others number of sets that each other study has compared with them, by its hash
   */
  public record Judging(int verdicts, String source, Map<String, Integer> others) {
    public static final Judging NONE = new Judging(0, "", Map.of());

    public Judging {
      others = Map.copyOf(others);
    }

    /** Returns the number of sets of scores that other studies have compared with the labels. */
    public int before() {
      return others.values().stream().reduce(0, Math::addExact);
    }

    /**
     * Returns why the owner's number of splits does not allow it; empty: it does.
     *
     * @param reserved number of sets that other studies may still compare
     */
    Optional<Objection> beyond(int most, int reserved) {
      return verdicts == 0 || (long) verdicts + before() + reserved <= most
          ? Optional.empty()
          : Optional.of(
              new Objection(
                  "it judges %d splits by this party's labels (with evaluate.by-party each view counts as one more, with check.leave-one-out each party); policy.splits leaves fewer, since counts of many splits reveal labels; use fewer repeats or folds, or have its owner raise it"
                      .formatted(verdicts),
                  "other studies have judged %d and may judge %d more, of %d; withdraw approvals that are no longer needed"
                      .formatted(before(), reserved, most)));
    }
  }

  /**
   * Combinations of the parties' columns that training reveals for every training row, in sum over
   * the parties.
   *
   * @param each the most in one training, as a formula while the classes are unknown; empty: none
   * @param least their number with the fewest possible classes
   * @param trainings number of trainings
   * @param toLabelHolder whether only the party with the labels receives them
   * @param learnt whether they are outputs of learners instead of linear combinations of columns
   */
  public record Directions(
      String each, long least, int trainings, boolean toLabelHolder, boolean learnt) {
    public static final Directions NONE = new Directions("", 0, 0, false, false);
  }

  /**
   * A kind of message.
   *
   * @param way "sum", "shown" or "down"
   * @param what the information that it reveals, and the recipient
   */
  public record Revealed(String message, String way, String what) {}
}

package io.parallax.party;

import io.parallax.core.BadInput;
import io.parallax.core.Refused;
import io.parallax.privacy.SetLimit;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What an owner accepts, whatever a coordinator says. It is enforced on the party itself, before
 * any row is read.
 *
 * @param methods by name; empty: all
 * @param columns that may be used; empty: all that the party's file offers
 * @param minimumParties a sum over fewer protects nobody
 * @param rounds at most
 * @param splits how many splits all studies together may judge by the same labels of this party
 * @param allow disclosures, by name
 * @param aggregation "masked": no study in which the coordinator could read this party's numbers
 * @param pinnedRows no study in which a party counts by a number of rows that is only its own word
 * @param labelEpsilonTotal how far all studies together may tell this party's labels apart;
 *     infinite: labels may be told as they are
 * @param alignMost how many ids another party may bring where rows are aligned
 * @param directions how many combinations of the parties' columns a study may tell for every
 *     training row, in all its trainings; 0: any number
 * @param minimumRows no study of fewer people whom all its parties have, or of fewer of this
 *     party's own
 * @param studies how many of one researcher in how many days
 * @param approvalDays how long an approval holds; 0: without end
 * @param automatic whether a study within the policy is approved without asking
 */
public record Policy(
    Set<String> methods,
    Set<String> columns,
    int minimumParties,
    int rounds,
    int splits,
    Set<String> allow,
    String aggregation,
    boolean pinnedRows,
    double labelEpsilonTotal,
    SetLimit alignMost,
    int directions,
    int minimumRows,
    Studies studies,
    int approvalDays,
    boolean automatic) {

  /**
   * How many studies of one researcher may be approved.
   *
   * @param each at most so many; 0: any number
   * @param days within so many days
   */
  public record Studies(int each, int days) {
    public static final Studies ANY = new Studies(0, 0);

    /** Why there may not be another one; empty: there may. */
    Optional<Objection> beyond(List<Instant> before, Instant now) {
      Instant since = now.minus(Duration.ofDays(days));
      long recent = before.stream().filter(at -> at.isAfter(since)).count();
      return each == 0 || recent < each
          ? Optional.empty()
          : Optional.of(
              new Objection(
                  "studies allows %d of its researcher in %d days; propose it later"
                      .formatted(each, days),
                  recent + " were approved"));
    }
  }

  /**
   * The last day of an approval that is made today.
   *
   * @param wanted none: as long as the policy lets it
   */
  Optional<LocalDate> lastDay(Optional<LocalDate> wanted, LocalDate today) {
    Optional<LocalDate> latest =
        approvalDays == 0 ? Optional.empty() : Optional.of(today.plusDays(approvalDays));
    if (wanted.isEmpty()) {
      return latest;
    }
    if (wanted.get().isBefore(today)) {
      throw new BadInput(
          "an approval until " + wanted.get() + " has ended already; choose a later day");
    }
    if (latest.isPresent() && wanted.get().isAfter(latest.get())) {
      throw new BadInput(
          "an approval until %s is longer than approval-days %d; choose %s or earlier"
              .formatted(wanted.get(), approvalDays, latest.get()));
    }
    return wanted;
  }

  /** Refuses a study of too few people; how many there are is not said. */
  public void requireRows(String party, int found) {
    if (found < minimumRows) {
      throw new Refused(
          "fewer people than the %d that policy.minimum-rows of party %s asks for would take part; nothing of them leaves"
              .formatted(minimumRows, party));
    }
  }

  /**
   * Refuses a study that may tell too many directions.
   *
   * @param each at most in one training
   * @param trainings how many there are
   */
  public void requireDirections(String party, long each, int trainings) {
    directionsBeyond(each, trainings)
        .ifPresent(
            rule -> {
              throw new Refused("the policy of party %s: %s".formatted(party, rule));
            });
  }

  private Optional<String> directionsBeyond(long each, int trainings) {
    return directions == 0 || each <= directions / Math.max(1, trainings)
        ? Optional.empty()
        : Optional.of(
            "it may tell as many as %d directions in each of %d trainings, and policy.directions is %d for all of them; have fewer rounds, landmarks or splits, or have its owner raise it"
                .formatted(each, trainings, directions));
  }

  /** What speaks against a study; nothing: it is within the policy. */
  public List<Objection> objections(Proposal proposal) {
    return objections(proposal, 0);
  }

  /**
   * The same before it is approved.
   *
   * @param reserved how many splits other studies may still judge by the same labels
   */
  List<Objection> objections(Proposal proposal, int reserved) {
    List<Objection> against = new ArrayList<>();
    rules(proposal).forEach(rule -> against.add(Objection.of(rule)));
    proposal.judging().beyond(splits, reserved).ifPresent(against::add);
    if (labelsWithin(proposal.labels())) {
      proposal.labels().beyond(labelEpsilonTotal).ifPresent(against::add);
    }
    return against;
  }

  private boolean labelsWithin(Proposal.Labels labels) {
    return labels.told() && labels.epsilon() > 0 && labels.epsilon() <= labelEpsilonTotal;
  }

  /** What a study's own text has against it. */
  private List<String> rules(Proposal proposal) {
    List<String> against = new ArrayList<>();
    if (!methods.isEmpty() && !methods.contains(proposal.method())) {
      against.add("method " + proposal.method() + " is not among " + sorted(methods));
    }
    if (proposal.parties().size() < minimumParties) {
      against.add(
          "%d parties take part, and minimum-parties is %d"
              .formatted(proposal.parties().size(), minimumParties));
    }
    if (proposal.parties().size() >= minimumParties && proposal.fewest() < minimumParties) {
      against.add(
          "it goes on with %d parties when others leave, and minimum-parties is %d; it needs 'stop: {lost: stop}'"
              .formatted(proposal.fewest(), minimumParties));
    }
    if (proposal.rounds() > rounds) {
      against.add("it may take %d rounds, and %d are allowed".formatted(proposal.rounds(), rounds));
    }
    Proposal.Directions told = proposal.directions();
    directionsBeyond(told.least(), told.trainings()).ifPresent(against::add);
    if (aggregation.equals(Proposal.MASKED) && !proposal.masked()) {
      against.add("its sums are 'plain', and aggregation must be 'masked'");
    }
    if (pinnedRows && !proposal.unpinned().isEmpty()) {
      against.add(
          "it does not say how many rows %s have, and rows must be 'pinned'; it needs 'rows: NUMBER' for each of them"
              .formatted(proposal.unpinned()));
    }
    Proposal.Labels labels = proposal.labels();
    if (labels.told() && Double.isFinite(labelEpsilonTotal)) {
      if (labels.epsilon() == 0) {
        against.add(
            "it tells labels as they are, and label-epsilon-total is %s; it needs 'protection: {labels: {epsilon: …}}'"
                .formatted(labelEpsilonTotal));
      } else if (labels.epsilon() > labelEpsilonTotal) {
        against.add(
            "its labels' epsilon is %s, and label-epsilon-total is %s"
                .formatted(labels.epsilon(), labelEpsilonTotal));
      }
    }
    for (String view : proposal.absent()) {
      against.add(
          "it wants view '%s', which the party's file does not have; add it under 'data'"
              .formatted(view));
    }
    for (String column : proposal.columns()) {
      if (!columns.isEmpty() && !columns.contains(column)) {
        against.add("column '" + column + "' is not among those that may be used");
      }
    }
    for (String name : proposal.disclosures()) {
      if (!allow.contains(name)) {
        against.add(
            "it discloses " + name + "; the owner can allow it with 'allow: [" + name + "]'");
      }
    }
    return against;
  }

  /** Refuses a study outside the policy. */
  public void require(String party, Proposal proposal) {
    require(party, proposal, objections(proposal));
  }

  static void require(String party, Proposal proposal, List<Objection> against) {
    if (!against.isEmpty()) {
      throw Objection.refusal(
          "the policy of party %s does not allow study %s: ".formatted(party, proposal.name()),
          against);
    }
  }

  private static List<String> sorted(Set<String> words) {
    return words.stream().sorted().toList();
  }
}

package io.parallax.party;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.parallax.core.BadInput;
import io.parallax.core.Refused;
import io.parallax.privacy.SetLimit;
import io.parallax.study.PredictionTerms;
import io.parallax.web.Person;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * An owner's limits for studies. The party enforces them itself, before it reads any row.
 *
 * @param methods allowed methods by name; empty: all
 * @param columns columns that may be used; empty: all that the party's file offers
 * @param minimumParties the fewest parties in a sum
 * @param minimumRows the fewest people common to all parties, and of this party alone
 * @param rounds the most rounds in one training
 * @param pinnedRows whether the study must name the row counts that set the parties' weights
 * @param aggregation "masked": the coordinator must not be able to read this party's numbers;
 *     "proved": in addition, all parties must prove that theirs are limited
 * @param endsOnLiar whether a study must end when it finds a party that adds wrong numbers
 * @param alignMost the most ids that another party may list when rows are aligned
 */
public record Policy(
    Set<String> methods,
    Set<String> columns,
    int minimumParties,
    int minimumRows,
    int rounds,
    boolean pinnedRows,
    String aggregation,
    boolean endsOnLiar,
    SetLimit alignMost,
    @JsonUnwrapped Disclosure disclosure,
    @JsonUnwrapped Approval approval) {

  /**
   * Limits of what studies may learn.
   *
   * @param allow disclosures by name
   * @param labelEpsilonTotal the most epsilon that all studies together may spend on this party's
   *     labels; infinite: labels need not be randomised
   * @param splits the most sets of scores that all studies together may compare with the same
   *     labels
   * @param directions the most combinations of the parties' columns that a study may reveal for
   *     every training row, in all its trainings; 0: any number
   * @param predictions limits of joint predictions
   */
  public record Disclosure(
      Set<String> allow,
      double labelEpsilonTotal,
      int splits,
      int directions,
      Predictions predictions) {}

  /**
   * Limits of joint predictions, over all studies.
   *
   * @param day the most people that others ask for in a day
   * @param person the most predictions of one person in 30 days
   */
  public record Predictions(int day, int person) {}

  /**
   * Rules for approvals.
   *
   * @param approvalDays days after which an approval ends; 0: it does not end
   * @param automatic whether a study within the policy is approved without asking
   * @param signers the people who may decide
   * @param release whether the owner decides about the result before the researcher sees it
   */
  public record Approval(
      Studies studies, int approvalDays, boolean automatic, Signers signers, boolean release) {
    /**
     * Returns the last day of an approval that is made today.
     *
     * @param wanted empty: the latest day that the policy allows
     */
    Optional<LocalDate> lastDay(Optional<LocalDate> wanted, LocalDate today) {
      Optional<LocalDate> latest =
          approvalDays == 0 ? Optional.empty() : Optional.of(today.plusDays(approvalDays));
      if (wanted.isEmpty()) {
        return latest;
      }
      if (wanted.get().isBefore(today)) {
        throw new BadInput(
            "the approval's last day is %s; it must not be before today; choose a later day"
                .formatted(wanted.get()));
      }
      if (latest.isPresent() && wanted.get().isAfter(latest.get())) {
        throw new BadInput(
            "the approval's last day is %s; policy.approval-days is %d; choose %s or earlier"
                .formatted(wanted.get(), approvalDays, latest.get()));
      }
      return wanted;
    }
  }

  /**
   * The people who may decide about studies.
   *
   * @param names their names; empty: everybody whom the party's page or machine lets in
   * @param needed number of people who must sign an approval
   */
  public record Signers(Set<String> names, int needed) {
    public static final Signers ANY = new Signers(Set.of(), 1);

    /** Rejects a person who may not decide. */
    void require(Person person) {
      if (!names.isEmpty() && names.stream().noneMatch(person::named)) {
        throw new Refused(
            "%s may not decide about studies; policy.signers names %s; ask one of them"
                .formatted(person.name(), sorted(names)));
      }
    }
  }

  /**
   * A limit of approvals for one researcher.
   *
   * @param each the most studies; 0: any number
   * @param days the period in days
   */
  public record Studies(int each, int days) {
    public static final Studies ANY = new Studies(0, 0);

    /** Returns why another study is not allowed; empty: it is allowed. */
    Optional<Objection> beyond(List<Instant> before, Instant now) {
      Instant since = now.minus(Duration.ofDays(days));
      long recent = before.stream().filter(at -> at.isAfter(since)).count();
      return each == 0 || recent < each
          ? Optional.empty()
          : Optional.of(
              new Objection(
                  "its researcher has reached policy.studies, %d studies in %d days; propose it later"
                      .formatted(each, days),
                  recent + " were approved"));
    }
  }

  /** Rejects a study of too few people without revealing their number. */
  public void requireRows(String party, int found) {
    if (found < minimumRows) {
      throw new Refused(
          "too few people would take part; policy.minimum-rows of party %s is %d; nothing about them is sent; use data with more people"
              .formatted(party, minimumRows));
    }
  }

  /**
   * Rejects a study that may reveal too many directions.
   *
   * @param each the most in one training
   * @param trainings number of trainings
   */
  void requireDirections(String party, long each, int trainings) {
    directionsBeyond(each, trainings)
        .ifPresent(
            rule -> {
              throw new Refused("the policy of party %s: %s".formatted(party, rule));
            });
  }

  private Optional<String> directionsBeyond(long each, int trainings) {
    int most = disclosure.directions();
    return most == 0 || each <= most / Math.max(1, trainings)
        ? Optional.empty()
        : Optional.of(
            "it may reveal %d directions in each of %d trainings; policy.directions is %d for all of them; use fewer rounds, landmarks or splits, or have its owner raise it"
                .formatted(each, trainings, most));
  }

  /** Returns the objections to a study; none: it is within the policy. */
  public List<Objection> objections(Proposal proposal) {
    return objections(proposal, 0);
  }

  /**
   * Returns the objections to a study before it is approved.
   *
   * @param reserved number of sets of scores that other studies may still compare with the same
   *     labels
   */
  List<Objection> objections(Proposal proposal, int reserved) {
    List<Objection> against = new ArrayList<>();
    rules(proposal).forEach(rule -> against.add(Objection.of(rule)));
    proposal.judging().beyond(disclosure.splits(), reserved).ifPresent(against::add);
    Proposal.Labels labels = proposal.labels();
    double total = disclosure.labelEpsilonTotal();
    if (labels.told() && labels.epsilon() > 0 && labels.epsilon() <= total) {
      labels.beyond(total).ifPresent(against::add);
    }
    return against;
  }

  /** Returns the objections that depend on the study alone. */
  private List<String> rules(Proposal proposal) {
    List<String> against = new ArrayList<>();
    training(proposal, against);
    sums(proposal, against);
    labels(proposal.labels(), against);
    data(proposal, against);
    proposal.study().extras().predict().ifPresent(terms -> predictions(terms, against));
    return against;
  }

  private void predictions(PredictionTerms terms, List<String> against) {
    Predictions most = disclosure.predictions();
    if (terms.day() > most.day() || terms.person() > most.person()) {
      against.add(
          "predict allows %d people in a day and %d predictions of a person; policy.predictions allows %d and %d; use fewer"
              .formatted(terms.day(), terms.person(), most.day(), most.person()));
    }
  }

  private void training(Proposal proposal, List<String> against) {
    String method = proposal.method().name();
    if (!methods.isEmpty() && !methods.contains(method)) {
      against.add(
          "its method is %s; policy.methods allows %s; use one of these"
              .formatted(method, sorted(methods)));
    }
    int parties = proposal.parties().size();
    if (parties < minimumParties) {
      against.add(
          "it has %d parties; policy.minimum-parties is %d; add parties"
              .formatted(parties, minimumParties));
    }
    if (parties >= minimumParties && proposal.fewest() < minimumParties) {
      against.add(
          "it continues with %d parties when others leave; policy.minimum-parties is %d; set 'stop: {lost: stop}'"
              .formatted(proposal.fewest(), minimumParties));
    }
    if (parties == minimumParties && proposal.leavesOut()) {
      against.add(
          "it scores rows over %d parties; policy.minimum-parties is %d; remove check.leave-one-out"
              .formatted(parties - 1, minimumParties));
    }
    if (endsOnLiar && proposal.leavesOut() && !proposal.endsOnLiar()) {
      against.add(
          "its check.on-liar is 'tell'; policy.on-liar is 'end'; set 'check: {on-liar: end}'");
    }
    int ofRow = proposal.fewestOfRow().orElse(minimumParties);
    if (parties >= minimumParties && ofRow < minimumParties) {
      against.add(
          "its sums about a row that parties lack may be over %d parties; policy.minimum-parties is %d; set 'align: {least: %2$d}'"
              .formatted(ofRow, minimumParties));
    }
    if (proposal.rounds() > rounds) {
      against.add(
          "stop.rounds is %d; policy.rounds is %d; use fewer rounds"
              .formatted(proposal.rounds(), rounds));
    }
  }

  private void sums(Proposal proposal, List<String> against) {
    Proposal.Directions told = proposal.directions();
    directionsBeyond(told.least(), told.trainings()).ifPresent(against::add);
    boolean proved = aggregation.equals(Proposal.PROVED);
    if (proved ? !proposal.proved() : aggregation.equals(Proposal.MASKED) && !proposal.masked()) {
      against.add(
          "its sums are %s; policy.aggregation is '%s'; set 'protection: {aggregation: %2$s}'"
              .formatted(proposal.aggregation(), aggregation));
    }
    if (pinnedRows && !proposal.unpinned().isEmpty()) {
      against.add(
          "it does not pin the row counts of %s; policy.rows is 'pinned'; add 'rows: NUMBER' to each of these parties"
              .formatted(proposal.unpinned()));
    }
  }

  private void labels(Proposal.Labels labels, List<String> against) {
    double total = disclosure.labelEpsilonTotal();
    if (!labels.told() || Double.isInfinite(total)) {
      return;
    }
    if (labels.epsilon() == 0) {
      against.add(
          "it uses unrandomised labels; policy.label-epsilon-total is %s; set 'protection: {labels: {epsilon: …}}'"
              .formatted(total));
    } else if (labels.epsilon() > total) {
      against.add(
          "protection.labels.epsilon is %s; policy.label-epsilon-total is %s; use a smaller epsilon"
              .formatted(labels.epsilon(), total));
    }
  }

  private void data(Proposal proposal, List<String> against) {
    for (String view : proposal.data().absent()) {
      against.add(
          "it uses view '%s', which the party's file does not have; the owner can add it under 'data'"
              .formatted(view));
    }
    for (String column : proposal.data().columns()) {
      if (!columns.isEmpty() && !columns.contains(column)) {
        against.add(
            "it uses column '%s', which policy.columns does not list; leave it out, or have the owner add it"
                .formatted(column));
      }
    }
    for (String name : proposal.disclosures()) {
      if (!disclosure.allow().contains(name)) {
        against.add(
            "it discloses %s, which policy.allow does not list; the owner can add 'allow: [%s]'"
                .formatted(name, name));
      }
    }
  }

  /** Rejects a study outside the policy. */
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

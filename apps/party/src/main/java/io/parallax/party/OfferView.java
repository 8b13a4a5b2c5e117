package io.parallax.party;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.parallax.core.Shown;
import io.parallax.grpc.Registry.Offer;
import java.util.List;
import java.util.Optional;

/**
 * The JSON of a study on the owner's page.
 *
 * @param stored the stored decision, if there is one
 * @param plan the course of a study that waits for a decision
 * @param content what such a study uses and reveals
 * @param ends when an approval would end
 * @param objections the policy's objections, or the reason why the study cannot be read
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record OfferView(
    String id,
    String name,
    String state,
    String decision,
    String researcher,
    @JsonUnwrapped Stored stored,
    @JsonUnwrapped Plan plan,
    @JsonUnwrapped Content content,
    String ends,
    List<String> objections) {

  static OfferView of(Offer offer) {
    return new OfferView(
        offer.study(),
        Shown.text(offer.name()),
        offer.state(),
        offer.decision(),
        null,
        null,
        null,
        null,
        null,
        null);
  }

  /**
   * Returns the study with its stored decision, whether or not the coordinator knows it.
   *
   * @param pending a release or a longer approval that lacks signatures
   */
  OfferView decided(
      Decision own, Optional<Decision> pending, Optional<Proposal> signed, String me) {
    return new OfferView(
        id,
        name,
        state,
        own.say().word(),
        Shown.text(own.researcher()),
        Stored.of(own, pending),
        signed.map(Plan::of).orElse(plan),
        signed.map(proposal -> Content.of(proposal, me)).orElse(content),
        ends,
        objections);
  }

  /**
   * Returns a study that waits for a decision.
   *
   * @param pending an approval that lacks signatures
   */
  OfferView waiting(
      Proposal proposal,
      Optional<Decision> pending,
      String me,
      String ends,
      List<String> objections) {
    return new OfferView(
        id,
        name,
        state,
        decision,
        Shown.text(proposal.researcher()),
        pending.map(first -> Stored.of(first, Optional.empty())).orElse(stored),
        Plan.of(proposal),
        Content.of(proposal, me),
        ends,
        objections);
  }

  OfferView unreadable(String reason) {
    List<String> reasons = List.of(Shown.text(reason));
    return new OfferView(
        id, name, state, decision, researcher, stored, plan, content, ends, reasons);
  }

  /**
   * A stored decision.
   *
   * @param further the people who have signed a further decision, which lacks signatures
   */
  record Stored(
      String until,
      String at,
      String reason,
      List<String> rows,
      List<Signed> signatures,
      List<Signed> further) {
    static Stored of(Decision own, Optional<Decision> pending) {
      List<String> rows = own.rows().stream().map(Decision.Rows::toString).toList();
      return new Stored(
          own.until(),
          own.at(),
          Shown.text(own.reason()),
          rows,
          signed(own),
          pending.map(Stored::signed).orElse(List.of()));
    }

    private static List<Signed> signed(Decision decision) {
      return decision.signatures().stream()
          .map(
              one ->
                  new Signed(
                      one.name(),
                      one.at(),
                      one.under() == null ? decision.say().word() : one.under()))
          .toList();
    }
  }

  /** A person's signature under a word. */
  record Signed(String name, String at, String under) {}

  /** The course of a study. */
  record Plan(
      String purpose,
      String title,
      String method,
      List<String> parties,
      int rounds,
      int splits,
      boolean model,
      long allRounds,
      String aggregation) {
    static Plan of(Proposal proposal) {
      return new Plan(
          Shown.lines(proposal.purpose()),
          proposal.method().about().title(),
          proposal.method().name(),
          proposal.parties(),
          proposal.rounds(),
          proposal.splits(),
          proposal.model(),
          proposal.allRounds(),
          proposal.aggregation());
    }
  }

  /**
   * The data of this party that a study uses, and what it reveals.
   *
   * @param labels the sentence about labels that stands first
   * @param delicate whether others learn labels of single people
   * @param use the use of this party's labels
   */
  record Content(
      String labels,
      boolean delicate,
      String use,
      Judging judging,
      List<String> views,
      List<String> columns,
      List<String> unpinned,
      List<Receiver> receivers,
      String text) {
    static Content of(Proposal proposal, String me) {
      return new Content(
          Receivers.labels(proposal, me),
          Receivers.delicate(proposal),
          proposal.labelsTold(),
          new Judging(proposal.judging().verdicts(), proposal.judging().before()),
          proposal.data().views().stream().map(Shown::text).toList(),
          proposal.data().columns().stream().map(Shown::text).toList(),
          proposal.unpinned(),
          Receivers.of(proposal, me),
          Shown.lines(proposal.text()));
    }
  }

  /** Comparisons of labels with scores: in this study, and in others before. */
  record Judging(int verdicts, int before) {}
}

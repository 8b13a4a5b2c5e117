package io.parallax.party;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.parallax.grpc.Registry.Offer;
import java.util.List;

/**
 * The JSON of a study on the owner's page.
 *
 * @param stored the stored decision, if there is one
 * @param plan the course of a study that waits for a decision
 * @param content what such a study uses and reveals
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
        null);
  }

  /** Returns the study with its stored decision, whether or not the coordinator knows it. */
  OfferView decided(Decision own) {
    return new OfferView(
        id,
        name,
        state,
        own.say().word(),
        Shown.text(own.researcher()),
        Stored.of(own),
        plan,
        content,
        objections);
  }

  OfferView waiting(Proposal proposal, List<String> objections) {
    return new OfferView(
        id,
        name,
        state,
        decision,
        Shown.text(proposal.researcher()),
        stored,
        Plan.of(proposal),
        Content.of(proposal),
        objections);
  }

  OfferView unreadable(String reason) {
    List<String> reasons = List.of(Shown.text(reason));
    return new OfferView(id, name, state, decision, researcher, stored, plan, content, reasons);
  }

  /** A stored decision. */
  record Stored(String until, String at, List<String> rows) {
    static Stored of(Decision own) {
      List<String> rows = own.rows().stream().map(Decision.Rows::toString).toList();
      return new Stored(own.until(), own.at(), rows);
    }
  }

  /** The course of a study. */
  record Plan(
      String title,
      String method,
      List<String> parties,
      String leaving,
      int rounds,
      int splits,
      boolean model,
      long allRounds,
      String aggregation) {
    static Plan of(Proposal proposal) {
      return new Plan(
          proposal.method().about().title(),
          proposal.method().name(),
          proposal.parties(),
          proposal.leaving().orElse(""),
          proposal.rounds(),
          proposal.splits(),
          proposal.model(),
          proposal.allRounds(),
          proposal.aggregation());
    }
  }

  /** The data of this party that a study uses, and what it reveals. */
  record Content(
      String labels,
      Judging judging,
      String directions,
      String predictions,
      List<String> views,
      List<String> columns,
      List<String> unpinned,
      List<Proposal.Revealed> reveals,
      String text) {
    static Content of(Proposal proposal) {
      return new Content(
          proposal.labelsTold(),
          new Judging(proposal.judging().verdicts(), proposal.judging().before()),
          proposal.directionsTold().orElse(""),
          proposal.predictionsTold().orElse(""),
          proposal.data().views().stream().map(Shown::text).toList(),
          proposal.data().columns().stream().map(Shown::text).toList(),
          proposal.unpinned(),
          proposal.reveals(),
          Shown.lines(proposal.text()));
    }
  }

  /** Comparisons of labels with scores: in this study, and in others before. */
  record Judging(int verdicts, int before) {}
}

package io.parallax.party;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.parallax.audit.ShapeAudit;
import io.parallax.core.BadInput;
import io.parallax.core.Refused;
import io.parallax.core.Shown;
import io.parallax.data.Json;
import io.parallax.grpc.Registry.Offer;
import io.parallax.study.Version;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * All that a party knows about a study, for an assessment of its impact on data protection.
 *
 * @param state the stage of the study at the coordinator; "unknown": it was not asked
 * @param rows the rows that were approved, or would be
 * @param labels the sentence about labels
 * @param decision this party's decision; null: there is none
 * @param measured attacks on generated rows of the study's shape, with controls
 * @param left what has left this party in the study, by kind of message
 */
public record Dossier(
    About about,
    String state,
    List<Decision.Rows> rows,
    String labels,
    List<Receiver> receivers,
    Protections protections,
    ShapeAudit.Measured measured,
    Decision decision,
    List<Left> left,
    SoftwareList.Bill software) {

  /**
   * The study.
   *
   * @param made the time at which the dossier was made
   */
  public record About(
      String party,
      String study,
      String id,
      String purpose,
      String researcher,
      String method,
      List<String> parties,
      List<String> views,
      String file,
      String version,
      String made) {}

  /**
   * The protection of what leaves.
   *
   * @param labelEpsilon the randomisation of labels; 0: none
   * @param epsilonSpent epsilon of all drawings from this party's labels so far
   */
  public record Protections(
      String sums,
      double labelEpsilon,
      double epsilonSpent,
      int judged,
      long rounds,
      String absence,
      String predictions,
      List<String> disclosures,
      Policy policy) {}

  /** Messages of one kind that have left. */
  public record Left(String message, String readableBy, long messages, long bytes) {}

  /**
   * Makes the dossier of a study.
   *
   * @param id its hash, or the first 8 or more digits of it
   * @param offers the studies that the coordinator offers; none: it does not answer
   */
  public static Dossier of(PartyConfig config, String id, List<Offer> offers) {
    return of(config, id, offers, config.setup()::measured);
  }

  /** Finds the outcome of attacks on generated rows of a study's shape. */
  interface Measuring {
    ShapeAudit.Measured of(Proposal proposal, List<Decision.Rows> rows);
  }

  static Dossier of(PartyConfig config, String id, List<Offer> offers, Measuring measuring) {
    Node.Setup setup = config.setup();
    Approvals approvals = setup.approvals();
    PartyStudies studies = new PartyStudies(config);
    Optional<Offer> offer =
        offers.stream().filter(o -> id.length() >= 8 && o.study().startsWith(id)).findFirst();
    String study =
        offer.map(Offer::study).or(() -> approvals.known(id)).orElseThrow(() -> unknown(id));
    byte[] manifest = approvals.manifest(study).or(() -> offer.map(Offer::manifest)).orElseThrow();
    Proposal proposal = new ProposalReader(setup.credentials(), studies).read(study, manifest);
    Optional<Decision> decision = approvals.of(study).map(Decision.Signed::decision);
    String me = config.name().name();
    List<Decision.Rows> rows =
        decision
            .map(Decision::rows)
            .filter(all -> !all.isEmpty())
            .orElseGet(() -> rows(studies, proposal, decision));
    return new Dossier(
        about(proposal, me),
        offer.map(Offer::state).orElse("unknown"),
        rows,
        Receivers.labels(proposal, me),
        Receivers.of(proposal, me),
        protections(proposal, config.policy()),
        measuring.of(proposal, rows),
        decision.orElse(null),
        left(setup.ledger(), study),
        SoftwareList.bill());
  }

  private static BadInput unknown(String id) {
    return new BadInput(
        "there is no study %s at this party; give 8 or more digits of its hash; ./parallax study approve lists what waits"
            .formatted(Shown.text(id)));
  }

  /** Returns the rows as they are now; none where they cannot be read. */
  private static List<Decision.Rows> rows(
      PartyStudies studies, Proposal proposal, Optional<Decision> decision) {
    try {
      List<Decision.Rows> rows = studies.rows(proposal);
      if (decision.isEmpty()) {
        studies.forget(proposal.id());
      }
      return rows;
    } catch (BadInput | Refused e) {
      return List.of();
    }
  }

  private static About about(Proposal proposal, String me) {
    return new About(
        me,
        proposal.name(),
        proposal.id(),
        Shown.lines(proposal.purpose()),
        Shown.text(proposal.researcher()),
        proposal.method().about().title() + " (" + proposal.method().name() + ")",
        proposal.parties(),
        proposal.data().views(),
        Shown.lines(proposal.text()),
        Version.NUMBER,
        Instant.now().toString());
  }

  private static Protections protections(Proposal proposal, Policy policy) {
    return new Protections(
        proposal.aggregation(),
        proposal.study().protection().labelEpsilon(),
        proposal.labels().spent(),
        proposal.judging().verdicts(),
        proposal.allRounds(),
        proposal.leaving().orElse(""),
        proposal.predictionsTold().orElse(""),
        proposal.disclosures().stream().sorted().toList(),
        policy);
  }

  private static List<Left> left(Path ledger, String study) {
    Map<List<String>, long[]> sums = new LinkedHashMap<>();
    if (Files.exists(ledger)) {
      Ledger.walk(
          ledger,
          entry -> {
            if (entry.study().equals(study)) {
              long[] sum =
                  sums.computeIfAbsent(
                      List.of(entry.message(), entry.protection()), key -> new long[2]);
              sum[0]++;
              sum[1] += entry.bytes();
            }
          },
          chain -> {});
    }
    List<Left> left = new ArrayList<>();
    sums.forEach((key, sum) -> left.add(new Left(key.get(0), key.get(1), sum[0], sum[1])));
    return left;
  }

  /** Returns the dossier as JSON. */
  public String json() {
    try {
      return Json.MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(this);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }
}

package io.parallax.party;

import io.parallax.core.BadInput;
import io.parallax.core.Refused;
import io.parallax.engine.DurableFile;
import io.parallax.grpc.Calls;
import io.parallax.grpc.Registry.Say;
import io.parallax.grpc.Registry.Verdict;
import io.parallax.identity.Credentials;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * The owner's decisions, signed with the party's key. They are authoritative; the coordinator is
 * informed afterwards.
 */
public final class Approvals {
  private static final int SALT = 32;
  private final Credentials own;
  private final Policy policy;
  private final Path folder;
  private final DecisionFiles files;

  Approvals(Credentials own, Policy policy, Path folder) {
    this.own = own;
    this.policy = policy;
    this.folder = folder;
    this.files = new DecisionFiles(own, folder);
  }

  /** Returns the objections to approving a study; none: it is within the policy. */
  public List<Objection> objections(Proposal proposal) {
    List<Decision> others =
        files.all().stream()
            .map(Decision.Signed::decision)
            .filter(d -> !d.study().equals(proposal.id()) && d.say() != Say.REFUSED)
            .toList();
    List<Objection> against =
        new ArrayList<>(policy.objections(proposal, reserved(others, proposal.judging())));
    List<Instant> before =
        others.stream()
            .filter(d -> d.researcher().equals(proposal.researcher()))
            .map(d -> Instant.parse(d.at()))
            .toList();
    policy.approval().studies().beyond(before, Instant.now()).ifPresent(against::add);
    return against;
  }

  /** Returns the number of sets of scores that other studies may still compare with the labels. */
  private static int reserved(List<Decision> others, Proposal.Judging judging) {
    return others.stream()
        .filter(d -> d.say() == Say.APPROVED && !d.ended(Decision.today()))
        .filter(d -> d.judging().source().equals(judging.source()))
        .mapToInt(d -> d.judging().verdicts() - judging.others().getOrDefault(d.study(), 0))
        .map(still -> Math.max(0, still))
        .sum();
  }

  /** Rejects a study that the policy does not allow. */
  public void requireAllowed(Proposal proposal) {
    Policy.require(own.certificateInfo().name().name(), proposal, objections(proposal));
  }

  /**
   * Approves a study, or renews an approval of the same rows.
   *
   * @param rows the rows as they are now
   * @param until the last day; empty: as the policy says
   */
  public Decision.Signed approve(
      Proposal proposal, List<Decision.Rows> rows, Optional<LocalDate> until) {
    requireAllowed(proposal);
    String end =
        policy.approval().lastDay(until, Decision.today()).map(LocalDate::toString).orElse("");
    Optional<Decision> before = of(proposal.id()).map(Decision.Signed::decision);
    if (before.isPresent() && before.get().say() == Say.REFUSED) {
      throw new BadInput(
          "study %s was refused on %s, which is the last word; propose it anew"
              .formatted(proposal.name(), before.get().at().substring(0, 10)));
    }
    before.ifPresent(decision -> decision.requireRows(rows));
    return sign(proposal, Say.APPROVED, end, "", rows);
  }

  /** Refuses a study that was not approved. */
  public Decision.Signed refuse(Proposal proposal, String reason) {
    of(proposal.id())
        .map(Decision.Signed::decision)
        .filter(decision -> decision.say() == Say.APPROVED)
        .ifPresent(
            decision -> {
              throw new BadInput(
                  "study %s was approved on %s; withdraw that: ./parallax study withdraw"
                      .formatted(proposal.name(), decision.at().substring(0, 10)));
            });
    return sign(proposal, Say.REFUSED, "", reason, List.of());
  }

  private Decision.Signed sign(
      Proposal proposal, Say say, String until, String reason, List<Decision.Rows> rows) {
    Proposal.Judging judging = proposal.judging();
    DurableFile.replace(folder.resolve(proposal.id() + ".manifest.json"), proposal.asked().json());
    return files.write(
        new Decision(
            proposal.id(),
            proposal.name(),
            proposal.researcher(),
            say,
            Instant.now().toString(),
            until,
            reason,
            rows,
            new Decision.Judging(judging.source(), judging.verdicts()),
            salt()));
  }

  private static String salt() {
    byte[] salt = new byte[SALT];
    new SecureRandom().nextBytes(salt);
    return HexFormat.of().formatHex(salt);
  }

  /**
   * Withdraws an approval. From now on this party answers nothing in the study; the coordinator
   * need not be there.
   *
   * @param study its hash, or the first 8 or more digits of it
   */
  public Decision.Signed withdraw(String study, String reason) {
    List<Decision> fitting =
        files.all().stream()
            .map(Decision.Signed::decision)
            .filter(d -> study.length() >= 8 && d.study().startsWith(study))
            .toList();
    if (fitting.size() != 1 || fitting.get(0).say() != Say.APPROVED) {
      throw new BadInput(
          "party %s has no approval of a study %s; ./parallax study approve lists what waits"
              .formatted(own.certificateInfo().name(), Shown.text(study)));
    }
    Decision was = fitting.get(0);
    return files.write(
        new Decision(
            was.study(),
            was.name(),
            was.researcher(),
            Say.WITHDRAWN,
            Instant.now().toString(),
            "",
            reason,
            was.rows(),
            was.judging(),
            salt()));
  }

  /** Sends a decision to the coordinator. */
  public void tell(Calls calls, Decision.Signed signed) {
    calls.decide(signed.verdict());
  }

  /** Sends the coordinator the policy's objection to a study. */
  void object(Calls calls, String study, Ledger ledger, String why) {
    Verdict verdict = new Verdict(study, Say.OBJECTED, "", "", new byte[0], why);
    ledger.told(study, "", 0, "Objection", verdict.reason());
    calls.decide(verdict.signed(own.sign(verdict.content(own.certificateInfo().name().name()))));
  }

  /** Returns whether there is a decision about a study. */
  public boolean decided(String study) {
    return of(study).isPresent();
  }

  /** Returns the decision about a study. */
  Optional<Decision.Signed> of(String study) {
    return files.of(study);
  }

  List<Decision.Signed> all() {
    return files.all();
  }

  /** Returns the valid approval of a study, or rejects the study. */
  Decision require(Proposal proposal) {
    String me = own.certificateInfo().name().name();
    Decision decision =
        of(proposal.id())
            .map(Decision.Signed::decision)
            .orElseThrow(
                () ->
                    new Refused(
                        "party %s has not approved study %s; its owner decides: ./parallax study approve"
                            .formatted(me, proposal.name())));
    if (decision.say() == Say.WITHDRAWN) {
      throw new Refused("party %s withdrew: %s".formatted(me, decision.reason()));
    }
    if (decision.say() != Say.APPROVED) {
      throw new Refused("party %s refused: %s".formatted(me, decision.reason()));
    }
    if (decision.ended(Decision.today())) {
      throw new Refused(
          "the approval of party %s ended on %s; its owner can approve study %s again; then continue with 'study resume'"
              .formatted(me, decision.until(), proposal.name()));
    }
    return decision;
  }
}

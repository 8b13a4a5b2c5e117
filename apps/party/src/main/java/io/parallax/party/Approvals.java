package io.parallax.party;

import io.parallax.core.BadInput;
import io.parallax.core.Refused;
import io.parallax.core.Shown;
import io.parallax.engine.DurableFile;
import io.parallax.grpc.Calls;
import io.parallax.grpc.Registry.Say;
import io.parallax.grpc.Registry.Verdict;
import io.parallax.identity.Credentials;
import io.parallax.web.Person;
import java.io.IOException;
import java.nio.file.Files;
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
  private final DecisionFiles pending;

  Approvals(Credentials own, Policy policy, Path folder) {
    this.own = own;
    this.policy = policy;
    this.folder = folder;
    this.files = new DecisionFiles(own, folder, DecisionFiles.DECIDED);
    this.pending = new DecisionFiles(own, folder, DecisionFiles.PENDING);
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
        .filter(d -> d.say().approves() && !d.ended(Decision.today()))
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
   * Signs the approval of a study, or of its renewal with the same rows. It is in force when as
   * many people have signed as the policy wants; until then it waits at this party.
   *
   * @param rows the rows as they are now
   * @param until the last day; empty: as the policy says
   */
  public Decision.Signed approve(
      Proposal proposal, List<Decision.Rows> rows, Optional<LocalDate> until, Person person) {
    requireAllowed(proposal);
    signers().require(person);
    String end =
        policy.approval().lastDay(until, Decision.today()).map(LocalDate::toString).orElse("");
    Optional<Decision> before = of(proposal.id()).map(Decision.Signed::decision);
    if (before.isPresent() && before.get().say() == Say.REFUSED) {
      throw new BadInput(
          "study %s was refused on %s, which is the last word; propose it anew"
              .formatted(proposal.name(), before.get().at().substring(0, 10)));
    }
    before.ifPresent(decision -> decision.requireRows(rows));
    Optional<Decision> released = before.filter(decision -> decision.say() == Say.RELEASED);
    Say say = released.map(Decision::say).orElse(word());
    Optional<Decision> waits = waiting(proposal.id()).filter(decision -> decision.say() == say);
    waits.ifPresent(decision -> decision.requireRows(rows));
    Optional<Decision> renewed = before.filter(decision -> decision.say().approves());
    String under = renewed.isPresent() ? Decision.Signature.PROLONGED : say.word();
    List<Decision.Signature> signatures = signatures(waits, proposal.name(), person, under);
    String last = waits.map(Decision::until).map(first -> earlier(first, end)).orElse(end);
    boolean whole = signatures.size() >= signers().needed();
    String reason = released.map(Decision::reason).orElse("");
    if (whole) {
      signatures.addAll(0, renewed.map(Decision::signatures).orElse(List.of()));
    }
    Decision.Signed signed =
        sign(whole ? files : pending, proposal, say, last, reason, rows, signatures);
    if (whole) {
      pending.remove(proposal.id());
    }
    return signed;
  }

  private static String earlier(String a, String b) {
    return a.isEmpty() || (!b.isEmpty() && b.compareTo(a) < 0) ? b : a;
  }

  private Say word() {
    return policy.approval().release() ? Say.RESERVED : Say.APPROVED;
  }

  /** Returns the signatures under a decision that waits, and that of a further person. */
  private List<Decision.Signature> signatures(
      Optional<Decision> waits, String study, Person person, String under) {
    List<Decision.Signature> all =
        new ArrayList<>(waits.map(Decision::signatures).orElse(List.of()));
    if (all.stream().anyMatch(signature -> signature.by(person))) {
      throw new BadInput(
          "%s has signed study %s already; policy.signatures is %d; another person must sign"
              .formatted(person.name(), study, signers().needed()));
    }
    all.add(Decision.Signature.of(person, under));
    return all;
  }

  private Policy.Signers signers() {
    return policy.approval().signers();
  }

  /** Returns the number of signatures that an approval or a release lacks. */
  public int missing(Decision decision) {
    int signed = Math.max(1, decision.people()); // of an earlier version: by the owner
    return decision.say().approves() ? Math.max(0, signers().needed() - signed) : 0;
  }

  /** Returns the approval or release of a study that waits for further signatures. */
  public Optional<Decision> waiting(String study) {
    return pending.of(study).map(Decision.Signed::decision);
  }

  /** Refuses a study that was not approved. */
  public Decision.Signed refuse(Proposal proposal, String reason, Person person) {
    signers().require(person);
    of(proposal.id())
        .map(Decision.Signed::decision)
        .filter(decision -> decision.say().approves())
        .ifPresent(
            decision -> {
              throw new BadInput(
                  "study %s was approved on %s; withdraw that: ./parallax study withdraw"
                      .formatted(proposal.name(), decision.at().substring(0, 10)));
            });
    pending.remove(proposal.id());
    List<Decision.Signature> signed = List.of(Decision.Signature.of(person, Say.REFUSED.word()));
    return sign(files, proposal, Say.REFUSED, "", reason, List.of(), signed);
  }

  private Decision.Signed sign(
      DecisionFiles to,
      Proposal proposal,
      Say say,
      String until,
      String reason,
      List<Decision.Rows> rows,
      List<Decision.Signature> signatures) {
    Proposal.Judging judging = proposal.judging();
    DurableFile.replace(folder.resolve(proposal.id() + ".manifest.json"), proposal.asked().json());
    return to.write(
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
            signatures,
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
  public Decision.Signed withdraw(String study, String reason, Person person) {
    signers().require(person);
    Decision was = approved(study);
    pending.remove(was.study());
    return files.write(
        was.then(Say.WITHDRAWN, "", reason, further(was, person, Say.WITHDRAWN), salt()));
  }

  /** Returns the signatures so far, and that of a person under a further word. */
  private static List<Decision.Signature> further(Decision was, Person person, Say say) {
    List<Decision.Signature> all = new ArrayList<>(was.signatures());
    all.add(Decision.Signature.of(person, say.word()));
    return all;
  }

  /** Returns the approval of a study, by its hash or the first 8 or more digits of it. */
  Decision approved(String study) {
    List<Decision> fitting =
        files.all().stream()
            .map(Decision.Signed::decision)
            .filter(d -> study.length() >= 8 && d.study().startsWith(study))
            .toList();
    if (fitting.size() != 1 || !fitting.get(0).say().approves()) {
      throw new BadInput(
          "party %s has no approval of a study %s; ./parallax study approve lists what waits"
              .formatted(own.certificateInfo().name(), Shown.text(study)));
    }
    return fitting.get(0);
  }

  /** Returns the hash of a study that was decided about, by 8 or more digits of it. */
  Optional<String> known(String study) {
    return files.all().stream()
        .map(signed -> signed.decision().study())
        .filter(id -> study.length() >= 8 && id.startsWith(study))
        .findFirst();
  }

  /** Returns the whole hash of an approved study. */
  public String hash(String study) {
    return approved(study).study();
  }

  /**
   * Signs the release of a finished study's result to its researcher. It is in force when as many
   * people have signed for the same result as an approval needs.
   *
   * @param study its hash, or the first 8 or more digits of it
   * @param result the result that the owner has seen
   */
  public Decision.Signed release(String study, String result, Person person) {
    Decision was = unreleased(study, person);
    String seen = Verdict.seen(result);
    Optional<Decision> waits =
        waiting(was.study()).filter(d -> d.say() == Say.RELEASED && d.reason().equals(seen));
    List<Decision.Signature> further = signatures(waits, was.name(), person, Say.RELEASED.word());
    if (further.size() < signers().needed()) {
      return pending.write(was.then(Say.RELEASED, was.until(), seen, further, salt()));
    }
    List<Decision.Signature> all = new ArrayList<>(was.signatures());
    all.addAll(further);
    Decision.Signed signed = files.write(was.then(Say.RELEASED, was.until(), seen, all, salt()));
    pending.remove(was.study());
    return signed;
  }

  /** Withholds the result of a finished study from its researcher; one person is enough. */
  public Decision.Signed withhold(String study, String reason, Person person) {
    Decision was = unreleased(study, person);
    pending.remove(was.study());
    return files.write(
        was.then(Say.WITHHELD, was.until(), reason, further(was, person, Say.WITHHELD), salt()));
  }

  /** Returns the approval of a study whose result this person may release or withhold. */
  private Decision unreleased(String study, Person person) {
    signers().require(person);
    Decision was = approved(study);
    if (was.say() != Say.RESERVED) {
      throw new BadInput(
          "the result of study %s does not wait for this party; its approval says '%s'"
              .formatted(was.name(), was.say().word()));
    }
    return was;
  }

  /** Rejects the use of a model whose study's result this party has not released. */
  void requireReleased(Proposal proposal) {
    if (require(proposal).say() == Say.RESERVED) {
      throw new Refused(
          "party %s has not released the result of study %s; its owner decides: ./parallax study release"
              .formatted(own.certificateInfo().name(), proposal.name()));
    }
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

  /** Returns the manifest of a study that was decided about; empty: there is none. */
  Optional<byte[]> manifest(String study) {
    Path file = folder.resolve(study + ".manifest.json");
    try {
      return Files.exists(file) ? Optional.of(Files.readAllBytes(file)) : Optional.empty();
    } catch (IOException e) {
      throw new BadInput("cannot read " + file + "; check its rights", e);
    }
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
    if (decision.say() == Say.WITHHELD) {
      throw new Refused("party %s withholds the result: %s".formatted(me, decision.reason()));
    }
    if (!decision.say().approves()) {
      throw new Refused("party %s refused: %s".formatted(me, decision.reason()));
    }
    if (missing(decision) > 0) {
      throw new Refused(
          "the approval of party %s has %d signatures; its policy needs %d; sign study %s again"
              .formatted(me, decision.people(), signers().needed(), proposal.name()));
    }
    if (decision.ended(Decision.today())) {
      throw new Refused(
          "the approval of party %s ended on %s; its owner can approve study %s again; then continue with 'study resume'"
              .formatted(me, decision.until(), proposal.name()));
    }
    return decision;
  }
}

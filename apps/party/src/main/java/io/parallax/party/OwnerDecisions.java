package io.parallax.party;

import io.parallax.audit.ShapeAudit;
import io.parallax.core.BadInput;
import io.parallax.grpc.Calls;
import io.parallax.grpc.Registry.Verdict;
import io.parallax.web.Person;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Carries out what an owner decides at a running party: signs, records, and tells the coordinator.
 */
final class OwnerDecisions implements AutoCloseable {
  private final Approvals approvals;
  private final PartyStudies studies;
  private final Ledger ledger;
  private final Calls calls;
  private final Runnable refresh;
  private final Measurements measurements;
  private final Map<String, List<Decision.Rows>> looked = new ConcurrentHashMap<>();

  /**
   * @param refresh asks the coordinator for its studies anew
   */
  OwnerDecisions(
      Node.Setup setup,
      Approvals approvals,
      PartyStudies studies,
      Ledger ledger,
      Calls calls,
      Runnable refresh) {
    this.approvals = approvals;
    this.studies = studies;
    this.ledger = ledger;
    this.calls = calls;
    this.refresh = refresh;
    this.measurements = new Measurements(setup.state());
  }

  /**
   * Describes the rows that a study would use. While attacks on rows of this shape are measured,
   * they are not read again; what is signed is compared with the rows of that moment.
   */
  List<Decision.Rows> rows(Proposal proposal) {
    List<Decision.Rows> last = looked.get(proposal.id());
    List<Decision.Rows> now =
        last != null && measurements.running(proposal, last) ? last : studies.rows(proposal);
    looked.put(proposal.id(), now);
    return now;
  }

  /** Returns attacks on generated rows of a study's shape; empty: they are being measured. */
  Optional<ShapeAudit.Measured> measured(Proposal proposal, List<Decision.Rows> rows) {
    return measurements.of(proposal, rows);
  }

  /** Returns the same for a document, which does not wait. */
  ShapeAudit.Measured measuredYet(Proposal proposal, List<Decision.Rows> rows) {
    return measured(proposal, rows)
        .orElseGet(
            () ->
                ShapeAudit.unknown(
                    "the measurement has not ended; make the dossier again in a minute"));
  }

  /**
   * Signs an approval; returns the number of signatures that it still lacks.
   *
   * @param seen the hash of the rows that were shown; empty: those of an earlier approval
   */
  int approve(Proposal proposal, String seen, Optional<LocalDate> until, Person person) {
    approvals.requireAllowed(proposal); // before rows are read
    List<Decision.Rows> rows = studies.rows(proposal);
    boolean known = seen.isEmpty() && approvals.decided(proposal.id());
    if (!known && !Decision.Rows.seen(rows).equals(seen)) {
      throw new BadInput(
          "the rows are others than were shown; look at them again, then sign: 'seen' must be that of /v1/facts");
    }
    Decision.Signed signed = approvals.approve(proposal, rows, until, person);
    int missing = approvals.missing(signed.decision());
    if (missing == 0) {
      tell(signed);
    }
    return missing;
  }

  void refuse(Proposal proposal, String reason, Person person) {
    tell(approvals.refuse(proposal, reason, person));
    studies.forget(proposal.id());
  }

  /** Withdraws an approval at once; the coordinator is informed when it is reachable. */
  void withdraw(String study, String reason, Person person) {
    ledger.decided(approvals.withdraw(study, reason, person));
  }

  /** Returns the result of a study that waits until this party releases it, as JSON. */
  String result(String study) {
    return calls.result(study);
  }

  /**
   * Signs the release of a result; returns the number of signatures that it still lacks.
   *
   * @param seen the hash of the result that was shown
   */
  int release(String study, String seen, Person person) {
    String result = result(study);
    if (!Verdict.seen(result).equals(seen)) {
      throw new BadInput(
          "the result is another one than was shown; look at it again, then release it");
    }
    Decision.Signed signed = approvals.release(study, result, person);
    int missing = approvals.missing(signed.decision());
    if (missing == 0) {
      tell(signed);
    }
    return missing;
  }

  void withhold(String study, String reason, Person person) {
    tell(approvals.withhold(study, reason, person));
  }

  private void tell(Decision.Signed signed) {
    ledger.decided(signed);
    approvals.tell(calls, signed);
    refresh.run();
  }

  @Override
  public void close() {
    measurements.close();
  }
}

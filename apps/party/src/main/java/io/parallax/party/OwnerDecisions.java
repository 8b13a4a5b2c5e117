package io.parallax.party;

import io.parallax.audit.ShapeAudit;
import io.parallax.core.BadInput;
import io.parallax.grpc.Calls;
import io.parallax.grpc.Registry.Verdict;
import io.parallax.web.Person;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;

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

  /** Describes the rows that a study would use, as they are now. */
  List<Decision.Rows> rows(Proposal proposal) {
    return studies.rows(proposal);
  }

  /** Returns attacks on generated rows of a study's shape; empty: they are being measured. */
  Optional<ShapeAudit.Measured> measured(Proposal proposal, List<Decision.Rows> rows) {
    return measurements.of(proposal, rows);
  }

  /** Signs an approval; returns the number of signatures that it still lacks. */
  int approve(Proposal proposal, Optional<LocalDate> until, Person person) {
    approvals.requireAllowed(proposal); // before rows are read
    Decision.Signed signed = approvals.approve(proposal, studies.rows(proposal), until, person);
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

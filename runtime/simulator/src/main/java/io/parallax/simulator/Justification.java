package io.parallax.simulator;

import io.parallax.core.Failure;

/** The faults that give reasons for declared failures; a failure without a reason is a bug. */
final class Justification {
  private final Faults faults;

  Justification(Faults faults) {
    this.faults = faults;
  }

  /** Returns whether somebody has lied. */
  boolean misled() {
    return faults.has(FaultKind.LYING_COORDINATOR) || faults.has(FaultKind.LYING_PARTY);
  }

  private boolean disk() {
    return faults.has(FaultKind.DISK_FULL)
        || faults.has(FaultKind.SYNC_ERROR)
        || faults.has(FaultKind.READ_ERROR);
  }

  /** Requires a reason for a failure after which a study goes on. */
  void require(StudyPart part, Failure failure) {
    boolean reason =
        switch (failure.kind()) {
          case INTERNAL -> misled() || disk();
          case BAD_INPUT ->
              misled() || disk() || other(part) || faults.has(FaultKind.SECOND_COORDINATOR);
          case LOST -> part.goesOn();
          default -> misled() || other(part) || faults.has(FaultKind.SECOND_COORDINATOR);
        };
    if (!reason) {
      throw new Broken("a failure without a reason: " + failure.getMessage(), failure);
    }
  }

  /**
   * Returns whether sums of the remaining parties can differ from those that parties know: a
   * coordinator that ends between opening such a sum and recording it, or has lost the record, asks
   * others.
   */
  private boolean other(StudyPart part) {
    boolean forgot =
        faults.has(FaultKind.SECOND_COORDINATOR)
            || faults.has(FaultKind.RESTORED_BACKUP)
            || faults.has(FaultKind.POWER_PARTY); // known, see docs/reliability.md
    return part.goesOn() && (forgot || part.protection() != Protection.PLAIN);
  }

  /** Requires a reason for a failure that ends a study although there are no faults any more. */
  void requireEnd(StudyPart part, Failure failure) {
    if (!misled() && !other(part)) {
      throw new Broken("a study cannot go on: " + failure.getMessage(), failure);
    }
  }
}

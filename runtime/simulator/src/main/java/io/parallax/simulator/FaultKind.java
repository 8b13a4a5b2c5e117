package io.parallax.simulator;

import java.util.Locale;

/** A kind of fault. */
public enum FaultKind {
  /** A connection breaks before an ask arrives. */
  LOSE_ASK,
  /** A connection breaks before an answer arrives. */
  LOSE_ANSWER,
  /** A connection breaks within an answer; the rest is asked for over the next one. */
  CUT_ANSWER,
  /** An ask arrives twice. */
  REPEAT_ASK,
  /** A connection breaks, and the ask arrives later all the same, after others. */
  DELAY_ASK,
  /** Parties are reached in another order. */
  REORDER,
  /** A party cannot be reached for a long time. */
  ABSENCE,
  /** Another process plays the coordinator for a while, from a copy of its folder. */
  SECOND_COORDINATOR,
  KILL_PARTY,
  KILL_COORDINATOR,
  POWER_PARTY,
  POWER_COORDINATOR,
  /** A power failure takes away the end of what was written. */
  LOST_TAIL,
  /** A power failure leaves half of a write. */
  TORN_WRITE,
  /** A power failure takes away a new, changed or removed name. */
  LOST_NAME,
  DISK_FULL,
  SYNC_ERROR,
  READ_ERROR,
  /** A machine sleeps, and its clock jumps. */
  CLOCK_JUMP,
  /** The coordinator's folder is put back to an earlier state. */
  RESTORED_BACKUP,
  /** A coordinator that is not honest sends something of its own. */
  LYING_COORDINATOR,
  /** A party changes what it sends. */
  LYING_PARTY;

  /** Returns whether somebody lies. */
  public boolean lie() {
    return this == LYING_COORDINATOR || this == LYING_PARTY;
  }

  /** Returns how much rarer it is than a message that is lost, so that studies get anywhere. */
  public double share() {
    return switch (this) {
      case LOSE_ASK, LOSE_ANSWER, CUT_ANSWER, REPEAT_ASK, DELAY_ASK, REORDER -> 1;
      case KILL_PARTY, KILL_COORDINATOR, POWER_PARTY, POWER_COORDINATOR -> 0.04;
      case DISK_FULL, SYNC_ERROR, READ_ERROR -> 0.04;
      case SECOND_COORDINATOR, ABSENCE -> 0.05;
      case RESTORED_BACKUP -> 2;
      default -> 0.2;
    };
  }

  /** Returns the name in reports. */
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}

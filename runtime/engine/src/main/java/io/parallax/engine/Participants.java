package io.parallax.engine;

import io.parallax.core.OutOfRange;
import io.parallax.core.PartyId;
import io.parallax.core.PartyLost;
import io.parallax.core.ProtocolViolation;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The parties at the other end of a link. Repeats an exchange that got lost, and continues without
 * a party that has left or was refused, if the training allows it.
 */
final class Participants {
  private static final int ATTEMPTS = 3;
  private final Link link;
  private final Absence absence;
  private final int least;
  private final boolean takesBack;
  private final Set<PartyId> ids;
  private final SortedSet<PartyId> away = new TreeSet<>();
  private final SortedSet<PartyId> refused = new TreeSet<>(); // in the current exchange
  private final SortedMap<PartyId, Long> last = new TreeMap<>(); // the last exchange each was in

  /**
   * @param least the number of parties that must be left for a sum
   * @param takesBack whether a party that has left may return in the same training
   */
  Participants(Link link, Absence absence, int least, boolean takesBack) {
    this.link = link;
    this.absence = absence;
    this.least = least;
    this.takesBack = takesBack;
    this.ids = link.positions().keySet();
  }

  /** Returns the number of parties, including those that are away. */
  int size() {
    return ids.size();
  }

  SortedSet<PartyId> present() {
    SortedSet<PartyId> present = new TreeSet<>(ids);
    present.removeAll(away);
    return present;
  }

  SortedSet<PartyId> away() {
    return away;
  }

  /** Returns the parties whose answer in this exchange was refused. */
  SortedSet<PartyId> refused() {
    return refused;
  }

  /** Begins a new exchange. */
  void begin() {
    refused.clear();
  }

  /** Requests the answers of all present parties. */
  SortedMap<PartyId, byte[]> exchange(byte[] ask, long most) {
    for (int attempt = 1; ; attempt++) {
      Set<PartyId> present = present();
      try {
        link.due(most);
        SortedMap<PartyId, byte[]> answers =
            away.isEmpty() ? link.exchange(ask) : link.exchange(ask, present);
        if (!answers.keySet().equals(present)) {
          throw new ProtocolViolation(
              "answers came from " + answers.keySet() + ", not from " + present);
        }
        answers.forEach((id, answer) -> requireDue(id, answer.length, most));
        return new TreeMap<>(answers);
      } catch (PartyLost lost) {
        if (attempt >= ATTEMPTS) {
          leave(lost.party(), lost);
        }
      } catch (OutOfRange bad) {
        refuse(bad.party().orElseThrow(() -> bad), bad);
      } catch (OversizedAnswer bad) {
        refuse(bad.party(), bad);
      }
    }
  }

  static void requireDue(PartyId party, long bytes, long most) {
    if (bytes > most) {
      throw new OversizedAnswer(party, bytes, most);
    }
  }

  /**
   * Returns true if the training can continue without a party: the method allows it, and enough
   * others are left.
   */
  boolean mayLeave(PartyId party) {
    return absence.mayLeave().test(party) && (away.contains(party) || few(party));
  }

  /** Returns true if the training can continue without some party. */
  boolean goesOn() {
    return ids.stream().anyMatch(absence.mayLeave());
  }

  /** Returns true if, with this party, no more have left than a sum can do without. */
  private boolean few(PartyId party) {
    Set<PartyId> left = new TreeSet<>(away);
    left.addAll(absence.before());
    left.add(party);
    return left.size() <= ids.size() - least;
  }

  /** Continues without a party whose answer was refused, or fails. */
  void refuse(PartyId party, RuntimeException why) {
    refused.add(party);
    leave(party, why);
  }

  /** Continues without a party until the next round, or to the end of the training; or fails. */
  private void leave(PartyId party, RuntimeException why) {
    if (!mayLeave(party)) {
      throw why;
    }
    away.add(party);
    absence
        .note()
        .accept(
            why.getMessage()
                + "; training continues without it "
                + (takesBack ? "until the next round" : "to its end"));
  }

  /** Restores the absent parties of an exchange from the log. */
  void recall(List<PartyId> absent) {
    away.clear();
    away.addAll(absent);
  }

  /** Makes a party repeat an exchange in which its answer was refused. */
  void again(byte[] ask, long most, PartyId party) {
    try {
      link.due(most);
      link.exchange(ask, Set.of(party));
    } catch (OutOfRange | OversizedAnswer | PartyLost e) {
      absence.note().accept(e.getMessage()); // as it was the first time, or it is away now
    }
  }

  boolean skip(PartyId party, long sequence) {
    return link.skip(party, sequence, last.getOrDefault(party, 0L));
  }

  /** Ends an exchange. */
  void attended(long sequence) {
    present().forEach(id -> last.put(id, sequence));
  }

  /** Ends a round, after which absent parties may return. */
  void welcome(long sequence) {
    for (PartyId party : takesBack ? List.copyOf(away) : List.<PartyId>of()) {
      if (skip(party, sequence)) {
        away.remove(party);
        absence.note().accept("party " + party + " takes part again");
      }
    }
  }

  /** Returns the last exchange that each party has answered. */
  SortedMap<PartyId, Long> positions() {
    return link.positions();
  }

  /** Releases the memory of answers that have been read. */
  void read(SortedMap<PartyId, byte[]> answers) {
    link.read(answers);
    answers.clear();
  }
}

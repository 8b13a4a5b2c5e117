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
 * Who is at the other end of a link. Repeats an exchange that got lost, and goes on without a party
 * that has left or was refused, where the training can.
 */
final class Company {
  private static final int ATTEMPTS = 3;
  private final Link link;
  private final Absence absence;
  private final int least;
  private final boolean takesBack;
  private final Set<PartyId> ids;
  private final SortedSet<PartyId> away = new TreeSet<>();
  private final SortedSet<PartyId> refused = new TreeSet<>(); // in the exchange that goes on
  private final SortedMap<PartyId, Long> last = new TreeMap<>(); // the last exchange each was in

  /**
   * @param least how many have to be left for a sum
   * @param takesBack whether who has left may come back in the same training
   */
  Company(Link link, Absence absence, int least, boolean takesBack) {
    this.link = link;
    this.absence = absence;
    this.least = least;
    this.takesBack = takesBack;
    this.ids = link.positions().keySet();
  }

  /** How many there are, with those who are away. */
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

  /** Of those who are away, whose answer in this exchange was no good. */
  SortedSet<PartyId> refused() {
    return refused;
  }

  /** A new exchange begins. */
  void begin() {
    refused.clear();
  }

  /** Has everybody answer who is there. */
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
      } catch (Oversized bad) {
        refuse(bad.party(), bad);
      }
    }
  }

  static void requireDue(PartyId party, long bytes, long most) {
    if (bytes > most) {
      throw new Oversized(party, bytes, most);
    }
  }

  /** Whether the training can go on without a party: it says so, and enough others are left. */
  boolean mayLeave(PartyId party) {
    return absence.mayLeave().test(party) && (away.contains(party) || few(party));
  }

  /** Whether no more have left with this one than a sum can do without. */
  private boolean few(PartyId party) {
    Set<PartyId> left = new TreeSet<>(away);
    left.addAll(absence.before());
    left.add(party);
    return left.size() <= ids.size() - least;
  }

  /** Goes on without a party whose answer is no good, or fails. */
  void refuse(PartyId party, RuntimeException why) {
    refused.add(party);
    leave(party, why);
  }

  /** Goes on without a party until the next round, or to the end of the training; or fails. */
  private void leave(PartyId party, RuntimeException why) {
    if (!mayLeave(party)) {
      throw why;
    }
    away.add(party);
    absence
        .note()
        .accept(
            why.getMessage()
                + "; training goes on without it "
                + (takesBack ? "until the next round" : "to its end"));
  }

  /** These are away in an exchange, as the log says. */
  void recall(List<PartyId> absent) {
    away.clear();
    away.addAll(absent);
  }

  /** Has a party step through an exchange again in which its answer was refused. */
  void again(byte[] ask, long most, PartyId party) {
    try {
      link.due(most);
      link.exchange(ask, Set.of(party));
    } catch (OutOfRange | Oversized | PartyLost e) {
      absence.note().accept(e.getMessage()); // as it was the first time, or it is away now
    }
  }

  boolean skip(PartyId party, long sequence) {
    return link.skip(party, sequence, last.getOrDefault(party, 0L));
  }

  /** An exchange is over. */
  void attended(long sequence) {
    present().forEach(id -> last.put(id, sequence));
  }

  /** A round is over: who has left may come back. */
  void welcome(long sequence) {
    for (PartyId party : takesBack ? List.copyOf(away) : List.<PartyId>of()) {
      if (skip(party, sequence)) {
        away.remove(party);
        absence.note().accept("party " + party + " takes part again");
      }
    }
  }

  /** The last exchange that each has answered. */
  SortedMap<PartyId, Long> positions() {
    return link.positions();
  }

  /** Answers have been read: their memory may be used again. */
  void read(SortedMap<PartyId, byte[]> answers) {
    link.read(answers);
    answers.clear();
  }
}

package io.parallax.party;

import io.parallax.core.Ask;
import io.parallax.core.Party;
import io.parallax.core.RowLimits;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Understands studies, and makes this party's half of their parts out of its rows. */
public interface Workplace {
  /** The manifest that an opening carries. */
  byte[] manifest(String part, byte[] opening);

  /** What a study wants of this party. */
  Proposal read(byte[] manifest);

  /** The rows that a study would use, as they are now. */
  List<Decision.Rows> rows(Proposal proposal);

  /** Lets go of what was kept of the rows for a study that was not approved. */
  default void forget(String study) {}

  /**
   * This party's half of a part.
   *
   * @param approved what the owner has approved; other rows are refused before anything leaves
   * @param ledger where epsilon is written down before labels are drawn
   */
  Work begin(Proposal proposal, Decision approved, String part, byte[] opening, Ledger ledger);

  /** What may be told of a failure: without this machine's folders. */
  String told(String failure);

  /** The part is over. */
  void end(Proposal proposal, String part, Work work);

  /**
   * @param asks everything that may be asked in this part; their order is their number on the wire
   * @param parties how many parties a sum is over
   * @param granted the disclosures that come with taking part at all
   * @param limits how long the rows are that it may add to a sum
   * @param letters what letters in the sizes of asks, and in how often they come, stand for
   * @param once whether each exchange is asked in one way only, for ever; else the party's answers
   *     follow from its ids alone, and an interrupted part begins anew where it was
   * @param notes what the owner should know of the rows; for the party's own log only
   */
  record Work(
      Party party,
      List<Class<? extends Ask<?>>> asks,
      int parties,
      Set<String> granted,
      RowLimits limits,
      Map<String, Long> letters,
      boolean once,
      List<String> notes) {
    /** Without a remark. */
    public Work(
        Party party,
        List<Class<? extends Ask<?>>> asks,
        int parties,
        Set<String> granted,
        RowLimits limits,
        Map<String, Long> letters,
        boolean once) {
      this(party, asks, parties, granted, limits, letters, once, List.of());
    }
  }
}

package io.parallax.party;

import java.util.List;
import java.util.Set;
import java.util.SortedMap;

/**
 * What a study wants of a party.
 *
 * @param id the hash of its manifest, which is what an approval signs
 * @param keys of all parties, the fingerprint of each one's
 * @param aggregation "masked", or "plain"
 * @param goesOn whether it goes on without a party that has left
 * @param labels whether training is told this party's labels
 * @param labelEpsilon by how much they are randomised first; 0: they are not
 * @param columns of this party's that the study names; empty: all that its file offers
 * @param disclosures what the owner has to allow by name
 * @param unpinned parties that count by a number of rows that is only their own word
 * @param reveals what would leave the party and what would come to it, message by message
 */
public record Proposal(
    String id,
    String name,
    String method,
    String title,
    List<String> parties,
    SortedMap<String, String> keys,
    int rounds,
    String aggregation,
    boolean goesOn,
    boolean labels,
    double labelEpsilon,
    List<String> columns,
    Set<String> disclosures,
    List<String> unpinned,
    List<Revealed> reveals,
    byte[] manifest) {
  public static final String MASKED = "masked";

  /** Whether the coordinator sees sums only. */
  public boolean masked() {
    return aggregation.equals(MASKED);
  }

  /**
   * One kind of message.
   *
   * @param way "sum", "shown" or "down"
   * @param what it reveals to whom
   */
  public record Revealed(String message, String way, String what) {}
}

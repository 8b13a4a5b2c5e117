package io.parallax.party;

import java.util.List;
import java.util.Set;

/**
 * What a study wants of a party.
 *
 * @param id the hash of its manifest, which is what an approval signs
 * @param columns of this party's that the study names; empty: all that its file offers
 * @param disclosures what the owner has to allow by name
 * @param reveals what would leave the party and what would come to it, message by message
 */
public record Proposal(
    String id,
    String name,
    String method,
    String title,
    List<String> parties,
    int rounds,
    String aggregation,
    List<String> columns,
    Set<String> disclosures,
    List<Revealed> reveals,
    byte[] manifest) {

  /**
   * One kind of message.
   *
   * @param way "sum", "shown" or "down"
   * @param what it reveals to whom
   */
  public record Revealed(String message, String way, String what) {}
}

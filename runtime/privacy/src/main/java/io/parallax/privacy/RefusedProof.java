package io.parallax.privacy;

import io.parallax.core.PartyId;
import io.parallax.core.Reveals;
import java.util.HexFormat;
import java.util.List;

/**
 * The coordinator's word about a proved sum that is not used, as all members hear it.
 *
 * @param named who has lied, by its evidence
 * @param evidence the hash of that evidence, which {@link EvidenceCheck} computes from the file
 */
@Reveals(
    "to all parties of the study: which of them has lied about a proved sum, and a hash of the"
        + " evidence that the coordinator keeps; nothing of what was added")
public record RefusedProof(List<PartyId> named, String evidence) {

  static RefusedProof of(SumGroup group, byte[] note) {
    return new RefusedProof(
        ProofNotes.liars(note).stream().map(group::member).toList(),
        HexFormat.of().formatHex(ProofNotes.evidence(note)));
  }

  /** Returns a sentence for the owner of a party. */
  public String sentence() {
    List<String> names = named.stream().map(PartyId::name).toList();
    return "the coordinator says that %s has lied about a proved sum, which is not used; evidence SHA-256 %s: ask for the file and check it with 'study evidence'"
        .formatted(String.join(", ", names), evidence);
  }

  /** A party's own notes about its proofs. */
  public interface Listener {
    /** A listener for which nobody waits. */
    Listener NOBODY =
        new Listener() {
          @Override
          public void proved(long exchange) {}

          @Override
          public void refused(RefusedProof why) {}
        };

    /** Receives an exchange whose words this party has proved; a repeated one again. */
    void proved(long exchange);

    /** Receives who has lied, once for each exchange. */
    void refused(RefusedProof why);
  }
}

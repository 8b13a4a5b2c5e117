package io.parallax.party;

import io.parallax.core.BadInput;
import io.parallax.core.Hashes;
import io.parallax.core.Refused;
import io.parallax.identity.CertificateInfo;
import io.parallax.identity.Credentials;
import java.util.HexFormat;

/**
 * Reads the studies that a coordinator offers and turns every failure to do so into a clear error.
 */
public final class ProposalReader {
  private final CertificateInfo own;
  private final PartyStudies studies;

  public ProposalReader(Credentials own, PartyStudies studies) {
    this.own = own.certificateInfo();
    this.studies = studies;
  }

  /**
   * Returns what a study asks of this party.
   *
   * @param study the hash of its manifest
   */
  public Proposal read(String study, byte[] manifest) {
    if (!HexFormat.of().formatHex(Hashes.of(manifest)).equals(study)) {
      throw new Refused("the manifest's hash is not the study's id; submit the study again");
    }
    Proposal proposal = parsed(manifest);
    String named = proposal.keys().get(own.name().name());
    if (!own.fingerprint().equals(named)) {
      throw new Refused(
          "study %s names another key for party %s than it has; submit it again"
              .formatted(proposal.name(), own.name()));
    }
    return proposal;
  }

  private Proposal parsed(byte[] manifest) {
    try {
      return studies.read(manifest);
    } catch (BadInput | Refused e) {
      throw e;
    } catch (StackOverflowError e) {
      throw new BadInput("the study cannot be read: it is nested too deeply");
    } catch (OutOfMemoryError e) {
      throw new BadInput("the study cannot be read: it is too large");
    } catch (RuntimeException | Error e) {
      throw new BadInput("the study cannot be read: " + e.getClass().getSimpleName(), e);
    }
  }
}

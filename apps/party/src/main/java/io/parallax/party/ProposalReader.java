package io.parallax.party;

import io.parallax.core.BadInput;
import io.parallax.core.Refused;
import io.parallax.engine.Hashes;
import io.parallax.identity.Credentials;
import io.parallax.identity.Passport;
import java.util.HexFormat;

/**
 * Reads the studies that a coordinator offers. Whatever it offers, the worst that comes of it is an
 * error with a name.
 */
public final class ProposalReader {
  private final Passport own;
  private final Workplace workplace;

  public ProposalReader(Credentials own, Workplace workplace) {
    this.own = own.passport();
    this.workplace = workplace;
  }

  /**
   * What a study wants of this party.
   *
   * @param study the hash of its manifest
   */
  public Proposal read(String study, byte[] manifest) {
    if (!HexFormat.of().formatHex(Hashes.of(manifest)).equals(study)) {
      throw new Refused("a study's manifest has another hash than its name");
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
      return workplace.read(manifest);
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

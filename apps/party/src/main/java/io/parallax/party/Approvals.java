package io.parallax.party;

import io.parallax.core.Refused;
import io.parallax.engine.DurableFile;
import io.parallax.grpc.Calls;
import io.parallax.grpc.Registry.Verdict;
import io.parallax.identity.Credentials;
import java.nio.file.Path;

/** The owner's decisions, signed with the party's key. */
public final class Approvals {
  private final Credentials own;
  private final Path folder;

  public Approvals(Credentials own, Path folder) {
    this.own = own;
    this.folder = folder;
  }

  /** Tells the coordinator, and keeps what was approved. */
  public void decide(Calls calls, Proposal proposal, boolean approved, String reason) {
    byte[] content = content(proposal.id(), approved);
    byte[] signature = own.sign(content);
    DurableFile.replace(folder.resolve(proposal.id() + ".manifest.json"), proposal.manifest());
    DurableFile.replace(
        folder.resolve(proposal.id() + (approved ? ".approved" : ".refused")), signature);
    calls.decide(new Verdict(proposal.id(), approved, false, signature, reason));
  }

  /** Tells the coordinator that the party's policy does not allow a study. */
  void object(Calls calls, String study, Ledger ledger, String why) {
    Verdict verdict = new Verdict(study, false, true, own.sign(content(study, false)), why);
    ledger.told(study, "", 0, "Objection", verdict.reason());
    calls.decide(verdict);
  }

  /** Refuses a study that this party's key has not signed. */
  void require(Proposal proposal, byte[] signature) {
    byte[] content = content(proposal.id(), true);
    if (!Credentials.verifies(own.certificate().getPublicKey(), content, signature)) {
      throw new Refused(
          "party %s has not approved study %s; its owner decides: ./parallax study approve"
              .formatted(own.passport().name(), proposal.name()));
    }
  }

  private byte[] content(String study, boolean approved) {
    return Verdict.content(study, own.passport().name().name(), approved);
  }
}

package io.parallax.party;

import io.parallax.remote.NetworkManifest;
import io.parallax.remote.SiteRules;
import io.parallax.study.Study;

/**
 * A study with the manifest that a party approves.
 *
 * @param id the hash of the manifest, which an approval signs
 * @param json the manifest as received
 * @param purpose the reason that the study states
 */
public record ProposedStudy(
    String id, byte[] json, NetworkManifest manifest, Study study, String purpose) {
  /** Parses a manifest and rejects a study that cannot run between machines. */
  static ProposedStudy read(byte[] json) {
    NetworkManifest manifest = NetworkManifest.read(json);
    Study study = manifest.parse();
    SiteRules.check(study);
    return new ProposedStudy(NetworkManifest.hash(json), json, manifest, study, manifest.purpose());
  }
}

package io.parallax.remote;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.parallax.core.BadInput;
import io.parallax.core.PartyId;
import io.parallax.data.Json;
import io.parallax.engine.DurableFile;
import io.parallax.grpc.Part;
import io.parallax.privacy.EvidenceCheck;
import io.parallax.privacy.LiarsFound;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.SortedMap;

/**
 * The file in which a coordinator keeps who has lied about a proved sum, so that others can check
 * it.
 *
 * @param study the hash of its manifest
 * @param part the part of the study that the sum was in
 * @param manifest all that the parties have approved, with the fingerprints of their keys
 * @param opening hexadecimal: what the coordinator told all parties at the beginning of the part
 * @param evidence texts by name
 */
public record EvidenceFile(
    String study,
    String part,
    String manifest,
    String opening,
    SortedMap<String, String> evidence) {

  /** Writes evidence beside a part's log; returns the file. */
  static Path write(Job job, String part, byte[] opening, LiarsFound found) {
    Path folder = job.folder().resolve(part);
    EvidenceFile file =
        new EvidenceFile(
            job.study(),
            part,
            new String(job.manifest(), StandardCharsets.UTF_8),
            HexFormat.of().formatHex(opening),
            found.evidence());
    Path next = next(folder);
    DurableFile.replace(next, file.json());
    return next;
  }

  private byte[] json() {
    try {
      return Json.MAPPER.writeValueAsBytes(this);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e); // texts alone
    }
  }

  /** Returns a file that does not exist yet. */
  private static Path next(Path folder) {
    int number = 1;
    while (Files.exists(folder.resolve("evidence-" + number + ".json"))) {
      number++;
    }
    return folder.resolve("evidence-" + number + ".json");
  }

  public static EvidenceFile read(Path file) {
    try {
      EvidenceFile read = Json.MAPPER.readValue(Files.readAllBytes(file), EvidenceFile.class);
      if (read == null
          || read.study == null
          || read.part == null
          || read.manifest == null
          || read.opening == null
          || read.evidence == null
          || read.evidence.containsValue(null)) {
        throw new BadInput(file + " is incomplete; get it again from the coordinator");
      }
      return read;
    } catch (IOException e) {
      throw new BadInput(
          file + " cannot be read as evidence of a proved sum; get it again from the coordinator",
          e);
    }
  }

  /** Returns the hash that the coordinator has told all parties. */
  public String hash() {
    return EvidenceCheck.hash(evidence);
  }

  /**
   * Returns a finding about each accused party.
   *
   * @param authority of the consortium; a certificate that has expired or was revoked since is as
   *     good as any
   * @throws BadInput if it does not belong to the study that it names
   */
  public List<EvidenceCheck.Finding> check(X509Certificate authority) {
    byte[] all = manifest.getBytes(StandardCharsets.UTF_8);
    if (!NetworkManifest.hash(all).equals(study)) {
      throw other("its manifest");
    }
    SortedMap<String, String> keys = NetworkManifest.read(all).parties();
    if (!Arrays.equals(new Part(study, part).identity(begun()), EvidenceCheck.run(evidence))) {
      throw other("the beginning of its part " + part);
    }
    for (String name : evidence.getOrDefault("parties", "").split(",")) {
      if (!keys.containsKey(name)) {
        throw other("party " + PartyId.of(name));
      }
    }
    return EvidenceCheck.check(evidence, PartySignatures.ever(authority, keys));
  }

  private byte[] begun() {
    try {
      return HexFormat.of().parseHex(opening);
    } catch (IllegalArgumentException e) {
      throw other("the beginning of its part " + part);
    }
  }

  private BadInput other(String what) {
    return new BadInput(
        "the evidence is not about study %s: %s is another; get the file again"
            .formatted(study, what));
  }
}

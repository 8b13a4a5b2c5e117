package io.parallax.remote;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.parallax.core.BadInput;
import io.parallax.core.Hashes;
import io.parallax.core.PartyId;
import io.parallax.data.Json;
import io.parallax.study.Study;
import io.parallax.study.Version;
import io.parallax.study.file.StudyFile;
import java.io.IOException;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.stream.Collectors;

/**
 * All that a party approves. Its hash is the study's name between machines.
 *
 * @param version of the program, on which the bits of the result may depend
 * @param researcher who has submitted it, by the name of the token: the coordinator says so
 * @param parties who takes part, each with the fingerprint of its key
 * @param study the study file, word for word
 */
public record NetworkManifest(
    String version, String researcher, SortedMap<String, String> parties, String study) {
  private static final int LONGEST_NAME = 100;

  public static NetworkManifest of(
      String yaml, String researcher, SortedMap<String, String> fingerprints) {
    return new NetworkManifest(Version.NUMBER, researcher, fingerprints, yaml);
  }

  /** Returns what to do about a study of another version of the program; empty: it is of this. */
  public static Optional<String> otherVersion(byte[] json) {
    try {
      JsonNode made = Json.MAPPER.readTree(json).path("version");
      return made.isTextual() && !made.asText().equals(Version.NUMBER)
          ? Optional.of(otherwise(made.asText()))
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty(); // not readable as any version
    }
  }

  private static String otherwise(String made) {
    return "the study is for version %s, and this is %s; install the same version everywhere"
        .formatted(shown(made), Version.NUMBER);
  }

  public static NetworkManifest read(byte[] json) {
    try {
      Optional<String> other = otherVersion(json); // its fields may be others
      if (other.isPresent()) {
        throw new BadInput(other.get());
      }
      NetworkManifest manifest = Json.MAPPER.readValue(json, NetworkManifest.class);
      if (manifest == null) {
        throw new BadInput("a study's manifest is empty; submit the study again");
      }
      if (!Version.NUMBER.equals(manifest.version)) {
        throw new BadInput(otherwise(manifest.version));
      }
      manifest.requireWhole();
      return manifest;
    } catch (IOException e) {
      throw new BadInput("a study's manifest cannot be read", e);
    }
  }

  private void requireWhole() {
    if (researcher == null || researcher.isBlank() || researcher.length() > LONGEST_NAME) {
      throw lacking("the researcher's name");
    }
    if (parties == null || parties.isEmpty()) {
      throw lacking("parties");
    }
    if (!parties.values().stream().allMatch(key -> key != null && key.matches("[0-9a-z]{1,128}"))) {
      throw lacking("a party's key");
    }
    if (study == null) {
      throw lacking("the study itself");
    }
  }

  private static BadInput lacking(String what) {
    return new BadInput("a study's manifest lacks " + what + "; submit the study again");
  }

  private static String shown(String version) {
    String text = String.valueOf(version).replaceAll("[^0-9A-Za-z.+-]", "?");
    return text.substring(0, Math.min(32, text.length()));
  }

  public byte[] json() {
    try {
      return Json.MAPPER.writeValueAsBytes(this);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  public static String hash(byte[] json) {
    return HexFormat.of().formatHex(Hashes.of(json));
  }

  /** Returns the purpose that the study states. */
  public String purpose() {
    return StudyFile.purpose("the study", study);
  }

  /** The study; its members are the parties that are named here, and no others. */
  public Study parse() {
    Study parsed = StudyFile.remote("the study", study);
    Set<String> members = parsed.members().stream().map(PartyId::name).collect(Collectors.toSet());
    if (!members.equals(parties.keySet())) {
      throw new BadInput(
          "the manifest of study %s names other parties than the study; submit it again"
              .formatted(parsed.name()));
    }
    return parsed;
  }
}

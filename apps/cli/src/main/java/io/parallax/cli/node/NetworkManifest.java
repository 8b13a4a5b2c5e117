package io.parallax.cli.node;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.parallax.cli.Version;
import io.parallax.cli.study.Study;
import io.parallax.cli.study.StudyFile;
import io.parallax.core.BadInput;
import io.parallax.engine.Hashes;
import java.io.IOException;
import java.util.HexFormat;
import java.util.SortedMap;

/**
 * All that a party approves. Its hash is the study's name between machines.
 *
 * @param version of the program, on which the bits of the result may depend
 * @param parties who takes part, each with the fingerprint of its key
 * @param study the study file, word for word
 */
record NetworkManifest(String version, SortedMap<String, String> parties, String study) {
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

  static NetworkManifest of(String yaml, SortedMap<String, String> fingerprints) {
    return new NetworkManifest(Version.NUMBER, fingerprints, yaml);
  }

  static NetworkManifest read(byte[] json) {
    try {
      NetworkManifest manifest = JSON.readValue(json, NetworkManifest.class);
      if (!Version.NUMBER.equals(manifest.version)) {
        throw new BadInput(
            "the study is for version %s, and this is %s; install the same version everywhere"
                .formatted(manifest.version, Version.NUMBER));
      }
      return manifest;
    } catch (IOException e) {
      throw new BadInput("a study's manifest cannot be read", e);
    }
  }

  byte[] json() {
    try {
      return JSON.writeValueAsBytes(this);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  static String hash(byte[] json) {
    return HexFormat.of().formatHex(Hashes.of(json));
  }

  Study parse() {
    return StudyFile.remote("the study", study);
  }
}

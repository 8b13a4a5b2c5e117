package io.parallax.fuzz.files;

import io.parallax.fuzz.Finding;
import io.parallax.fuzz.TextTarget;
import io.parallax.remote.NetworkManifest;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A study's manifest, which parties sign. */
public final class ManifestTarget extends TextTarget {
  private static final String STUDY =
      """
      study: s
      purpose: to try the program
      method: mmvfl
      parties: {a: {view: x, labels: true}, b: {view: y}}
      """;

  public ManifestTarget() {
    super(
        "manifest",
        "a study's manifest; written and read again it is the same, and it names the study's parties",
        List.of());
  }

  @Override
  public List<byte[]> seeds() {
    return List.of(
        NetworkManifest.of(STUDY, "ana", new TreeMap<>(Map.of("a", "ab01", "b", "cd02"))).json());
  }

  @Override
  public List<String> words() {
    return List.of(
        "\"version\":\"0.1.0\"",
        "\"researcher\":",
        "\"parties\":{",
        "\"study\":",
        "null",
        "\\u0000",
        "\\n",
        "purpose: ",
        "{\"version\":\"9\"}");
  }

  @Override
  public void run(byte[] input) {
    NetworkManifest.otherVersion(input);
    NetworkManifest manifest = NetworkManifest.read(input);
    byte[] written = manifest.json();
    NetworkManifest again = NetworkManifest.read(written);
    Finding.unless(
        again.equals(manifest) && Arrays.equals(again.json(), written),
        "a manifest that is written and read again is another one");
    Finding.unless(!manifest.purpose().isBlank(), "a study without a purpose");
    Finding.unless(manifest.parse().members().size() == manifest.parties().size(), "other parties");
  }
}

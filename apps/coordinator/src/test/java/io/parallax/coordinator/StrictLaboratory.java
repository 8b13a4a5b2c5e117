package io.parallax.coordinator;

import io.parallax.core.BadInput;
import io.parallax.core.PartyId;
import java.nio.charset.StandardCharsets;
import java.util.SortedMap;

/** A laboratory for which every study is a mistake. */
final class StrictLaboratory implements Laboratory {
  @Override
  public Draft read(String yaml) {
    throw new BadInput("line 1: no study");
  }

  @Override
  public byte[] manifest(String yaml, String researcher, SortedMap<PartyId, String> fingerprints) {
    return yaml.getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public String run(Job job) {
    return "{}";
  }
}

package io.parallax.data;

import io.parallax.core.Hashes;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A table whose rows stay in an engine. */
public record EngineTable(RowEngine.Reader reader, RowEngine.Place place) implements RowSource {
  @Override
  public String source() {
    return place.format();
  }

  @Override
  public String kind() {
    return "an engine's";
  }

  @Override
  public List<Path> files() {
    return List.of();
  }

  @Override
  public String identity() {
    return place.toString();
  }

  /** The hash of the place: nobody but the engine reads all rows. */
  @Override
  public String hash() {
    return Hashes.ofLines(List.of(place.format(), place.address(), place.query()));
  }

  @Override
  public Map<String, Object> reading() {
    return Map.of();
  }
}

package io.parallax.data.catalogue;

import io.parallax.core.BadInput;
import io.parallax.core.Suggestion;
import io.parallax.data.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;

/**
 * The public data sets that are known by name. It holds sizes and checksums but no addresses: these
 * exact files are not served publicly, so the caller must name a source.
 */
public record Catalogue(List<DataSet> sets) {
  public Catalogue {
    sets = List.copyOf(sets);
  }

  /** Returns the catalogue of this version. */
  public static Catalogue bundled() {
    try (InputStream in = Catalogue.class.getResourceAsStream("catalogue.json")) {
      return Json.MAPPER.readValue(in, Catalogue.class);
    } catch (IOException e) {
      throw new UncheckedIOException("the catalogue of data sets cannot be read", e);
    }
  }

  public DataSet named(String name) {
    return find(name)
        .orElseThrow(
            () ->
                new BadInput(
                    "there is no data set '"
                        + name
                        + "'"
                        + Suggestion.among(name, sets.stream().map(DataSet::name).toList())));
  }

  public Optional<DataSet> find(String name) {
    return sets.stream().filter(set -> set.name().equals(name)).findFirst();
  }
}

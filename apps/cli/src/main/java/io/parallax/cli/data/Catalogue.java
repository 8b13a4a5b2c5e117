package io.parallax.cli.data;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.parallax.cli.study.Suggestion;
import io.parallax.core.BadInput;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;

/**
 * The public data sets that are known by name. It holds sizes and checksums and no address: nobody
 * serves these very files in public, so where they come from is for the caller to say.
 */
public record Catalogue(List<DataSet> sets) {
  public Catalogue {
    sets = List.copyOf(sets);
  }

  /** The sets that this version knows. */
  public static Catalogue bundled() {
    try (InputStream in = Catalogue.class.getResourceAsStream("catalogue.json")) {
      return new ObjectMapper().readValue(in, Catalogue.class);
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

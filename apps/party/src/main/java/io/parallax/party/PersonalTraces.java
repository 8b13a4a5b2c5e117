package io.parallax.party;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.parallax.core.BadInput;
import io.parallax.data.IdRule;
import io.parallax.data.Json;
import io.parallax.engine.DurableFile;
import io.parallax.engine.LockedFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** The traces of single people in a party's state, and their removal. */
public final class PersonalTraces {
  private final Path state;
  private final Set<String> ids = new LinkedHashSet<>();

  private PersonalTraces(Path state, List<String> ids) {
    this.state = state;
    ids.forEach(id -> this.ids.add(IdRule.trimmed(id)));
    if (this.ids.isEmpty() || this.ids.contains("")) {
      throw new BadInput("no id is given, or one is empty; give at least one, an id in each line");
    }
  }

  /**
   * Forgets people, of a party that does not run meanwhile.
   *
   * @return sentences on what was removed, and on what stays
   */
  @SuppressWarnings("try") // the folder is held, not used
  public static List<String> forget(PartyConfig party, List<String> ids) {
    PersonalTraces traces = new PersonalTraces(party.state(), ids);
    try (LockedFolder held = LockedFolder.take(party.state(), "party", note -> {})) {
      return traces.removed(new PartyModels(party.state()).list());
    } catch (IOException e) {
      throw new BadInput("cannot change " + party.state() + "; check room and rights", e);
    }
  }

  private List<String> removed(List<PartyModels.Version> models) throws IOException {
    List<String> told = new ArrayList<>();
    int counts = new PredictionCounts(state, Clock.systemUTC()).forget(ids);
    told.add("%d counted predictions were removed.".formatted(counts));
    told.add("%d drawn labels were removed.".formatted(drawings()));
    told.add("%d lists of common ids were removed; they are made anew.".formatted(alignments()));
    int snapshots = snapshots();
    told.add(
        "%d copies of tables that had them were removed%s."
            .formatted(
                snapshots,
                snapshots == 0 ? "" : "; a study that is not finished must be submitted again"));
    told.add(
        "Rows are in the party's own files and tables: remove them there. The ledger names nobody.");
    if (!models.isEmpty()) {
      told.add(
          "The party keeps %d models. A model keeps what it learnt, and of mode kernel also rows without ids: train again without these people, then erase earlier versions: party models --erase."
              .formatted(models.size()));
    }
    return told;
  }

  private List<Path> files(String folder, String ending) throws IOException {
    Path place = state.resolve(folder);
    if (!Files.isDirectory(place)) {
      return List.of();
    }
    try (Stream<Path> all = Files.walk(place)) {
      return all.filter(file -> file.toString().endsWith(ending)).sorted().toList();
    }
  }

  private int drawings() throws IOException {
    int removed = 0;
    for (Path file : files("labels", ".json")) {
      JsonNode drawing = Json.MAPPER.readTree(file.toFile());
      ObjectNode drawn = (ObjectNode) drawing.required("drawn");
      int before = drawn.size();
      drawn.remove(ids);
      if (drawn.size() < before) {
        DurableFile.replace(file, Json.MAPPER.writeValueAsBytes(drawing));
      }
      removed += before - drawn.size();
    }
    return removed;
  }

  private int alignments() throws IOException {
    int removed = 0;
    for (Path file : files("alignments", ".json")) {
      boolean named = false;
      for (JsonNode id : Json.MAPPER.readTree(file.toFile()).path("common")) {
        named |= ids.contains(id.asText());
      }
      if (named) {
        Files.delete(file);
        removed++;
      }
    }
    return removed;
  }

  /** Removes whole copies, because a study approves all rows of one or none. */
  private int snapshots() throws IOException {
    int removed = 0;
    for (Path file : files("snapshots", ".csv")) {
      boolean named;
      try (Stream<String> lines = Files.lines(file)) {
        named = lines.anyMatch(this::hasCell);
      }
      if (named) {
        Files.delete(file);
        removed++;
      }
    }
    return removed;
  }

  private boolean hasCell(String line) {
    return Stream.of(line.split(","))
        .map(cell -> cell.replace("\"", "").strip())
        .anyMatch(ids::contains);
  }
}

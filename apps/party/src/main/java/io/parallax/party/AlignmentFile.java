package io.parallax.party;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import io.parallax.core.BadInput;
import io.parallax.core.Hashes;
import io.parallax.data.Json;
import io.parallax.engine.DurableFile;
import io.parallax.remote.NetworkManifest;
import io.parallax.study.Align;
import io.parallax.study.Study;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * Stores the ids that a party has in common with others. Studies among the same parties and views
 * share the file until the party's ids change.
 */
final class AlignmentFile {
  private final Path file;
  private final String own;

  /** The content of the file. */
  record Found(
      String name,
      String own,
      List<String> common,
      @JsonInclude(JsonInclude.Include.NON_NULL) int[] places,
      int rows) {

    /** Returns true if the ids are there, each with a place among the rows if there are places. */
    boolean whole() {
      return name != null
          && own != null
          && common != null
          && !common.contains(null)
          && (places == null
              || places.length == common.size()
                  && Arrays.stream(places).allMatch(place -> place >= 0 && place < rows));
    }
  }

  /**
   * @param ids all ids of the party
   */
  AlignmentFile(Path state, NetworkManifest manifest, Study study, List<String> ids) {
    String among =
        manifest.parties()
            + "\n"
            + study.layout().holders().stream().map(m -> m.id() + "=" + m.view()).toList()
            + "\n"
            + study.protection().align().ids()
            + partial(study);
    this.file = state.resolve("alignments").resolve(Hashes.ofLines(List.of(among)) + ".json");
    this.own = Hashes.ofLines(ids);
  }

  private static String partial(Study study) {
    Align align = study.protection().align();
    return align.whole() ? "" : "\n" + align.blanks() + study.protection().masked();
  }

  /** Returns the name of the alignment of the party's present ids; empty: there is none. */
  String kept() {
    Found found = read();
    return found != null && found.own.equals(own) ? found.name : "";
  }

  /** Stores an alignment; synchronised, since concurrent studies may find the same one. */
  void keep(String name, List<String> common) {
    keep(new Found(name, own, common, null, common.size()));
  }

  /**
   * Stores an alignment where parties may lack rows.
   *
   * @param places of the ids among the study's rows
   * @param rows number of the study's rows
   */
  void keep(String name, List<String> held, int[] places, int rows) {
    keep(new Found(name, own, held, places, rows));
  }

  private void keep(Found result) {
    try {
      byte[] found = Json.MAPPER.writeValueAsBytes(result);
      synchronized (AlignmentFile.class) {
        DurableFile.replace(file, found);
      }
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns the common ids, or with their places those that this party has. */
  Found found() {
    Found found = read();
    if (found == null || !found.own.equals(own)) {
      throw new BadInput(
          "the party's ids have changed since they were aligned; submit the study again");
    }
    return found;
  }

  private Found read() {
    try {
      Found found = Files.exists(file) ? Json.MAPPER.readValue(file.toFile(), Found.class) : null;
      if (found == null || found.whole()) {
        return found;
      }
      throw unreadable(null);
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  private BadInput unreadable(IOException cause) {
    return new BadInput(file + " cannot be read; remove it, and rows are aligned anew", cause);
  }
}

package io.parallax.cli.node;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.parallax.cli.study.Study;
import io.parallax.core.BadInput;
import io.parallax.engine.DurableFile;
import io.parallax.engine.Hashes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Which rows a party has in common with others, as it was found once; studies among the same
 * parties and views share it as long as the party's ids are the same.
 */
final class AlignmentFile {
  private static final ObjectMapper JSON = new ObjectMapper();
  private final Path file;
  private final String own;

  /** What is in the file. */
  record Found(String name, String own, List<String> common) {}

  /**
   * @param ids all that the party has
   */
  AlignmentFile(Path state, NetworkManifest manifest, Study study, List<String> ids) {
    String among =
        manifest.parties()
            + "\n"
            + study.parties().stream().map(m -> m.id() + "=" + m.view()).toList()
            + "\n"
            + study.protection().align().ids();
    this.file = state.resolve("alignments").resolve(Hashes.ofLines(List.of(among)) + ".json");
    this.own = Hashes.ofLines(ids);
  }

  /** The name of what was found with the ids that the party has now; "": nothing. */
  String kept() {
    Found found = read();
    return found != null && found.own.equals(own) ? found.name : "";
  }

  /** One at a time: studies that run side by side may find the same at the same moment. */
  void keep(String name, List<String> common) {
    try {
      byte[] found = JSON.writeValueAsBytes(new Found(name, own, common));
      synchronized (AlignmentFile.class) {
        DurableFile.replace(file, found);
      }
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The common ids. */
  List<String> common() {
    Found found = read();
    if (found == null || !found.own.equals(own)) {
      throw new BadInput(
          "the party's ids have changed since they were aligned; submit the study again");
    }
    return found.common;
  }

  private Found read() {
    try {
      return Files.exists(file) ? JSON.readValue(file.toFile(), Found.class) : null;
    } catch (IOException e) {
      throw new BadInput(file + " cannot be read; remove it, and rows are aligned anew", e);
    }
  }
}

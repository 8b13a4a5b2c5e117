package io.parallax.experiments;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.parallax.data.CsvFile;
import io.parallax.data.CsvText;
import io.parallax.data.LabelColumn;
import io.parallax.data.catalogue.DataFolder;
import io.parallax.engine.DurableFile;
import io.parallax.math.Rng;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Files of a study whose parties lack rows: each has every row by the same chance, drawn by the
 * study's seed, for training and prediction alike. Labels stay whole.
 */
final class LackingRows {
  private static final String ID = "id";
  private static final String CSV = "csv";
  private static final String PUBLIC = "$" + DataFolder.VARIABLE + "/";
  private static final String LABEL = "label";
  private static final String PART = "part";
  private static final String HELD_OUT = "held-out";
  private final Path folder;
  private final ObjectNode study;
  private final LabelColumn labels;
  private final Set<String> complete = new HashSet<>();

  /**
   * @param study whose parties have CSV files
   * @param folder to write in
   */
  LackingRows(ObjectNode study, double chance, Path folder) {
    this.study = study.deepCopy();
    this.folder = directory(folder);
    JsonNode truth = labelSource(study);
    this.labels = CsvFile.of(file(truth)).labels(ID, truth.get("column").asText());
    complete.addAll(labels.ids());
    this.study
        .get("parties")
        .properties()
        .forEach(party -> lack((ObjectNode) party.getValue().get("data"), party, chance));
  }

  private static Path directory(Path folder) {
    try {
      return Files.createDirectories(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path file(JsonNode source) {
    String[] parts = source.get(CSV).asText().replace(PUBLIC, "").split("/", 2);
    return ExperimentContext.set(parts[0]).resolve(parts[1]);
  }

  private static ObjectNode labelSource(ObjectNode study) {
    for (JsonNode party : study.get("parties")) {
      if (party.has("labels")) {
        return (ObjectNode) party.get("labels");
      }
    }
    throw new IllegalArgumentException("no party has labels");
  }

  private void lack(ObjectNode data, Map.Entry<String, JsonNode> party, double chance) {
    CsvFile whole = CsvFile.of(file(data));
    Rng rng = Rng.of(study.path("seed").asLong(1)).child("lacking", party.getKey());
    List<String> held = whole.ids(ID, false).stream().filter(id -> rng.chance(chance)).toList();
    complete.retainAll(Set.copyOf(held));
    List<String> columns = new ArrayList<>(List.of(ID));
    columns.addAll(whole.others(ID, List.of()));
    Path to = folder.resolve(party.getKey() + ".csv");
    whole.copy(ID, columns, held, to);
    data.put(CSV, to.toAbsolutePath().toString());
  }

  /** Returns the study on these files. */
  ObjectNode study() {
    return study.deepCopy();
  }

  /**
   * Training rows that every party has.
   *
   * @param rows how many there are
   * @param missing how many classes none of them has
   * @param study that trains on them alone and is judged by the same rows as before
   */
  record Complete(int rows, int missing, ObjectNode study) {}

  /**
   * Returns the study with the complete rows for training only.
   *
   * @param heldOut ids of the rows that judge it
   */
  Complete complete(String name, Set<String> heldOut) {
    Map<String, Integer> codes = new HashMap<>();
    CsvText text = CsvText.forPeople(ID, LABEL, PART);
    for (int i = 0; i < labels.ids().size(); i++) {
      String id = labels.ids().get(i);
      boolean judges = heldOut.contains(id);
      if (judges || complete.contains(id)) {
        String label = labels.classes().get(labels.codes()[i]);
        text.row(id, label, judges ? HELD_OUT : "training");
        if (!judges) {
          codes.put(id, labels.codes()[i]);
        }
      }
    }
    Path to = folder.resolve(name + ".csv");
    DurableFile.replace(to, text.toString().getBytes(StandardCharsets.UTF_8));
    ObjectNode some = study();
    ObjectNode truth = labelSource(some);
    truth.put(CSV, to.toAbsolutePath().toString()).put("id", ID).put("column", LABEL);
    some.putObject("evaluate")
        .put("split", "given")
        .put("column", PART)
        .put("test", HELD_OUT)
        .put("repeats", 1);
    int classes = Set.copyOf(codes.values()).size();
    return new Complete(codes.size(), labels.classes().size() - classes, some);
  }
}

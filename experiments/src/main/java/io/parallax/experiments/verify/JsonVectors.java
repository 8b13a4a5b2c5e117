package io.parallax.experiments.verify;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.parallax.core.BadInput;
import io.parallax.core.verify.Vectors;
import io.parallax.data.Json;
import io.parallax.math.Matrix;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A vector file in JSON. */
public final class JsonVectors implements Vectors {
  private final Path file;
  private final JsonNode root;
  private final Set<String> read = new HashSet<>();

  private JsonVectors(Path file, JsonNode root) {
    this.file = file;
    this.root = root;
  }

  public static JsonVectors read(Path file) {
    try {
      return new JsonVectors(file, Json.MAPPER.readTree(file.toFile()));
    } catch (JsonProcessingException e) {
      int line = e.getLocation() == null ? 0 : e.getLocation().getLineNr();
      throw new BadInput(file + ":" + line + ": not valid JSON", e);
    } catch (IOException e) {
      throw BadInput.quoting("cannot read " + file, e);
    }
  }

  /** Returns the folder of the file. */
  Path folder() {
    return file.toAbsolutePath().normalize().getParent();
  }

  /** The node at a path, for checks that know JSON. */
  public JsonNode at(String path) {
    JsonNode node = find(path);
    if (node.isMissingNode()) {
      throw new BadInput(file + " has no " + path);
    }
    read.add(path);
    return node;
  }

  /**
   * Refuses the file if it has a section or a parameter that nobody has read: what was compared may
   * then be something else than the file is about.
   */
  public void requireAllRead() {
    List<String> ignored = new ArrayList<>(unread("", root));
    ignored.addAll(unread("params.", root.path("params")));
    ignored.removeAll(List.of("method", "format", "note", "params"));
    if (!ignored.isEmpty()) {
      throw new BadInput(
          "%s: no check of this version knows %s; remove it, or use the version it is for"
              .formatted(file.getFileName(), String.join(", ", ignored)));
    }
  }

  private List<String> unread(String before, JsonNode node) {
    List<String> names = new ArrayList<>();
    node.fieldNames().forEachRemaining(name -> names.add(before + name));
    names.removeIf(name -> read.stream().anyMatch(r -> (r + ".").startsWith(name + ".")));
    return names;
  }

  private JsonNode find(String path) {
    return root.at("/" + path.replace('.', '/'));
  }

  @Override
  public boolean has(String path) {
    return !find(path).isMissingNode();
  }

  @Override
  public String text(String path) {
    return at(path).asText();
  }

  @Override
  public double number(String path) {
    return number(at(path), path);
  }

  private double number(JsonNode node, String path) {
    if (!node.isNumber()) {
      throw new BadInput(file + ": " + path + " must be a number");
    }
    return node.doubleValue();
  }

  /** Returns the texts of a list, or the single text that stands for a list of one. */
  List<String> texts(String path) {
    JsonNode node = at(path);
    List<String> texts = new ArrayList<>();
    (node.isArray() ? node : List.of(node)).forEach(text -> texts.add(text.asText()));
    return texts;
  }

  /** Returns the numbers of a list, or the single number that stands for a list of one. */
  @Override
  public double[] numbers(String path) {
    JsonNode node = at(path);
    if (node.isNumber()) {
      return new double[] {node.doubleValue()};
    }
    double[] numbers = new double[node.size()];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = number(node.get(i), path);
    }
    return numbers;
  }

  @Override
  public Matrix matrix(String path) {
    return matrix(at(path), path);
  }

  private Matrix matrix(JsonNode node, String path) {
    double[][] rows = new double[node.size()][];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = new double[node.get(i).size()];
      for (int j = 0; j < rows[i].length; j++) {
        rows[i][j] = number(node.get(i).get(j), path);
      }
    }
    try {
      return Matrix.of(rows);
    } catch (IllegalArgumentException e) {
      throw BadInput.quoting(file + ": " + path + " is not a matrix", e);
    }
  }

  @Override
  public List<Matrix> matrices(String path) {
    List<Matrix> all = new ArrayList<>();
    at(path).forEach(node -> all.add(matrix(node, path)));
    return all;
  }

  @Override
  public List<String> names(String path) {
    List<String> names = new ArrayList<>();
    at(path).fieldNames().forEachRemaining(names::add);
    return names;
  }
}

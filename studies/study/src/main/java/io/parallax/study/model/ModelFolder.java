package io.parallax.study.model;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.parallax.core.BadInput;
import io.parallax.core.Images;
import io.parallax.core.Method;
import io.parallax.core.Methods;
import io.parallax.data.Blank;
import io.parallax.data.Column;
import io.parallax.data.Json;
import io.parallax.data.Missing;
import io.parallax.data.Scaler;
import io.parallax.data.Scaling;
import io.parallax.data.Steps;
import io.parallax.engine.DurableFile;
import io.parallax.math.Matrix;
import io.parallax.study.Version;
import io.parallax.study.file.Settings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A model as a folder of JSON: {@code model.json}, which all know, and {@code PARTY.json}, which
 * its owner keeps. docs/model-format.md describes every field.
 */
public final class ModelFolder implements ModelStore {
  static final String FORMAT = "parallax-model";
  static final int VERSION = 1;
  private static final String HEAD = "model.json";
  private static final String CONTRIBUTION = "contribution.json";
  private static final String TARGET = "target_values.json"; // no party has such a name
  private static final String CERTAINTY = "certainty_thresholds.json"; // likewise
  private final Path folder;

  private ModelFolder(Path folder) {
    this.folder = folder;
  }

  public static ModelFolder at(Path folder) {
    return new ModelFolder(folder);
  }

  /** The model that a user names: its folder, the run's folder around it, or its model.json. */
  public static ModelFolder named(Path path) {
    if (Files.isRegularFile(path) && path.getFileName().toString().equals(HEAD)) {
      return new ModelFolder(path.toAbsolutePath().getParent());
    }
    Path inside = path.resolve("model");
    boolean run = Files.exists(inside.resolve(HEAD)) && !Files.exists(path.resolve(HEAD));
    return new ModelFolder(run ? inside : path);
  }

  public boolean exists() {
    return Files.exists(folder.resolve(HEAD));
  }

  public Path path() {
    return folder;
  }

  /** Writes the parts, then the head: a folder with a head is whole. */
  public void write(Model model, List<ModelPart> parts) {
    parts.forEach(part -> write(part.party() + ".json", PartFile.of(part)));
    write(HEAD, model);
  }

  /** Keeps what each party adds. */
  public void write(Contribution contribution) {
    write(CONTRIBUTION, contribution);
  }

  /** Keeps what is known of a target that is not classes. */
  public void write(ModelTarget target) {
    write(TARGET, target);
  }

  /** Keeps the thresholds of what predictions are certain to. */
  public void write(ModelCertainty certainty) {
    write(CERTAINTY, certainty);
  }

  @Override
  public Optional<ModelCertainty> certainty() {
    return find(CERTAINTY, ModelCertainty.class);
  }

  /** Returns the contribution of each party, if it was measured. */
  public Optional<Contribution> contribution() {
    return find(CONTRIBUTION, Contribution.class);
  }

  @Override
  public Optional<ModelTarget> target() {
    return find(TARGET, ModelTarget.class);
  }

  private <T> Optional<T> find(String name, Class<T> type) {
    return Files.exists(folder.resolve(name))
        ? Optional.of(convert(name, strip(read(name)), type))
        : Optional.empty();
  }

  /** A file of the folder: every one begins with the same fields. */
  private record Headed(
      String format, int formatVersion, String program, @JsonUnwrapped Record content) {}

  private void write(String name, Record content) {
    Headed file = new Headed(FORMAT, VERSION, Version.NUMBER, content);
    try {
      Files.createDirectories(folder);
      String text = Json.MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(file);
      DurableFile.replace(folder.resolve(name), text.getBytes(StandardCharsets.UTF_8));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    } catch (IOException e) {
      throw BadInput.quoting("cannot write to " + folder, e);
    }
  }

  @Override
  public Model model() {
    if (!exists()) {
      if (Files.exists(folder.resolve("manifest.json"))) {
        throw new BadInput(
            folder
                + ": this run left no model; its study says 'model: false', or it is not finished");
      }
      throw new BadInput(
          folder + ": no model here; name the folder 'model' of a run, or run a study to get one");
    }
    Model model = convert(HEAD, strip(read(HEAD)), Model.class);
    boolean whole =
        Stream.of(model.study(), model.method(), model.settings(), model.viewWeights())
                .allMatch(Objects::nonNull)
            && Stream.of(model.classes(), model.views(), model.parties())
                .allMatch(list -> list != null && !list.isEmpty());
    if (!whole) {
      throw damaged(HEAD, null);
    }
    return model;
  }

  @Override
  public <C extends Record> C settings(C defaults) {
    return Settings.read(defaults, folder.resolve(HEAD).toString(), read(HEAD).toString());
  }

  /** Returns whether the part of a party is here. */
  public boolean has(String party) {
    return Files.exists(folder.resolve(party + ".json"));
  }

  @Override
  public ModelPart part(String party) {
    String name = party + ".json";
    if (!has(party)) {
      throw new BadInput(
          folder + ": the part of party " + party + " (" + name + ") is not there; ask it for it");
    }
    JsonNode json = read(name);
    List<ModelPart.Input> views = new ArrayList<>();
    Map<String, Matrix> matrices = new LinkedHashMap<>();
    try {
      json.required("views").forEach(view -> views.add(input(name, view)));
      json.required("matrices")
          .properties()
          .forEach(
              entry ->
                  matrices.put(
                      entry.getKey(),
                      Matrix.of(convert(name, entry.getValue(), double[][].class))));
    } catch (IllegalArgumentException e) {
      throw damaged(name, e);
    }
    return checked(name, new ModelPart(party, views, matrices));
  }

  private ModelPart.Input input(String name, JsonNode view) {
    List<Column> columns = new ArrayList<>();
    view.required("columns").forEach(one -> columns.add(convert(name, one, Column.class)));
    PartFile.FillEntry fill =
        view.has("fill")
            ? convert(name, view.get("fill"), PartFile.FillEntry.class)
            : PartFile.FillEntry.NONE;
    Missing missing =
        Missing.Fill.named(view.required("missing").asText())
            .map(fill::rule)
            .orElseThrow(() -> damaged(name, null));
    Scaler scaler = scaler(name, view);
    return new ModelPart.Input(
        view.required("view").asText(),
        view.required("id").asText(),
        columns,
        view.path("matrixColumns").asInt(0),
        missing,
        scaler.with(fill.filling(scaler.means().length)),
        view.has("sequences") ? Optional.of(steps(name, view.get("sequences"))) : Optional.empty(),
        view.has("images") ? Optional.of(picture(name, view.get("images"))) : Optional.empty(),
        Blank.valueOf(view.path("blank").asText("none").toUpperCase(Locale.ROOT)));
  }

  private Scaler scaler(String name, JsonNode view) {
    return new Scaler(
        Scaling.named(view.required("scale").asText()).orElseThrow(() -> damaged(name, null)),
        convert(name, view.required("means"), double[].class),
        convert(name, view.required("deviations"), double[].class),
        view.has("knots") ? convert(name, view.get("knots"), double[][].class) : new double[0][]);
  }

  private ModelPart.Picture picture(String name, JsonNode images) {
    try {
      return new ModelPart.Picture(
          new Images(
              images.path("channels").asInt(),
              images.path("height").asInt(),
              images.path("width").asInt()),
          images.path("part").asInt(1),
          images.path("of").asInt(1));
    } catch (BadInput e) {
      throw damaged(name, e);
    }
  }

  private Steps steps(String name, JsonNode sequences) {
    int most = sequences.path("steps").asInt();
    int least = sequences.path("least").asInt();
    boolean statistics = sequences.path("statistics").asBoolean();
    boolean whole = statistics && most == 0; // all steps are described
    if (most < (statistics ? 0 : 1) || least < 1 || (least > most && !whole)) {
      throw damaged(name, null);
    }
    boolean gap = sequences.path("gap").asBoolean();
    return new Steps(sequences.path("time").asText(""), gap, most, least, statistics);
  }

  private ModelPart checked(String name, ModelPart part) {
    for (ModelPart.Input input : part.views()) {
      int features = input.features().size();
      int scaled = input.plain().features().size();
      int knots = input.scaler().scaling() == Scaling.QUANTILE ? scaled : 0;
      if (input.scaler().means().length != scaled
          || input.scaler().deviations().length != scaled
          || input.scaler().knots().length != knots) {
        throw damaged(name, null);
      }
      if (input.steps().filter(steps -> !steps.statistics()).isEmpty()) {
        requireMatrix(name, part, input.view(), features);
      }
    }
    return part;
  }

  /**
   * A linear model has a matrix for each view, perhaps with a last row for a constant; a regression
   * of two classes has a column for the second.
   */
  private void requireMatrix(String name, ModelPart part, String view, int features) {
    Matrix matrix = part.matrices().get(view);
    int columns = regresses(Methods.named(model().method())) ? 1 : model().classes().size();
    boolean fits =
        matrix == null
            ? !model().viewWeights().containsKey(view)
            : (matrix.rows() == features || matrix.rows() == features + 1)
                && matrix.cols() == columns;
    if (!fits) {
      throw damaged(name, null);
    }
  }

  private static <C extends Record> boolean regresses(Method<C, ?> method) {
    return method.target(method.defaults()).isPresent();
  }

  private JsonNode read(String name) {
    JsonNode json;
    try {
      json = Json.MAPPER.readTree(folder.resolve(name).toFile());
    } catch (IOException e) {
      throw damaged(name, e);
    }
    if (!json.path("format").asText().equals(FORMAT)) {
      throw new BadInput(folder.resolve(name) + " is not a Parallax model");
    }
    int version = json.path("formatVersion").asInt();
    if (version != VERSION) {
      throw new BadInput(
          "%s has format version %d, written by Parallax %s, and this program reads version %d; use that program, or train again"
              .formatted(folder.resolve(name), version, json.path("program").asText("?"), VERSION));
    }
    return json;
  }

  private static JsonNode strip(JsonNode json) {
    var copy = ((com.fasterxml.jackson.databind.node.ObjectNode) json).deepCopy();
    copy.remove(List.of("format", "formatVersion", "program"));
    return copy;
  }

  private <T> T convert(String name, JsonNode json, Class<T> type) {
    try {
      return Json.MAPPER.convertValue(json, type);
    } catch (IllegalArgumentException e) {
      throw damaged(name, e);
    }
  }

  private BadInput damaged(String name, Exception cause) {
    return new BadInput(folder.resolve(name) + " is damaged; copy it again, or train again", cause);
  }
}

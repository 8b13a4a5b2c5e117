package io.parallax.fuzz.files;

import io.parallax.core.BadInput;
import io.parallax.core.Failure;
import io.parallax.data.Column;
import io.parallax.data.Missing;
import io.parallax.data.Scaler;
import io.parallax.data.Scaling;
import io.parallax.fuzz.Finding;
import io.parallax.fuzz.Scratch;
import io.parallax.fuzz.Target;
import io.parallax.math.Matrix;
import io.parallax.run.Predictor;
import io.parallax.study.Certainty;
import io.parallax.study.model.Contribution;
import io.parallax.study.model.Model;
import io.parallax.study.model.ModelCertainty;
import io.parallax.study.model.ModelFolder;
import io.parallax.study.model.ModelPart;
import io.parallax.study.model.ModelTarget;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A model's folder of which one file is the input; the first byte chooses the file. */
public final class ModelFolderTarget implements Target {
  private static final List<String> FILES =
      List.of(
          "model.json",
          "maple.json",
          "contribution.json",
          "target_values.json",
          "certainty_thresholds.json");
  private Path folder;
  private List<byte[]> sound;

  @Override
  public String name() {
    return "model";
  }

  @Override
  public String sentence() {
    return "a model's folder; a part that is read has a scale for each feature, and prepares rows";
  }

  @Override
  public Set<Class<? extends Failure>> rejections() {
    return Set.of(BadInput.class);
  }

  @Override
  public List<String> words() {
    return List.of(
        "\"views\" : [",
        "\"matrices\" : {",
        "\"fill\" : {",
        "\"sequences\" : {",
        "\"images\" : {",
        "\"knots\" : [[",
        "\"scale\" : \"quantile\"",
        "\"missing\" : \"nearest\"",
        "null",
        "1e999",
        "NaN",
        "\"blank\" : \"",
        "\"matrixColumns\" : ",
        "\"clip\" : [",
        "\"absent\" : [",
        "[]",
        "{}");
  }

  /** Writes a model as a run leaves it. */
  private void begin() throws IOException {
    if (folder != null) {
      return;
    }
    folder = Scratch.empty("model");
    ModelFolder model = ModelFolder.at(folder);
    write(model);
    writeMore(model);
    sound = new ArrayList<>();
    for (String file : FILES) {
      sound.add(Files.readAllBytes(folder.resolve(file)));
    }
  }

  private static void write(ModelFolder model) {
    model.write(
        new Model(
            "small",
            "vfedmv",
            Map.of("beta", 0.5),
            true,
            List.of("ill", "well"),
            List.of("blood"),
            Map.of("blood", 1.0),
            24,
            5,
            1000,
            3,
            List.of("maple")),
        List.of(part()));
  }

  private static void writeMore(ModelFolder model) {
    model.write(
        new Contribution(
            0.5,
            0.7,
            20,
            3,
            true,
            1,
            List.of(new Contribution.Share("maple", "blood", 0, 0.1, null, null))));
    model.write(
        new ModelTarget(
            "time", null, null, new double[] {1, 2}, new double[] {0.1, 0.2}, List.of("a")));
    model.write(
        new ModelCertainty(
            0.1,
            Certainty.Per.ALL,
            ModelCertainty.Score.NUMBER,
            20,
            List.of("all"),
            new Double[][] {{0.5}},
            new double[0]));
  }

  private static ModelPart part() {
    Column age = new Column("age", List.of(), List.of(), List.of(0.0, 99.0));
    Column kind = new Column("kind", List.of("ill", "well"), List.of(), List.of());
    double[] three = {0, 0, 0};
    ModelPart.Input input =
        new ModelPart.Input(
            "blood",
            "id",
            List.of(age, kind),
            0,
            Missing.ERROR,
            new Scaler(Scaling.STANDARD, three, new double[] {1, 1, 1}, new double[0][]),
            Optional.empty(),
            Optional.empty());
    Matrix weights = Matrix.of(new double[][] {{1, 0}, {0, 1}, {1, 1}});
    return new ModelPart("maple", List.of(input), Map.of("blood", weights));
  }

  @Override
  public List<byte[]> seeds() throws IOException {
    begin();
    List<byte[]> seeds = new ArrayList<>();
    for (int i = 0; i < FILES.size(); i++) {
      ByteArrayOutputStream seed = new ByteArrayOutputStream();
      seed.write(i);
      seed.writeBytes(sound.get(i));
      seeds.add(seed.toByteArray());
    }
    return seeds;
  }

  @Override
  public void run(byte[] input) throws IOException {
    begin();
    if (input.length == 0) {
      return;
    }
    int place = (input[0] & 0xff) % FILES.size();
    Path file = folder.resolve(FILES.get(place));
    Files.write(file, Arrays.copyOfRange(input, 1, input.length));
    try {
      read(ModelFolder.at(folder));
    } finally {
      Files.write(file, sound.get(place));
    }
  }

  private static void read(ModelFolder folder) {
    Model model = folder.model();
    Finding.unless(!model.classes().isEmpty() && !model.parties().isEmpty(), "a model of nothing");
    new Predictor(folder);
    ModelPart part = folder.part("maple");
    for (ModelPart.Input input : part.views()) {
      Finding.unless(
          input.scaler().means().length == input.plain().features().size(),
          "a feature without its mean");
      input.layout();
    }
    folder.contribution().ifPresent(Contribution::ofOneRow);
    folder.target().ifPresent(target -> target.places(List.of()));
    folder.certainty();
  }
}

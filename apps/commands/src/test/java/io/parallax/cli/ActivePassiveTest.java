package io.parallax.cli;

import static org.assertj.core.api.Assertions.assertThat;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import com.fasterxml.jackson.databind.JsonNode;
import io.parallax.math.Rng;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** APFed from study files: images in parts, tables, prediction alone, export. */
class ActivePassiveTest {
  private static final int ROWS = 80;
  private static final int SIDE = 18;
  @TempDir private Path folder;

  private static final String IMAGES =
      """
      study: pictures
      method: apfed
      settings: {loss: contrastive, lambda: 0.5, width: 16, batch: 16, rate: 0.02}
      data:
        views: {picture: {idx: images.idx}}
        labels: {idx: labels.idx}
      partition: {kind: vertical, parts: 2, active: 2}
      scale: false
      evaluate: {repeats: 1, test: 0.25}
      stop: {rounds: 8}
      report: {points: 0}
      seed: 5
      """;

  private static final String TABLES =
      SmallStudy.YAML
          .replace("vfedmv", "apfed")
          .replace("mode: best", "mode: paper")
          .replace("{beta: 0.5, zeta: 2, eta: 1}", "{width: 8, hidden: 8, batch: 8, rate: 0.05}")
          .replace("rounds: 100", "rounds: 6");

  @BeforeEach
  void writeImages() throws IOException {
    Rng rng = Rng.of(4);
    ByteBuffer images = ByteBuffer.allocate(16 + ROWS * SIDE * SIDE);
    images.putInt(0x803).putInt(ROWS).putInt(SIDE).putInt(SIDE);
    ByteBuffer labels = ByteBuffer.allocate(8 + ROWS).putInt(0x801).putInt(ROWS);
    for (int i = 0; i < ROWS; i++) {
      for (int at = 0; at < SIDE * SIDE; at++) {
        boolean bright = at % SIDE / (SIDE / 2) == i % 2; // left or right
        images.put((byte) (rng.uniform() * 120 + (bright ? 100 : 0)));
      }
      labels.put((byte) (i % 2 == 0 ? 3 : 8));
    }
    Files.write(folder.resolve("images.idx"), images.array());
    Files.write(folder.resolve("labels.idx"), labels.array());
  }

  @Test
  void imagesAreCutLearntFromAndPredictedByTheActivePartyAlone() throws IOException {
    Path run = folder.resolve("run");
    Cli done = Cli.run("run", study(IMAGES), "--out", run, "--json");
    assertThat(done.exit()).as(done.err()).isZero();
    assertThat(accuracy(done.json())).isGreaterThan(0.9);
    assertThat(files(run.resolve("model"))).containsExactlyInAnyOrder("model.json", "part-2.json");
    Files.delete(folder.resolve("labels.idx"));
    Cli predicted =
        Cli.run("predict", "--model", run, "--views", "part-2=" + folder.resolve("images.idx"));
    assertThat(predicted.exit()).as(predicted.err()).isZero();
    List<String> lines = predicted.out().lines().toList();
    assertThat(lines).hasSize(1 + ROWS);
    long right = 0;
    for (int i = 0; i < ROWS; i++) {
      right += lines.get(1 + i).split(",")[1].equals(i % 2 == 0 ? "3" : "8") ? 1 : 0;
    }
    assertThat(right).isGreaterThan(70);
  }

  @Test
  void anExportedModelGivesTheSameLabels() throws IOException, OrtException {
    SmallStudy.write(folder);
    Path run = folder.resolve("run");
    assertThat(Cli.run("run", study(TABLES), "--out", run).exit()).isZero();
    Path file = folder.resolve("model.onnx");
    Cli exported = Cli.run("export", "--model", run, "--onnx", file);
    assertThat(exported.exit()).as(exported.err()).isZero();
    Cli predicted = Cli.run("predict", "--model", run, "--views", "a=" + folder.resolve("a.csv"));
    String[] ours =
        predicted.out().lines().skip(1).map(l -> l.split(",")[1]).toArray(String[]::new);
    OrtEnvironment runtime = OrtEnvironment.getEnvironment();
    try (OrtSession session = runtime.createSession(file.toString());
        OnnxTensor rows = OnnxTensor.createTensor(runtime, numbers(folder.resolve("a.csv")));
        OrtSession.Result result = session.run(Map.of("rows", rows))) {
      String[] names = session.getMetadata().getCustomMetadata().get("classes").split("\n");
      long[] classes = (long[]) result.get("class").orElseThrow().getValue();
      String[] theirs = Arrays.stream(classes).mapToObj(c -> names[(int) c]).toArray(String[]::new);
      assertThat(theirs).isEqualTo(ours);
      assertThat(Arrays.stream(theirs).distinct()).hasSize(2);
    }
  }

  @Test
  void aLinearModelIsNotExported() {
    SmallStudy.write(folder);
    Path run = folder.resolve("run");
    assertThat(Cli.run("run", folder.resolve("study.yaml"), "--out", run).exit()).isZero();
    Cli refused = Cli.run("export", "--model", run, "--onnx", folder.resolve("x.onnx"));
    assertThat(refused.exit()).isEqualTo(2);
    assertThat(refused.err()).contains("vfedmv cannot be exported to ONNX");
  }

  @Test
  void splitWritesImagesThatTheNewStudyRunsOn() {
    Path out = folder.resolve("parts");
    Cli split = Cli.run("data", "split", study(IMAGES), "--rows", 3, "--out", out);
    assertThat(split.exit()).as(split.err()).isZero();
    assertThat(split.out()).contains("part-1", "part-2", "part-3");
    Cli run = Cli.run("run", out.resolve("study.yaml"), "--out", folder.resolve("run"), "--json");
    assertThat(run.exit()).as(run.err()).isZero();
    assertThat(accuracy(run.json())).isGreaterThan(0.8);
  }

  @Test
  void rivalsAreRunWhereTheirDisclosureIsAllowed() {
    SmallStudy.write(folder);
    String compared = TABLES + "baselines: true\nmodel: false\n";
    String twice = compared.replace("repeats: 1", "repeats: 2");
    Cli without = Cli.run("run", study(twice), "--out", folder.resolve("one"), "--json");
    String left = "TVFL is left out: it needs every party to say 'allow: [representation]'";
    assertThat(without.err().split(Pattern.quote(left), -1)).as("told once").hasSize(2);
    assertThat(without.json().get("notes")).hasSize(1);
    assertThat(without.json().at("/notes/0").asText()).isEqualTo(left);
    assertThat(without.json().get("baselines").has("SingleVL")).isTrue();
    assertThat(without.json().get("baselines").has("TVFL-0")).isFalse();
    String allowing =
        compared.replaceAll("(csv: ([a-c]).csv, id: id}.*)}\n", "$1, allow: [representation]}\n");
    Cli with = Cli.run("run", study(allowing), "--out", folder.resolve("two"), "--json");
    assertThat(with.exit()).as(with.err()).isZero();
    assertThat(with.json().get("baselines").has("TVFL-0")).isTrue();
    assertThat(with.out()).contains("SingleVL: the party with the labels", "TVFL: usual vertical");
    assertThat(without.out()).contains("SingleVL: ").doesNotContain("TVFL: usual");
  }

  @Test
  void sumsOfOnePartyOrTwoAreToldAsSuch() throws IOException {
    SmallStudy.write(folder);
    Cli three = Cli.run("run", study(TABLES), "--out", folder.resolve("three"));
    assertThat(three.out())
        .contains("Sums were masked", "Masks do not hide Latent: only the party with the labels")
        .contains("To Gradient only two parties add, and each can work out the other's numbers")
        .contains("What each side learns", "Represent ");
    assertThat(Files.readString(folder.resolve("three/report.html")))
        .contains("What each side learns", "Masks do not hide Latent");
    Files.copy(folder.resolve("c.csv"), folder.resolve("d.csv"));
    String fourth = "  alder: {view: d, data: {csv: d.csv, id: id}}\nevaluate:";
    Cli four =
        Cli.run("run", study(TABLES.replace("evaluate:", fourth)), "--out", folder.resolve("four"));
    assertThat(four.out())
        .contains("Masks do not hide Latent")
        .doesNotContain("To Gradient only two parties add");
    String tvfl =
        TABLES
            .replace("apfed", "tvfl")
            .replace("mode: paper\n", "")
            .replaceAll("(csv: ([a-c]).csv, id: id}.*)}\n", "$1, allow: [representation]}\n");
    Cli shown = Cli.run("run", study(tvfl), "--out", folder.resolve("shown"));
    assertThat(shown.out())
        .contains("Seen one by one, not in sum: Representation.")
        .contains("Masks do not hide JointGradient, TaskLoss, Scores:");
  }

  @Test
  void contributionsAreInTheReportAndInExplain() throws IOException {
    SmallStudy.write(folder);
    Path run = folder.resolve("run");
    Cli done = Cli.run("run", study(TABLES + "contribution: {repeats: 2}\n"), "--out", run);
    assertThat(done.exit()).as(done.err()).isZero();
    assertThat(done.out()).contains("what each party adds", "every coalition", "8 trainings");
    assertThat(Files.readString(run.resolve("report.html"))).contains("What each party adds");
    Cli explained = Cli.run("explain", "--model", run);
    assertThat(explained.exit()).as(explained.err()).isZero();
    assertThat(explained.out()).contains("birch", "cedar", "Shapley value");
    Cli joint =
        Cli.run(
            "run", study(SmallStudy.YAML + "contribution: true\n"), "--out", folder.resolve("v"));
    assertThat(joint.exit()).as(joint.err()).isZero();
    assertThat(joint.out()).contains("what each party adds", "every coalition");
    refused(
        """
        study: rows
        method: hfedmv
        data: {generate: typing-sessions, sessions: 200}
        partition: {kind: horizontal, how: iid, parties: 2}
        contribution: true
        """,
        "contribution is what parties with other views add",
        "this study has none such");
  }

  @Test
  void aClassOfOneRowIsToldBeforeAnythingIsTrained() throws IOException {
    SmallStudy.write(folder);
    Path labels = folder.resolve("labels.csv");
    Files.writeString(labels, Files.readString(labels).replace("p0,well", "p0,rare"));
    String yaml = SmallStudy.YAML.replace("split: stratified", "split: random");
    Path run = folder.resolve("rare");
    Cli done = Cli.run("run", study(yaml + "contribution: true\n"), "--out", run);
    assertThat(done.exit()).isEqualTo(2);
    assertThat(done.err())
        .contains("contribution trains on each class and judges it, and a class has one row only")
        .contains("(class rare)");
    assertThat(run.resolve("report.html")).doesNotExist();
  }

  @Test
  void badStudiesAreRefusedWithTheirPlace() {
    refused(IMAGES.replace("active: 2", "active: 3"), "partition.active is 3 of 2 parts");
    refused(IMAGES.replace("parts: 2", "parts: 19"), "18 rows cannot be cut into 19 parts");
    refused(IMAGES.replace("lambda: 0.5", "lambda: -1"), "lambda is -1.0 and must be at least 0");
    refused(IMAGES.replace("contrastive", "guesswork"), "loss is 'guesswork'", "reconstruction");
    refused(IMAGES.replace("labels.idx", "images.idx"), "the file holds images, not labels");
    refused(IMAGES.replace("images.idx", "none.idx"), "none.idx");
    refused(IMAGES.replace("{idx: images.idx}", "{idx: images.idx, id: x}"), "id goes with");
  }

  private void refused(String study, String... words) {
    Cli run = Cli.run("run", study(study), "--out", folder.resolve("refused"));
    assertThat(run.exit()).as(run.err()).isEqualTo(2);
    assertThat(run.err()).contains(words);
    assertThat(run.err().lines()).hasSize(1);
  }

  @Test
  void aTruncatedImageFileIsRefused() throws IOException {
    byte[] whole = Files.readAllBytes(folder.resolve("images.idx"));
    Files.write(folder.resolve("images.idx"), Arrays.copyOf(whole, whole.length / 2));
    refused(IMAGES, "images.idx", "cut off");
  }

  private Path study(String text) {
    return SmallStudy.put(folder.resolve("apfed.yaml"), text);
  }

  private static double accuracy(JsonNode result) {
    return result.get("metrics").get("accuracy").get("mean").asDouble();
  }

  private static List<String> files(Path folder) throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      return all.map(path -> path.getFileName().toString()).toList();
    }
  }

  private static float[][] numbers(Path csv) throws IOException {
    return Files.readAllLines(csv).stream()
        .skip(1)
        .map(
            line -> {
              String[] cells = line.split(",");
              float[] row = new float[cells.length - 1];
              for (int j = 0; j < row.length; j++) {
                row[j] = Float.parseFloat(cells[j + 1]);
              }
              return row;
            })
        .toArray(float[][]::new);
  }
}

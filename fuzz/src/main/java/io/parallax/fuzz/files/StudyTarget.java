package io.parallax.fuzz.files;

import io.parallax.fuzz.Finding;
import io.parallax.fuzz.TextTarget;
import io.parallax.study.Study;
import io.parallax.study.file.StudyFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** A study's file, of one process or between machines; the first byte says which. */
public final class StudyTarget extends TextTarget {
  private static final Path FOLDER = Path.of("folder").toAbsolutePath();

  private static final List<String> WORDS =
      List.of(
          "study: ",
          "method: ",
          "methods: ",
          "settings: {",
          "parties: ",
          "views: ",
          "labels: ",
          "data: {csv: ",
          "partition: ",
          "evaluate: ",
          "protection: ",
          "certainty: ",
          "check: ",
          "align: ",
          "predict: ",
          "select: ",
          "classes: ",
          "clip: ",
          "categorical: ",
          "target: ",
          "\"\\0\"",
          "&a ",
          "*a",
          "<<: ",
          "!!int ",
          "? ",
          "- ",
          "|-",
          "1e999",
          ".nan",
          ".inf",
          "~",
          "9999999999",
          "-1",
          "vfedmv",
          "hfedmv",
          "mmvfl",
          "regression",
          "fedmood",
          "fedavg");

  private static final String VIEWS =
      """
      L
      study: small
      purpose: to try the program
      method: vfedmv
      settings: {beta: 0.5, zeta: 2, eta: 1}
      parties:
        maple: {view: a, data: {csv: a.csv, id: id, columns: [x, y]}, labels: {column: label}}
        birch: {view: b, data: {xlsx: b.xlsx, sheet: one, id: id}}
      categorical: [y]
      clip: {x: [0, 1]}
      missing: {fill: mean, values: {x: [0]}}
      evaluate: {split: random, test: 0.25, repeats: 2}
      stop: {rounds: 5}
      seed: 3
      scale: log
      """;

  private static final String REMOTE =
      """
      R
      study: ours
      purpose: to try the program
      method: mmvfl
      parties: {a: {view: x, labels: true}, b: {view: y}, c: {view: z}}
      evaluate: {split: stratified, test: 0.3, repeats: 3}
      protection: {aggregation: masked}
      align: {case: lower, most: 5000}
      """;

  private static final String IMAGES =
      """
      L
      study: pictures
      method: apfed
      data:
        views: {picture: {idx: train.idx, part: 1, of: 2}}
        labels: {idx: labels.idx}
      partition: {kind: vertical, parts: 3, active: 2}
      scale: false
      report: {points: 0}
      """;

  private static final String SITES =
      """
      L
      study: sites
      method: hfedmv
      views: {history: [age, sex], exercise: [thalach]}
      parties:
        cleveland: {data: {csv: c.csv, id: id}, labels: {column: num}}
        hungarian: {data: {csv: h.csv, id: id}, labels: {column: num}}
      baselines: false
      """;

  private static final String STEPS =
      """
      L
      study: steps
      method: joint
      data:
        views: {timing: {csv: k.csv.gz, id: s, time: t, columns: [hold], gap: true, steps: 9, least: 2}, keys: {npy: k.npy}}
        labels: {csv: l.csv, id: s, column: label}
      partition: {kind: vertical}
      """;

  public StudyTarget() {
    super(
        "study",
        "a study's file in YAML, for one process or between machines; it has members and a method",
        List.of(VIEWS, REMOTE, IMAGES, SITES, STEPS));
  }

  @Override
  public List<String> words() {
    return WORDS;
  }

  @Override
  public void run(byte[] input) {
    if (input.length == 0) {
      return;
    }
    String text = new String(input, 1, input.length - 1, StandardCharsets.UTF_8);
    Study study =
        input[0] == 'R'
            ? StudyFile.remote("the study", text)
            : StudyFile.parse("the study", text, FOLDER);
    Finding.unless(
        !study.members().isEmpty() && study.method() != null, "a study without members or method");
  }
}

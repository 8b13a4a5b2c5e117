package io.parallax.cli;

import static io.parallax.cli.SmallStudy.put;

import io.parallax.math.Rng;
import java.nio.file.Path;
import java.util.List;

/** A study of three parties that hold different people, in files of their own. */
final class SiteStudy {
  static final int ROWS = 40;
  static final List<String> PARTIES = List.of("maple", "birch", "cedar");

  /** Tests count its lines. */
  static final String YAML =
      """
      study: sites
      method: hfedmv
      settings: {beta: 0.5, zeta: 2, eta: 1}
      views:
        history: [age, sex]
        blood: [pain, chol]
      categorical: {pain: [none, mild, strong]}
      missing: {fill: mean, values: {chol: [0]}}
      classes: {healthy: [0], ill: [1, 2]}
      parties:
        maple: {data: {csv: maple.csv, id: id}, labels: {column: num}}
        birch: {data: {csv: birch.csv, id: id}, labels: {column: num}}
        cedar: {data: {csv: cedar.csv, id: id}, labels: {column: num}}
      evaluate: {split: stratified, test: 0.25, repeats: 2}
      report: {points: 0}
      seed: 3
      """;

  private SiteStudy() {}

  /** Writes each party's rows, and returns where the study file belongs. */
  static Path write(Path folder) {
    for (String party : PARTIES) {
      put(folder.resolve(party + ".csv"), table(Rng.of(5).child(party)));
    }
    return put(folder.resolve("study.yaml"), YAML);
  }

  /** Every tenth cholesterol is 0, every eighth pain is not known. */
  private static String table(Rng rng) {
    String[] pains = {"none", "mild", "strong"};
    StringBuilder csv = new StringBuilder("id,age,sex,pain,chol,num\n");
    for (int i = 0; i < ROWS; i++) {
      int ill = i % 2;
      double age = 50 + 8 * rng.gaussian() + 10 * ill;
      String pain = i % 8 == 7 ? "?" : pains[(int) (3 * Math.min(0.99, rng.uniform() + ill * 0.3))];
      double chol = i % 10 == 3 ? 0 : 200 + 40 * rng.gaussian() + 30 * ill;
      csv.append(
          "p%d,%s,%d,%s,%s,%d\n".formatted(i, age, i / 2 % 2, pain, chol, ill * (1 + i % 4 / 2)));
    }
    return csv.toString();
  }
}

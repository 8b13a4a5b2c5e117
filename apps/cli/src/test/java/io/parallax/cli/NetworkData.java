package io.parallax.cli;

import io.parallax.math.Rng;
import java.nio.file.Path;
import java.util.List;

/** Rows for studies between machines. */
final class NetworkData {
  private NetworkData() {}

  /** Views of the same people, in another order in each file, and labels in the order of ids. */
  static void views(Path folder, int rows, String... views) {
    StringBuilder labels = new StringBuilder("id,label,subject,part\n");
    for (int i = 0; i < rows; i++) {
      labels.append("p").append(i).append(i % 2 == 0 ? ",well" : ",ill");
      labels.append(",s").append(i / 4).append(i % 5 == 0 ? ",new\n" : ",old\n");
    }
    Network.write(folder.resolve("labels.csv"), labels.toString());
    for (String view : views) {
      Rng rng = Rng.of(17).child(view);
      StringBuilder csv = new StringBuilder("id,%s0,%s1,%s2\n".replace("%s", view));
      for (int k = 0; k < rows; k++) {
        int i = (k * 7 + view.hashCode()) % rows;
        csv.append("p").append(i);
        for (int j = 0; j < 3; j++) {
          csv.append(',').append(rng.gaussian() + (j < 2 && i % 2 == 0 ? 0.8 : 0));
        }
        csv.append('\n');
      }
      Network.write(folder.resolve(view + ".csv"), csv.toString());
    }
  }

  /** Different people at each party. */
  static void sites(Path folder, List<String> parties) {
    for (String party : parties) {
      Rng rng = Rng.of(5).child(party);
      StringBuilder csv = new StringBuilder("id,age,sex,pain,chol,num\n");
      String[] pains = {"none", "mild", "strong"};
      for (int i = 0; i < 40; i++) {
        int ill = (i * i + party.length()) % 3 == 0 ? 1 : 0;
        double age = 50 + 8 * rng.gaussian() + 10 * ill;
        String pain =
            i % 8 == 7 ? "?" : pains[(int) (3 * Math.min(0.99, rng.uniform() + ill * 0.3))];
        double chol = i % 10 == 3 ? 0 : 200 + 40 * rng.gaussian() + 30 * ill;
        csv.append(
            "p%d,%s,%d,%s,%s,%d\n".formatted(i, age, i / 2 % 2, pain, chol, ill * (1 + i % 4 / 2)));
      }
      Network.write(folder.resolve(party + ".csv"), csv.toString());
    }
  }

  /** A study of people at different parties; {@code data} is what is said of each. */
  static String sitesYaml(List<String> parties, String data) {
    StringBuilder yaml =
        new StringBuilder(
            """
            study: sites
            purpose: to try the program
            method: hfedmv
            settings: {beta: 0.5, zeta: 2, eta: 1}
            views:
              history: [age, sex]
              blood: [pain, chol]
            categorical: {pain: [none, mild, strong]}
            missing: {fill: mean, values: {chol: [0]}}
            classes: {healthy: [0], ill: [1, 2]}
            evaluate: {split: random, test: 0.25, repeats: 2}
            stop: {rounds: 6, tolerance: 1e-6}
            seed: 3
            parties:
            """);
    parties.forEach(p -> yaml.append("  %s: {%s}\n".formatted(p, data.formatted(p))));
    return yaml.toString();
  }

  /** A party's data section for both kinds of studies. */
  static String both(Path folder, String party, char view, boolean labels) {
    Path rows = folder.resolve("data").resolve(view + ".csv");
    Path site = folder.resolve("sites").resolve(party + ".csv");
    Path truth = folder.resolve("data/labels.csv");
    return """
        data:
          %s: {csv: '%s', id: id}
          history: {csv: '%s', id: id}
          blood: {csv: '%s', id: id}
        labels: %s
        """
        .formatted(
            view,
            rows,
            site,
            site,
            labels
                ? "{a: {csv: '%s', id: id, column: label}, history: {csv: '%s', id: id, column: num}}"
                    .formatted(truth, site)
                : "{csv: '%s', id: id, column: num}".formatted(site));
  }
}

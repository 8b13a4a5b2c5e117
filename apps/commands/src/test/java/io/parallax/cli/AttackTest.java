package io.parallax.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Attacks on real digits (UCI Multiple Features): each must work without protection. */
class AttackTest {
  private static final int CANARIES = 160; // a tenth of the training rows
  @TempDir Path dir;

  @Test
  void featuresComeBackFromPlainSumsAndNotFromMaskedOnes() {
    Map<String, List<Double>> plain = audit("aggregation: plain");
    Map<String, List<Double>> masked = audit("aggregation: masked");
    for (String view : List.of("maple/kar", "birch/fou", "cedar/mor")) {
      assertThat(plain.get(view).get(1)).as("plain, " + view).isGreaterThan(0.99);
      assertThat(masked.get(view).get(0)).as("control, " + view).isGreaterThan(0.99);
      assertThat(masked.get(view).get(1))
          .as("masked, " + view)
          .isLessThanOrEqualTo(masked.get(view).get(2));
    }
    assertThat(masked.get("birch/fou").get(1)).isLessThan(0.3);
  }

  /** 4 standard deviations: labels are drawn anew each time, and a test must not fail by chance. */
  @ParameterizedTest
  @ValueSource(doubles = {1, 2, 3, 4})
  void labelsOfCanariesComeBackAsOftenAsEpsilonAllows(double epsilon) {
    List<Double> found = audit("labels: {epsilon: " + epsilon + "}").get("160 rows");
    double bound = Math.exp(epsilon) / (Math.exp(epsilon) + 9);
    double sigma = Math.sqrt(bound * (1 - bound) / CANARIES);
    assertThat(found.get(0)).as("control").isGreaterThan(0.99);
    assertThat(found.get(1)).isCloseTo(bound, within(4 * sigma));
    assertThat(found.get(2)).isCloseTo(bound + 3 * sigma, within(1e-3));
  }

  private Map<String, List<Double>> audit(String protection) {
    String study =
        """
        study: digits
        method: vfedmv
        settings: {beta: 0.1, zeta: 1, eta: 1}
        parties:
          maple:
            view: kar
            data: {csv: %s, id: id}
            labels: {csv: %s, id: id, column: label}
          birch: {view: fou, data: {csv: %s, id: id}}
          cedar: {view: mor, data: {csv: %s, id: id}}
        evaluate: {split: random, test: 0.2, repeats: 1}
        stop: {rounds: 19, tolerance: 0}
        protection: {%s, record: true}
        model: false
        report: {points: 0}
        seed: 7
        """
            .formatted(
                Shared.data("mfeat/view_kar.csv.gz"),
                Shared.data("mfeat/labels.csv"),
                Shared.data("mfeat/view_fou.csv.gz"),
                Shared.data("mfeat/view_mor.csv.gz"),
                protection);
    String name = "run-" + Integer.toHexString(protection.hashCode());
    Path file = SmallStudy.put(dir.resolve(name + ".yaml"), study);
    Path out = dir.resolve(name);
    Cli run = Cli.run("run", file, "--out", out, "--json");
    assertThat(run.exit()).as(run.err()).isZero();
    return read(Cli.run("audit", file, "--out", out).out());
  }

  /** Control, found and promised, by what was attacked. */
  private static Map<String, List<Double>> read(String table) {
    Map<String, List<Double>> rows = new TreeMap<>();
    for (String line : table.lines().skip(2).toList()) {
      String[] cells = line.strip().split(" {2,}");
      if (cells.length >= 5) {
        rows.put(
            cells[1],
            Arrays.stream(cells)
                .skip(2)
                .limit(3)
                .map(cell -> cell.equals("no promise") ? Double.NaN : Double.valueOf(cell))
                .toList());
      }
    }
    return rows;
  }
}

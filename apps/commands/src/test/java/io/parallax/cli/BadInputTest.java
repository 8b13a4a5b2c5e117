package io.parallax.cli;

import static io.parallax.cli.SmallStudy.change;
import static io.parallax.cli.SmallStudy.put;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** One mistake in a study file at a time: exit code 2, one line that says where, and no traces. */
class BadInputTest {
  @TempDir Path dir;

  /** A mistake and what is said about it after "parallax: DIR/study.yaml:". */
  record Mistake(String from, String to, String message) {
    @Override
    public String toString() {
      return from + " → " + to;
    }
  }

  static Stream<Mistake> mistakes() {
    return Stream.of(
        at(
            "mode: best",
            "mod: best",
            "3: unknown key 'mod'; did you mean 'mode'? Known are: " + KEYS),
        at(
            "repeats: 2",
            "repeats: 2000000000",
            "9: evaluate.repeats is 2000000000 and must be at most 10000"),
        at("seed: 3", "colour: red", "11: unknown key 'colour'; known are: " + KEYS),
        at("study: small\n", "", "1: the study has no 'study'; it needs one"),
        at("method: vfedmv\n", "", "1: the study has no 'method'; it needs one"),
        at("small", "a/b", "1: study must be 1 to 64 letters, digits, dots, dashes"),
        at("small", "''", "1: study must be a word or a text"),
        at(
            "vfedmv",
            "vfedmw",
            "2: there is no method 'vfedmw'; did you mean 'vfedmv'? Known are: " + Refusal.METHODS),
        at(
            "best",
            "beste",
            "3: mode is 'beste' and must be one of [best, paper]; did you mean 'best'?"),
        at("best", "fast", "3: mode is 'fast' and must be one of [best, paper]"),
        at("{beta: 0.5", "{mode: best, beta: 0.5", "4: mode stands beside settings, not in them"),
        at("0.5", "-4", "4: settings.beta is -4.0 and must be at least 0.0"),
        at("0.5", "NaN", "4: settings.beta is NaN and must be at least 0.0"),
        at("0.5", "many", "4: settings.beta is 'many' and must be a number"),
        at("0.5", "Infinity", "4: settings.beta is 'Infinity' and must be a finite number"),
        at("0.5", "1e999", "4: settings.beta is '1e999' and must be a finite number"),
        at("1e-6", "Infinity", "10: stop.tolerance is 'Infinity' and must be a finite number"),
        at("zeta: 2", "zeta: 0", "4: settings.zeta is 0.0 and must be above 0.0"),
        at(
            "zeta: 2",
            "zeta: {a: 1, b: 1, c: 0}",
            "4: settings.zeta.c is 0.0 and must be above 0.0"),
        at("eta: 1", "eta: -1", "4: settings.eta is -1.0 and must be above 0.0"),
        at("eta: 1", "eta: 1e6", "4: settings.eta is 1000000.0 and must be at most 100000.0"),
        at("eta: 1", "eta: 1, inner: 0", "4: settings.inner is 0 and must be at least 1"),
        at("eta: 1", "eta: 1, inner: 1.5", "4: settings.inner is '1.5' and must be a whole number"),
        at("eta: 1", "eta: 1, bias: 1", "4: settings.bias is '1' and must be true or false"),
        at("{beta: 0.5, zeta: 2, eta: 1}", "7", "4: settings must be a mapping (key: value)"),
        at("maple:", "Maple:", "6: party name 'Maple'" + PARTY_NAME),
        at("cedar:", "birch:", "8: parties.birch is given twice"),
        at("view: b", "view: a", "7: view 'a' is held by two parties"),
        at("view: b, ", "", "7: parties.birch has no 'view'; it needs one"),
        at(", data: {csv: b.csv, id: id}", "", "7: parties.birch has no data" + SAY_WHERE),
        at(
            "{csv: b.csv, id: id}",
            "b.csv",
            "7: parties.birch.data is only the name of a file; write {csv: b.csv, …}"),
        at("csv: b.csv, id: id", "csv: b.csv", "7: parties.birch.data has no 'id'; it needs one"),
        at(
            "{csv: labels.csv, id: id, column: label}",
            "true",
            "6: parties.maple.labels must say where the labels are:"
                + " {csv: FILE, id: COLUMN, column: COLUMN}"),
        at(
            "{csv: labels.csv, id: id, column: label}",
            "maybe",
            "6: parties.maple.labels is 'maybe' and must be true or false"),
        at(
            "view: b,",
            "view: b, rows: 40,",
            "7: parties.birch.rows is for parties that hold different people; here all hold the same, and none counts by its rows: remove it"),
        at("view: b,", "view: b, allow: all,", "7: parties.birch.allow must be a list: [a, b, …]"),
        at("test: 0.25", "test: 0", "9: evaluate.test is 0.0 and must lie between 0 and 1"),
        at("test: 0.25", "test: 1", "9: evaluate.test is 1.0 and must lie between 0 and 1"),
        at("test: 0.25", "test: -1", "9: evaluate.test is -1.0 and must lie between 0 and 1"),
        at("repeats: 2", "repeats: 0", "9: evaluate.repeats is 0 and must be at least 1"),
        at("repeats: 2", "folds: 1", "9: evaluate.folds is 1 and must be at least 2"),
        at(
            "repeats: 2",
            "repeat: 2",
            "9: unknown key 'evaluate.repeat'; did you mean 'repeats'? Known are: " + EVALUATE),
        at(
            "stratified",
            "strtified",
            "9: evaluate.split is 'strtified' and must be one of [random, folds, stratified, stratified-folds, subjects, last, given];"
                + " did you mean 'stratified'?"),
        at("rounds: 100", "rounds: 0", "10: stop.rounds is 0 and must be at least 1"),
        at("seed: 3", "seed: three", "11: seed is 'three' and must be a whole number"),
        at(
            "seed: 3",
            "missing: maybe",
            "11: missing is 'maybe' and must be one of [error, mean, median, nearest]"),
        at(
            "seed: 3",
            "missing: {fill: median, k: 3}",
            "11: missing.k is the number of similar rows, for 'fill: nearest'; remove it, or fill by them"),
        at(
            "seed: 3",
            "missing: {fill: nearest, k: 0}",
            "11: missing.k is 0 and must be at least 1"),
        at(
            "seed: 3",
            "missing: {fill: nearest, k: 1000}",
            "11: missing.k is 1000 and must be at most 300"),
        at(
            "seed: 3",
            "missing: {fill: mean, indicator: [b0]}",
            "11: missing.indicator names columns, which is for parties with people of their own, and here they have the same people; write 'indicator: true', which finds the columns with missing values"),
        at(
            "seed: 3",
            "missing: {indicator: true}",
            "11: missing.indicator tells of missing values, which are an error here; add 'fill: mean', 'median' or 'nearest'"),
        at(
            "seed: 3",
            "certainty: {miscoverage: 0}",
            "11: certainty.miscoverage is 0.0 and must be at least 0.001 and below 1; 0.1 means that nine sets of ten hold the truth"),
        at(
            "seed: 3",
            "certainty: {holdout: 1}",
            "11: certainty.holdout is 1.0 and must lie between 0 and 1"),
        at(
            "seed: 3",
            "certainty: {per: rows}",
            "11: certainty.per is 'rows' and must be one of [all, class, party, views]"),
        at(
            "seed: 3",
            "certainty: {per: party}",
            "11: certainty.per is 'party', which is for parties that hold different people; use 'all'"),
        at(
            "seed: 3",
            "certainty: {per: views}",
            "11: certainty.per is 'views', but every row has all views; use 'all', or let parties lack rows by 'align: {need: any}'"),
        at(
            "seed: 3",
            "certainty: {temperature: true}",
            "11: certainty.temperature calibrates probabilities, but scores of V-FedMV are none in this study; remove it"),
        at(
            "seed: 3",
            "certainty: true\nprotection: {labels: {epsilon: 3}}",
            "11: certainty is calibrated by true labels, which protection.labels does not cover; remove one of them"),
        at(
            "seed: 3",
            "scale: maybe",
            "11: scale is 'maybe' and must be one of [true, false, log, quantile, text]"),
        at(
            "seed: 3",
            "scale: {a: lug}",
            "11: scale.a is 'lug' and must be one of [true, false, log, quantile, text]; did you mean 'log'?"),
        at(
            "seed: 3",
            "scale: {ward: log}",
            "11: scale names view 'ward', which the study does not have"),
        at("seed: 3", "baselines: 2", "11: baselines is '2' and must be true or false"),
        at(
            "seed: 3",
            "search: {xeta: [1]}",
            "11: unknown key 'search.xeta'; did you mean 'beta'?"
                + " Known are: beta, zeta, eta, inner, epsilon, tries, folds, holdout, by, halving"),
        at("seed: 3", "search: {zeta: []}", "11: search.zeta has no value to try"),
        at("seed: 3", "search: {zeta: 4}", "11: search.zeta must be a list: [a, b, …]"),
        at("tolerance: 1e-6", "tolerance: -1", "10: stop.tolerance is -1.0 and must be 0 or more"),
        at(
            "zeta: 2",
            "zeta: {a: 1, b: 1, z: 1}",
            "4: settings.zeta names view 'z', but the study's views are [a, b, c]"),
        at(
            "zeta: 2",
            "zeta: {a: 1, b: 1}",
            "4: settings.zeta has no value for view 'c'; give every view one"),
        at(
            "{beta: 0.5",
            "{btea: 0.5",
            "4: unknown setting 'settings.btea'; did you mean 'beta'?"
                + " Known are: beta, zeta, eta, labels, bias, inner, epsilon"),
        at("0.5", "[1, 2]", "4: settings.beta must be a number"),
        at(
            "seed: 3",
            "protection: {aggregation: msked}",
            "11: protection.aggregation is 'msked' and must be one of [plain, masked, proved, median, trimmed];"
                + " did you mean 'masked'?"),
        at(
            "view: b,",
            "view: b, labels: {csv: labels.csv, id: id, column: label},",
            "5: parties [maple, birch] all hold labels; keep them at one party"),
        at(
            ", labels: {csv: labels.csv, id: id, column: label}",
            "",
            "5: no party holds the labels; give one of them 'labels' or 'target'"),
        at(
            "view: b,",
            "view: b, allow: [shared-label],",
            "7: parties.birch.allow[0] is 'shared-label' and must be one of [shared-labels];"
                + " did you mean 'shared-labels'?"),
        at("seed: 3", "search: {zeta: [1, -1]}", "11: zeta is -1.0 and must be above 0.0"),
        at("seed: 3", "search: {inner: [1.5]}", "11: inner is 1.5 and must be a whole number"),
        at("seed: 3", "search: {}", "11: search has no setting to try"),
        at(
            "seed: 3",
            "data: {generate: typing-sessions}",
            "6: parties.maple.data cannot stand beside the study's own data; remove one"),
        at("mode: best", "method: vfedmv", "3: method is given twice"),
        at(
            "seed: 3",
            "search: {zeta: {from: 1, to: 8}}",
            "11: search has a range, so it needs 'tries', how many points to draw; or list the values"),
        at(
            "seed: 3",
            "search: {zeta: {from: 8, to: 1}, tries: 3}",
            "11: search.zeta must go from a number above 0 to a larger one"),
        at(
            "seed: 3",
            "search: {zeta: {from: 0, to: 1}, tries: 3}",
            "11: search.zeta must go from a number above 0 to a larger one"),
        at(
            "seed: 3",
            "search: {zeta: {from: 1}, tries: 3}",
            "11: search.zeta has no 'to'; it needs one"),
        at(
            "seed: 3",
            "search: {zeta: {from: 1, til: 8}, tries: 3}",
            "11: unknown key 'search.zeta.til'; known are: from, to"),
        at(
            "seed: 3",
            "search: {eta: {from: 1, to: 1e6}, tries: 3}",
            "11: eta is 1000000.0 and must be at most 100000.0"),
        at(
            "seed: 3",
            "search: {inner: {from: 1, to: 9}, tries: 3}",
            "11: search.inner is a whole number; list the values to try: [1, 2, 4]"),
        at(
            "seed: 3",
            "search: {zeta: [1, 2], folds: 3, holdout: 0.2}",
            "11: search has both folds and holdout; keep one"),
        at(
            "seed: 3",
            "search: {zeta: [1, 2], folds: 1}",
            "11: search.folds is 1 and must be at least 2"),
        at(
            "seed: 3",
            "search: {zeta: [1, 2], holdout: 1}",
            "11: search.holdout is 1.0 and must lie between 0 and 1"),
        at(
            "seed: 3",
            "search: {zeta: [1, 2], tries: 0}",
            "11: search.tries is 0 and must be at least 1"),
        at("seed: 3", "search: {folds: 3}", "11: search has no setting to try"),
        at("seed: 3", "search: 3", "11: search must be a mapping (key: value)"),
        at(
            "seed: 3",
            "search: {zeta: {from: 1, to: 8}, tries: 100001}",
            "11: search has more than 100000 points; give 'tries' or fewer"),
        at(
            "seed: 3",
            "search: {zeta: [%1$s], eta: [%1$s], beta: [%1$s]}"
                .formatted("1, 2, 3, 4, 5, 6, 7, 8, 9, 10, ".repeat(5) + "11"),
            "11: search has more than 100000 points; give 'tries' or fewer"),
        at("seed: 3", "search: {zeta: [one]}", "11: search.zeta[0] is 'one' and must be a number"),
        at("seed: 3", "report: 3000", "11: report must be a mapping (key: value)"),
        at(
            "seed: 3",
            "protection: {noise: 1}",
            "11: unknown key 'protection.noise'; known are: aggregation, row-clip, labels, record"),
        at(
            "{csv: b.csv, id: id}",
            "{csv: b.csv, id: id, columns: []}",
            "7: parties.birch.data.columns must name at least one, and none twice"),
        at(
            "{csv: b.csv, id: id}",
            "{csv: b.csv, id: id, columns: [b0, b0]}",
            "7: parties.birch.data.columns must name at least one, and none twice"),
        at(
            "{csv: b.csv, id: id}",
            "{cvs: b.csv, id: id}",
            "7: unknown key 'parties.birch.data.cvs'; did you mean 'csv'? Known are: arff, cifar10, cifar100, csv, idx, mat, npy, parquet, sql, xlsx, id, ids, columns, time, gap, steps, least, statistics, part, of, separator, variable, transpose, jdbc, sheet"),
        at(
            "{csv: b.csv, id: id}",
            "{csv: [b.csv], id: id}",
            "7: parties.birch.data.csv must be a word or a text"),
        at(", column: label", "", "6: parties.maple.labels has no 'column'; it needs one"),
        at(
            "parties:",
            "views: [a, b, c]\nparties:",
            "7: unknown key 'parties.maple.view'; known are: data, labels, target, allow, rows, lacks"),
        at(
            "seed: 3",
            "partition: {kind: vertical}",
            "11: partition makes the parties; remove 'parties'"),
        at(
            "eta: 1}",
            "eta: 1, labels: shred}",
            "4: settings.labels is 'shred' and must be one of [holder, shared]; did you mean 'shared'?"),
        at("rounds: 100", "rounds: many", "10: stop.rounds is 'many' and must be a whole number"),
        at("tolerance: 1e-6", "tolerance: NaN", "10: stop.tolerance is NaN and must be 0 or more"));
  }

  private static final String KEYS =
      "study, purpose, method, methods, mode, clusters, settings, views, parties, data, partition, evaluate, stop, seed, baselines, beside,"
          + " search, scale, missing, categorical, clip, classes, select, model, predict, report, contribution, certainty, check, align, protection";
  private static final String EVALUATE = "split, test, repeats, folds, column, by-party, times";
  private static final String PARTY_NAME =
      " is not made of 1 to 64 lower-case letters, digits and dashes";
  private static final String SAY_WHERE = "; say where its rows are: {csv: FILE, id: COLUMN}";

  private static Mistake at(String from, String to, String message) {
    return new Mistake(from, to, message);
  }

  @ParameterizedTest
  @MethodSource("mistakes")
  void isToldInOneLine(Mistake mistake) throws IOException {
    Path study = SmallStudy.write(dir);
    change(study, mistake.from(), mistake.to());
    assertThat(Refusal.of(dir)).isEqualTo("DIR/study.yaml:" + mistake.message());
  }

  @Test
  void aStudyWithoutPartiesIsRefused() throws IOException {
    put(SmallStudy.write(dir), "study: small\nmethod: vfedmv\n");
    assertThat(Refusal.of(dir))
        .isEqualTo("DIR/study.yaml:1: the study has no 'parties'; it needs one");
    put(dir.resolve("study.yaml"), "study: small\nmethod: vfedmv\nparties: {}\n");
    assertThat(Refusal.of(dir)).isEqualTo("DIR/study.yaml:3: parties is empty; name at least one");
    put(dir.resolve("study.yaml"), "study: small\nmethod: vfedmv\nparties: 3\n");
    assertThat(Refusal.of(dir))
        .isEqualTo("DIR/study.yaml:3: parties must be a mapping (key: value)");
  }

  @Test
  void aFileThatIsNoStudyIsRefused() throws IOException {
    assertThat(Refusal.of(dir)).isEqualTo("there is no study file DIR/study.yaml; check the path");
    put(dir.resolve("study.yaml"), "");
    assertThat(Refusal.of(dir))
        .isEqualTo("DIR/study.yaml is empty; a study needs at least: study, method, parties");
    put(dir.resolve("study.yaml"), "# nothing yet\n");
    assertThat(Refusal.of(dir)).startsWith("DIR/study.yaml is empty");
    put(dir.resolve("study.yaml"), "just a text\n");
    assertThat(Refusal.of(dir))
        .isEqualTo("DIR/study.yaml:1: a study file must be a mapping (key: value)");
    Files.write(
        dir.resolve("study.yaml"), "study: caf\u00e9\n".getBytes(StandardCharsets.ISO_8859_1));
    assertThat(Refusal.of(dir)).isEqualTo("DIR/study.yaml is not UTF-8 text; save it as UTF-8");
    put(dir.resolve("study.yaml"), " ".repeat((1 << 20) + 1));
    assertThat(Refusal.of(dir))
        .isEqualTo("DIR/study.yaml is larger than 1 MiB; a study file is a page of text");
    Files.delete(dir.resolve("study.yaml"));
    Files.createDirectory(dir.resolve("study.yaml"));
    assertThat(Refusal.of(dir)).isEqualTo("DIR/study.yaml is a folder; name the study file in it");
  }

  @Test
  void aByteOrderMarkDoesNotMatter() throws IOException {
    Path study = SmallStudy.write(dir);
    change(study, "seed: 3", "seed: three");
    put(study, "\ufeff" + SmallStudy.read(study));
    assertThat(Refusal.of(dir))
        .isEqualTo("DIR/study.yaml:11: seed is 'three' and must be a whole number");
  }

  @Test
  void whatAMessageQuotesDrawsNothingOnTheScreen() throws IOException {
    Path study = SmallStudy.write(dir);
    change(study, "seed: 3", "seed: \"\\e[2Jdone\"");
    assertThat(Refusal.of(dir))
        .isEqualTo("DIR/study.yaml:11: seed is '\\u{1b}[2Jdone' and must be a whole number");
  }

  @Test
  void brokenYamlIsRefusedWithItsLine() throws IOException {
    Path study = SmallStudy.write(dir);
    change(study, "method: vfedmv", "\tmethod: vfedmv");
    assertThat(Refusal.of(dir))
        .startsWith("DIR/study.yaml:2: not valid YAML: found character '\\t(TAB)'");
    put(study, SmallStudy.YAML);
    change(study, "seed: 3", "  seed: 3");
    assertThat(Refusal.of(dir))
        .startsWith("DIR/study.yaml:11: not valid YAML: expected <block end>");
    put(study, SmallStudy.YAML);
    change(study, "eta: 1}", "eta: 1");
    assertThat(Refusal.of(dir)).startsWith("DIR/study.yaml:5: not valid YAML: expected ',' or '}'");
    put(study, SmallStudy.YAML);
    change(study, "seed: 3", "seed: *three");
    assertThat(Refusal.of(dir))
        .startsWith("DIR/study.yaml:11: not valid YAML: found undefined alias three");
    put(study, SmallStudy.YAML + "---\n" + SmallStudy.YAML);
    assertThat(Refusal.of(dir))
        .startsWith("DIR/study.yaml:12: not valid YAML: but found another document");
  }
}

package io.parallax.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.parallax.run.RunNotes;
import io.parallax.run.StudyResult;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The sections of a report, from results as they are kept. */
class ReportSectionsTest {
  private static final RunNotes NOTES = new RunNotes("2026-11-19T08:07:06Z", "", List.of(), null);

  private static final String DATA =
      """
      , 'data': {'rows': {'parties': {'gp': {'has': 120, 'used': 100}}, 'common': 100, 'used': 100,
          'dropped': {'no label': 20}, 'classes': {'well': 60, 'ill': 40}}, 'columns': {'lab': 12}, 'trained': 80, 'heldOut': 20,
        'splits': '20 % of the rows, drawn at random 6 times', 'preparation': ['as they are', 'no cell was missing']}
      """;

  private static final String CALIBRATION =
      """
      [{'rows': 40, 'predicted': 0.2, 'observed': 0.25, 'interval': {'low': 0.1, 'high': 0.4}},
       {'rows': 40, 'predicted': 0.8, 'observed': 0.7, 'interval': {'low': 0.5, 'high': 0.9}}]
      """;

  private static String curve(String low) {
    String mean =
        IntStream.rangeClosed(0, 100)
            .mapToObj(i -> i / 100.0 + "")
            .collect(Collectors.joining(","));
    String band = low.isEmpty() ? "" : mean;
    return "{'mean': [%s], 'low': [%s], 'high': [%s]}".formatted(mean, band, band);
  }

  private static String ofClass(String name, String calibration) {
    return "{'name': '%s', 'share': 0.4, 'area': 0.91, 'averagePrecision': 0.87, 'roc': %s, 'precision': %s, 'calibration': %s}"
        .formatted(name, curve("ranged"), curve(""), calibration);
  }

  private static String twoClasses(String calibration) {
    return ", 'curves': {'classes': [%s], 'histogram': {'probabilities': true, 'from': 0, 'to': 1, 'counts': [[9, 1], [2, 8]]}}"
        .formatted(ofClass("ill", calibration));
  }

  /** A result of two classes, or of those whose confusion is given. */
  private static StudyResult result(String classes, String confusion, String... more) {
    String json =
        """
        {'study': 'mood', 'method': 'vfedmv', 'title': 'V-FedMV', 'mode': 'best', 'splits': 6, 'samples': 100,
         'classes': %s, 'groups': %s, 'settings': {'zeta': {'accel': 8.0, 'keys': 16.0}, 'epsilon': 1e-8}, 'seed': 7,
         'rows': {'V-FedMV': {'accuracy': {'mean': 0.85, 'sd': 0.02, 'low': 0.81, 'high': 0.89}, 'auc': {'mean': 0.91, 'sd': 0.01}},
           'pooled logistic regression (simulation only)': {'accuracy': {'mean': 0.8, 'sd': 0.03}}},
         'differences': {'pooled logistic regression (simulation only)': {'accuracy': {'mean': 0.05, 'low': 0.01, 'high': 0.09, 't': 3, 'p': 0.01}}},
         'byParty': {}, 'confusion': %s,
         'rounds': 4.5, 'figures': {'membership advantage': 0.0182}, 'traces': [[9, 5, 4], [8, 5], [9, 6, 4], [7, 5], [8, 4], [9, 5, 4]],
         'importance': {'lab': [{'column': 'sugar', 'importance': 0.5}, {'column': 'salt', 'importance': 0}],
           'keys': [{'column': 'hold', 'importance': 0.05}]}, 'unused': {'lab': 11},
         'traffic': {'gp': {'view': 'lab', 'samples': 100, 'down': 5, 'up': 7}},
         'left': {'Projections': {'exchanges': 40, 'bytes': 99, 'onlyInSum': true, 'readable': 'each party`s numbers'}},
         'chosen': {}, 'searched': [], 'settingsTried': 1, 'resultHash': 'abc', 'folder': 'runs/mood',
         'bySplit': [{'trial': 1, 'metrics': {}, 'converged': true}, {'trial': 2, 'metrics': {}}]
         %s}
        """
            .formatted(classes, classes, confusion, String.join("", more));
    return StudyResult.read(json.replace('\'', '"').replace('`', '\''));
  }

  private static String page(StudyResult result) {
    String html = Report.of(result, List.of(), NOTES, "study: mood\nseed: 7 # <b>\n");
    String body = html.substring(html.indexOf("<body"));
    assertThat(body).doesNotContain("NaN", "Infinity", "null<", "{accel");
    return body;
  }

  private static StudyResult two(String... more) {
    return result("['well', 'ill']", "[[55, 5], [10, 30]]", more);
  }

  private static List<String> sections(String page) {
    return Arrays.stream(page.split("<h2>"))
        .skip(1)
        .map(part -> part.substring(0, part.indexOf("</h2>")))
        .toList();
  }

  @Test
  void theSentenceIsFirstAndSectionsFollowInOrder() {
    String page = page(two(DATA, twoClasses(CALIBRATION)));
    assertThat(page.indexOf("V-FedMV reaches 85.00 % accuracy (95 % interval 81.00 to 89.00)"))
        .isPositive()
        .isLessThan(page.indexOf("<h2>"));
    assertThat(sections(page))
        .containsExactly(
            "Results",
            "Confusion",
            "Scores",
            "Training",
            "What the model looks at",
            "Rows",
            "What left the building",
            "Where this comes from");
  }

  @Test
  void twoClassesAreJudgedAsATest() {
    assertThat(page(two()))
        .contains("As a test for &#x27;ill&#x27;", "30 of 40", "55 of 60", "30 of 35", "55 of 65")
        .contains(">75.00<", ">91.67<", ">85.71<", ">84.62<")
        .doesNotContain("No row is ever taken");
  }

  @Test
  void aClassThatIsNeverPredictedIsPointedOut() {
    StudyResult three = result("['a', 'b', 'c']", "[[5, 1, 0], [1, 5, 0], [2, 2, 0]]");
    assertThat(page(three))
        .contains("No row is ever taken for the class &#x27;c&#x27;.")
        .doesNotContain("As a test");
    assertThat(ResultText.of(three)).contains("No row is ever taken for the class 'c'.");
    StudyResult one = result("['a', 'b', 'c']", "[[5, 0, 0], [5, 0, 0], [5, 0, 0]]");
    assertThat(page(one)).contains("for the classes &#x27;b&#x27;, &#x27;c&#x27;.");
  }

  @Test
  void curvesAreDrawnWhereThereAreSome() {
    String page = page(two(twoClasses(CALIBRATION)));
    assertThat(page).contains("ROC, area 0.910", "Precision, average 0.870", "Calibration");
    assertThat(page).contains("probability of &#x27;ill&#x27;", "well, 0 to 0.5: 90.0 %");
    assertThat(page(two(twoClasses("[]")))).contains("ROC").doesNotContain("Calibration");
    assertThat(page(two())).doesNotContain("ROC", "<h2>Scores");
  }

  @Test
  void manyClassesHaveALegendAndATable() {
    String classes =
        List.of("a", "b", "c").stream()
            .map(name -> ofClass(name, CALIBRATION))
            .collect(Collectors.joining(","));
    String page =
        page(
            result(
                "['a', 'b', 'c', 'd']",
                "[[5, 1, 0, 1], [1, 5, 0, 1], [2, 2, 4, 1], [2, 2, 4, 1]]",
                ", 'curves': {'classes': [" + classes + "]}"));
    assertThat(page)
        .contains("class against the rest", "The 3 largest classes are drawn.", "Calibration")
        .doesNotContain("Scores of the two classes");
    assertThat(page.split("class=\"piece\"", -1)).hasSize(1 + 3);
  }

  @Test
  void theObjectiveItselfIsDrawnAsABandOfManySplits() {
    assertThat(page(two()))
        .contains("the median of 6 splits, and their range", ">objective<", ">round<")
        .contains("1 of 2 splits converged; the others ended at the limit of rounds.")
        .contains("class=\"shade\"", "median, round");
  }

  @Test
  void importanceHasOneScaleAndCountsWhatIsLeftOut() {
    String page = page(two(DATA));
    assertThat(page).contains("1 of 12 columns. 11 have importance 0.", "on one scale");
    List<String> widths =
        Arrays.stream(page.substring(page.indexOf("Importance of columns of lab")).split("<rect"))
            .skip(1)
            .filter(bar -> bar.contains("data-tip"))
            .map(bar -> bar.replaceAll("(?s).*? width=\"([^\"]*)\".*", "$1"))
            .toList();
    assertThat(widths).as("a tenth as important, a tenth as long").containsExactly("130", "13");
  }

  @Test
  void rowsAreToldWithWhatWasLeftOutAndWhy() {
    assertThat(page(two(DATA)))
        .contains(
            ">gp<", ">120<", "100 rows are used; all parties have 100; left out: no label 20.")
        .contains(">60.0<", "12 in lab", "80 rows to train on, 20 held out", "no cell was missing");
    assertThat(sections(page(two()))).as("of an earlier version").doesNotContain("Rows");
  }

  @Test
  void originAndPrivacyAreTrue() {
    String page = page(two());
    assertThat(page)
        .contains("accel 8, keys 16", ">1e-8<", "2026-11-19 08:07 UTC", "each party&#x27;s numbers")
        .contains("<summary>The study file</summary>", "seed: 7 # &lt;b&gt;")
        .contains("membership advantage: 0 is guessing", "Membership advantage: how much more")
        .doesNotContain("only the sum");
  }

  @Test
  void aReportSaysWhenAndByWhichProgram() {
    assertThat(page(two())).contains(">began<", "Parallax ", ", build ").doesNotContain("commit");
    String between = Report.of(two(), Instant.parse("2026-11-18T07:06:05Z"), "study: mood");
    assertThat(between)
        .contains(">submitted<", "2026-11-18 07:06 UTC", "the coordinator that wrote this page")
        .doesNotContain(">began<");
    System.setProperty("parallax.commit", "0123456789ab with changes");
    try {
      assertThat(page(two())).contains(", commit 0123456789ab with changes<");
    } finally {
      System.clearProperty("parallax.commit");
    }
  }
}

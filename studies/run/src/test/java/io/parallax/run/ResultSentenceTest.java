package io.parallax.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** The sentence says no more than the differences and their tests do. */
class ResultSentenceTest {
  private final List<String> rows = new ArrayList<>();
  private final List<String> differences = new ArrayList<>();
  private int splits = 10;
  private boolean clustered;
  private String classes = "[\"no\", \"yes\"]";

  private static String quoted(String text) {
    return text.replace('\'', '"');
  }

  private ResultSentenceTest own(String metric, double mean, String interval) {
    String value = "'%s': {'mean': %s, 'sd': 0.01%s}".formatted(metric, mean, interval);
    rows.add("'The joint model': {" + value + "}");
    return this;
  }

  private ResultSentenceTest beside(String row, String metric, double mean, String p) {
    rows.add("'%s': {'%s': {'mean': 0.5, 'sd': 0}}".formatted(row, metric));
    String value = "{'mean': %s, 'low': %s, 'high': %s, 't': %s, 'p': %s}";
    differences.add("'%s': {'%s': %s}".formatted(row, metric, value.formatted(mean, p, p, p, p)));
    return this;
  }

  private String sentence() {
    String json =
        """
        {'study': 's', 'title': 'The joint model', 'splits': %d, 'clustered': %s, 'classes': %s,
         'groups': ['1', '2', '3'], 'rows': {%s}, 'differences': {%s}, 'traffic': {}}
        """
            .formatted(
                splits,
                clustered,
                classes,
                String.join(",", rows.isEmpty() ? List.of("'The joint model': {}") : rows),
                String.join(",", differences));
    return StudyResult.read(quoted(json)).sentence();
  }

  @Test
  void betterAndAlikeAreTold() {
    own("accuracy", 0.89338, ", 'low': 0.8889, 'high': 0.8978")
        .beside(References.TREES, "accuracy", 0.0029, "0.045")
        .beside("V-FedMV", "accuracy", 0.0053, "0.0191")
        .beside(References.MAJORITY, "accuracy", 0.35, "0.0001")
        .beside(References.LOGISTIC, "accuracy", 0.0003, "0.7");
    assertThat(sentence())
        .isEqualTo(
            "The joint model reaches 89.34 % accuracy (95 % interval 88.89 to 89.78), 0.53 points above V-FedMV (p = 0.019) and above 2 others, and not distinguishable from pooled logistic regression.");
  }

  @Test
  void theNearestIsNamedOfManyThatAreWorseAndTheFarthestOfThoseThatAreBetter() {
    own("accuracy", 0.8, "")
        .beside("a", "accuracy", 0.3, "0.0001")
        .beside("b", "accuracy", 0.02, "0.04")
        .beside("c", "accuracy", -0.01, "0.03")
        .beside("spam" + References.ALONE, "accuracy", -0.04, "0.0004");
    assertThat(sentence())
        .isEqualTo(
            "The joint model reaches 80.00 % accuracy, 2.00 points above b (p = 0.040) and above 1 other, and 4.00 points below logistic regression on spam alone (p < 0.001) and below 1 other.");
  }

  @Test
  void modelsOfPooledColumnsAreNamedWhereThereIsNothingElse() {
    own("accuracy", 0.8, "")
        .beside(References.MAJORITY, "accuracy", 0.3, "0.0001")
        .beside(References.TREES, "accuracy", 0.02, "0.01");
    assertThat(sentence())
        .endsWith(", 2.00 points above pooled boosted trees (p = 0.010) and above 1 other.");
  }

  @Test
  void theGuessWithoutFeaturesComesFirstOfThoseThatAreAlike() {
    own("accuracy", 0.8, "");
    for (String row : List.of("a", "b", "c", References.MAJORITY)) {
      beside(row, "accuracy", 0.01, "0.2");
    }
    assertThat(sentence())
        .endsWith("accuracy, not distinguishable from the majority class, a and 2 others.");
  }

  @Test
  void withoutATestNothingIsSaidAboutChance() {
    splits = 1;
    own("accuracy", 0.8, "").beside("a", "accuracy", -0.03, "null");
    beside("b", "accuracy", 0, "null");
    assertThat(sentence())
        .isEqualTo(
            "The joint model reaches 80.00 % accuracy in one split, 3.00 points below a, and equal to b; one split tells nothing about chance.");
    splits = 3;
    assertThat(sentence()).endsWith("equal to b; without a test nothing is said about chance.");
  }

  @Test
  void aloneItSaysNoMoreThanItsNumber() {
    assertThat(own("accuracy", 0.8, "").sentence())
        .isEqualTo("The joint model reaches 80.00 % accuracy.");
  }

  @Test
  void valuesHaveTheirOwnMetric() {
    classes = "[]";
    own("rSquared", 0.51234, ", 'low': 0.4, 'high': 0.6")
        .beside(ValueReferences.NAME, "rSquared", 0.5, "0.0001");
    assertThat(sentence())
        .isEqualTo(
            "The joint model reaches an R² of 0.5123 (95 % interval 0.4000 to 0.6000), 0.5000 above the prediction without features (p < 0.001).");
    rows.clear();
    differences.clear();
    assertThat(own("concordance", 0.7, "").sentence())
        .isEqualTo("The joint model reaches a concordance of 0.7000.");
  }

  @Test
  void groupsAreJudgedByTheirBestMatchOrNotAtAll() {
    clustered = true;
    splits = 5;
    assertThat(sentence())
        .isEqualTo(
            "The joint model finds 3 groups; without labels nothing says how good they are.");
    own("accuracy", 0.6, "").beside("k-means", "accuracy", 0.1, "null");
    assertThat(sentence())
        .isEqualTo(
            "The joint model's 3 groups, matched with the classes as well as possible, put 60.00 % of the rows right, 10.00 points above k-means; the same rows every time tell nothing about chance.");
  }

  @Test
  void itIsTheSameInEveryLanguage() {
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.GERMANY);
      assertThat(own("accuracy", 0.8, "").sentence()).contains("80.00 %");
    } finally {
      Locale.setDefault(before);
    }
  }
}

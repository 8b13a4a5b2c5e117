package io.parallax.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.parallax.core.Method;
import io.parallax.core.Methods;
import io.parallax.core.Result;
import io.parallax.engine.RevealedDirections;
import io.parallax.study.Configured;
import io.parallax.study.Exposure;
import io.parallax.study.file.Settings;
import io.parallax.study.file.StudyFile;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How many directions are told follows from the types of messages. */
class StudyDirectionsTest {
  private static final Map<String, Long> LETTERS =
      Map.of("N", 500L, "n", 100L, "C", 4L, "R", 30L, "M", 32L, "K", 3L);

  private static RevealedDirections of(String name, String mode) {
    return of(Methods.named(name), mode);
  }

  private static <C extends Record, R extends Result> RevealedDirections of(
      Method<C, R> method, String mode) {
    C config =
        mode.isEmpty()
            ? method.defaults()
            : Settings.read(
                method.defaults(), "a test", "{\"settings\": {\"mode\": \"%s\"}}".formatted(mode));
    return RevealedDirections.of(Exposure.asks(new Configured<>(method, config)));
  }

  @ParameterizedTest
  @CsvSource({
    "vfedmv, best",
    "vfedmv, paper",
    "mmvfl, best",
    "mmvfl, paper",
    "joint, linear",
    "joint, trees",
    "joint, network"
  })
  void aColumnForEachClassInEveryRound(String method, String mode) {
    RevealedDirections told = of(method, mode);
    assertThat(told.most(LETTERS)).isEqualTo(30 * 4);
    assertThat(told.text(Map.of("R", "30", "C", "number of classes")))
        .isEqualTo("30 × number of classes");
  }

  @ParameterizedTest
  @ValueSource(strings = {"hfedmv", "fedmood", "apfed", "tvfl", "fedmsgl"})
  void othersTellNoCombinationOfColumnsForEveryRow(String method) {
    assertThat(of(method, "").none()).isTrue();
    assertThat(of(method, "").most(LETTERS)).isZero();
    assertThat(of(method, "").text(Map.of())).isEmpty();
  }

  @Test
  void whatSettingsSayIsKnownBeforeTheClassesAre() {
    String yaml =
        """
        study: mood
        method: joint
        mode: kernel
        settings: {landmarks: 60}
        parties: {birch: {view: b, labels: true}, cedar: {view: c}, maple: {view: a}}
        """;
    StudyDirections kernel = StudyDirections.of(StudyFile.remote("study", yaml));
    assertThat(kernel.text()).isEqualTo("60 + 1");
    assertThat(kernel.atLeast()).isEqualTo(61);
    assertThat(kernel.sentence(List.of(split(61, 100))).orElseThrow())
        .contains("sums told the party with the labels, and nobody else, at most 61 directions");
  }

  /** S-FedMV has the messages of V-FedMV, too, for parties with the same people. */
  @Test
  void partiesWithDifferentPeopleHaveNoColumnsToCombine() {
    String yaml =
        """
        study: sites
        method: sfedmv
        views: {b: [x]}
        parties: {birch: {}, cedar: {}, maple: {}}
        """;
    StudyDirections sites = StudyDirections.of(StudyFile.remote("study", yaml));
    assertThat(sites.text()).isEmpty();
    assertThat(sites.atLeast()).isZero();
    assertThat(sites.most(LETTERS)).isZero();
  }

  @Test
  void aSentenceComparesThemWithTheColumnsWhereTheseAreKnown() {
    StudyDirections three =
        StudyDirections.of(
            StudyFile.remote(
                "study",
                """
                study: mood
                method: joint
                parties: {birch: {view: b, labels: true}, cedar: {view: c}, maple: {view: a}}
                """));
    assertThat(three.sentence(List.of(Map.of()))).isEmpty();
    assertThat(three.sentence(List.of(split(20, 100), split(30, 100))).orElseThrow())
        .contains("at most 30 directions in a split, and 50 in all splits")
        .contains("The parties have 100 columns, so that the sum over the parties is not known")
        .contains("hidden by the others' columns only");
    assertThat(three.sentence(List.of(split(1000, 100))).orElseThrow())
        .contains("1,000 in all", "100 columns: the sum over the parties is known completely.");
    assertThat(three.sentence(List.of(Map.of(StudyDirections.TOLD, 30.0))).orElseThrow())
        .contains("As many as all parties have columns")
        .doesNotContain("The parties have");
  }

  @Test
  void outputsOfLearnersAreNoLinearCombinations() {
    StudyDirections trees =
        StudyDirections.of(
            StudyFile.remote(
                "study",
                """
                study: mood
                method: joint
                mode: trees
                parties: {birch: {view: b, labels: true}, cedar: {view: c}, maple: {view: a}}
                """));
    assertThat(trees.learnt()).isTrue();
    assertThat(trees.sentence(List.of(split(1000, 100))).orElseThrow())
        .contains("outputs of all parties' learners", "no linear combinations of columns")
        .doesNotContain("known completely");
  }

  private static Map<String, Double> split(double told, double columns) {
    return Map.of(StudyDirections.TOLD, told, StudyDirections.COLUMNS, columns);
  }
}

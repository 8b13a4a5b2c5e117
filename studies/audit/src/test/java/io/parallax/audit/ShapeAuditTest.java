package io.parallax.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.parallax.audit.AttackResult.Attacker;
import io.parallax.audit.AttackResult.Scale;
import io.parallax.core.TellsLabels;
import io.parallax.study.Exposure;
import io.parallax.study.LabelReaders;
import io.parallax.study.Study;
import io.parallax.study.file.StudyFile;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShapeAuditTest {
  private static Study vertical(String method, String more) {
    return StudyFile.remote(
        "the study",
        """
        study: asked
        method: %s
        parties: {maple: {view: a, labels: true}, birch: {view: b}, cedar: {view: c}}
        evaluate: {split: random, test: 0.25, repeats: 2}
        stop: {rounds: 20}
        %s
        """
            .formatted(method, more));
  }

  private static ShapeAudit.Measured of(Study study) {
    return ShapeAudit.of(study, 5000, 6, () -> false);
  }

  private static List<AttackResult> labels(ShapeAudit.Measured measured) {
    return measured.results().stream().filter(a -> a.scale() == Scale.LABELS).toList();
  }

  /** The marks by which owners are told who reads labels. */
  @ParameterizedTest
  @CsvSource({
    "vfedmv, '', READ, READ",
    "mmvfl, '', READ, READ",
    "joint, mode: linear, READ, READ",
    "joint, mode: trees, READ, READ",
    "joint, mode: network, READ, READ",
    "joint, mode: kernel, '', ''",
    "apfed, '', GUESSED, GUESSED",
    "tvfl, '', READ, READ"
  })
  void marksSayWhoReadsLabels(String method, String mode, String parties, String coordinator) {
    LabelReaders readers = readers(vertical(method, mode));
    assertThat(readers.parties().map(Enum::name).orElse("")).isEqualTo(parties);
    assertThat(readers.coordinator().map(Enum::name).orElse("")).isEqualTo(coordinator);
  }

  private static LabelReaders readers(Study study) {
    return LabelReaders.of(Exposure.asks(study.method()));
  }

  /** The control of the next test: a method without the mark. */
  @Test
  void nobodyReadsLabelsWithoutTheMark() {
    Study kernel = vertical("joint", "mode: kernel");
    assertThat(readers(kernel).none()).isTrue();
    assertThat(labels(of(kernel))).allMatch(attack -> attack.found() < 0.7);
  }

  @ParameterizedTest
  @CsvSource({"vfedmv", "mmvfl", "joint"})
  void everyPartyReadsLabelsWithTheMark(String method) {
    assertThat(readers(vertical(method, "")).parties()).contains(TellsLabels.How.READ);
    ShapeAudit.Measured measured = of(vertical(method, ""));
    assertThat(measured.unknown()).isEmpty();
    assertThat(measured.rows()).isEqualTo(ShapeAudit.ROWS);
    assertThat(measured.columns()).isEqualTo(6);
    assertThat(labels(measured)).hasSize(1);
    assertThat(labels(measured).get(0).found()).isGreaterThan(0.9);
    assertThat(labels(measured).get(0).attacker()).isEqualTo(Attacker.PARTY);
  }

  @Test
  void randomisedLabelsAreReadLessOften() {
    ShapeAudit.Measured measured = of(vertical("vfedmv", "protection: {labels: {epsilon: 1}}"));
    assertThat(labels(measured).get(0).control()).isGreaterThan(0.9);
    assertThat(labels(measured).get(0).found()).isLessThan(labels(measured).get(0).allowed());
  }

  @Test
  void columnsOfAllPartiesAreMeasured() {
    ShapeAudit.Measured masked = of(vertical("vfedmv", ""));
    ShapeAudit.Measured plain = of(vertical("vfedmv", "protection: {aggregation: plain}"));
    assertThat(features(plain)).isGreaterThan(0.3);
    assertThat(features(masked)).isLessThan(features(plain));
  }

  private static double features(ShapeAudit.Measured measured) {
    return measured.results().stream()
        .filter(a -> a.attack().equals("features of unknown rows"))
        .mapToDouble(AttackResult::found)
        .max()
        .orElseThrow();
  }

  @ParameterizedTest
  @CsvSource({"number", "count", "time"})
  void targetsAreMeasured(String target) {
    Study study =
        StudyFile.remote(
            "the study",
            """
            study: asked
            method: joint
            parties: {maple: {view: a, target: %s}, birch: {view: b}, cedar: {view: c}}
            """
                .formatted(target));
    ShapeAudit.Measured measured = of(study);
    assertThat(measured.unknown()).isEmpty();
    assertThat(measured.results()).anyMatch(a -> a.scale() == Scale.TARGET && a.found() > 0.3);
  }

  @Test
  void partiesWithDifferentPeopleAreMeasured() {
    Study study =
        StudyFile.remote(
            "the study",
            """
            study: asked
            method: hfedmv
            views: [a, b]
            parties: {maple: {}, birch: {}, cedar: {}}
            stop: {rounds: 10}
            """);
    ShapeAudit.Measured measured = of(study);
    assertThat(measured.unknown()).isEmpty();
    assertThat(measured.results()).extracting(AttackResult::attacker).contains(Attacker.USER);
  }

  @Test
  void aMeasurementThatTakesTooLongSaysSo() {
    ShapeAudit.Measured measured = ShapeAudit.of(vertical("vfedmv", ""), 100, 4, () -> true);
    assertThat(measured.results()).isEmpty();
    assertThat(measured.unknown()).contains("too long");
  }
}

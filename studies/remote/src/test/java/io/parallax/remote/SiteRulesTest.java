package io.parallax.remote;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.BadInput;
import org.junit.jupiter.api.Test;

/** What no rows could mend is refused before any owner is asked. */
class SiteRulesTest {
  private static void read(String method, String more) {
    RemoteStudies.read(
        "the study",
        """
            study: s
            purpose: to try the program
            method: %s
            parties: {a: {view: x, labels: true}, b: {view: y}, c: {view: z}}
            %s
            """
            .formatted(method, more));
  }

  @Test
  void aMethodForDifferentPeopleIsRefusedWhereAllHoldTheSame() {
    assertThatThrownBy(() -> read("hfedmv", ""))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("the study: H-FedMV needs every party to hold all views");
    assertThatThrownBy(() -> read("sfedmv", ""))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("needs 'labels: shared'");
    read("vfedmv", "");
  }

  @Test
  void whatDependsOnTheNumberOfRowsIsLeftToThem() {
    read("fedmsgl", "clusters: 2\nsettings: {k: 5000}");
  }

  /** The rows are those of the party with the labels: it gives their order. */
  @Test
  void withoutLabelsNobodysRowsAreTheStudys() {
    String groups =
        """
        study: s
        purpose: to try the program
        method: fedmsgl
        clusters: 2
        parties: {a: {view: x%s}, b: {view: y}, c: {view: z}}
        align: {need: any}
        protection: {aggregation: plain}
        """;
    assertThatThrownBy(() -> RemoteStudies.read("the study", groups.formatted("")))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("nobody has labels here; leave align.need out, or give a party");
    RemoteStudies.read("the study", groups.formatted(", labels: true"));
  }

  /** Whoever lacks a view has no file that says which columns it has. */
  @Test
  void aPartyLacksViewsOfWhichTheStudyNamesTheColumns() {
    String sites =
        """
        study: s
        purpose: to try the program
        method: hfedmv
        views: %s
        parties: {a: {}, b: {lacks: [blood]}, c: {}}
        protection: {aggregation: %s}
        """;
    String named = "{blood: [age], heart: [rate]}";
    RemoteStudies.read("the study", sites.formatted(named, "plain"));
    assertThatThrownBy(
            () -> RemoteStudies.read("the study", sites.formatted("[blood, heart]", "plain")))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("party b lacks view 'blood' and cannot know its columns; name them");
    assertThatThrownBy(() -> RemoteStudies.read("the study", sites.formatted(named, "masked")))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("of the parties have these views and no others: ");
  }

  @Test
  void contributionsAreMeasuredInOneProcessOnly() {
    assertThatThrownBy(() -> read("apfed", "contribution: true"))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("contribution is for './parallax run' only");
  }

  @Test
  void whatCertaintyCannotBeCalibratedByIsRefused() {
    assertThatThrownBy(
            () ->
                read(
                    "joint",
                    "certainty: true\nevaluate: {split: subjects, column: person, test: 0.2}"))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("certainty draws calibrating subjects")
        .hasMessageContaining("use another split, or remove certainty");
    assertThatThrownBy(() -> read("joint", "certainty: true\nstop: {rounds: 9, lost: continue}"))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("with stop.lost 'continue' some may leave; remove one of them");
    read("joint", "certainty: true\nevaluate: {split: random, test: 0.2}");
  }
}

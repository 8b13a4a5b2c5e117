package io.parallax.remote;

import static org.assertj.core.api.Assertions.assertThat;

import io.parallax.core.PartyId;
import io.parallax.math.Matrix;
import io.parallax.remote.NodeMessages.TrainingOpening;
import io.parallax.run.PartName;
import io.parallax.study.Study;
import io.parallax.study.file.StudyFile;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The parties and rows of the parts that score held-out rows without one party. */
class LeftOutRowsTest {
  private static final Study STUDY =
      StudyFile.remote(
          "the study",
          """
          study: left
          method: vfedmv
          parties: {d: {view: d}, b: {view: b, labels: true}, c: {view: c}, a: {view: a}}
          evaluate: {test: 0.5, repeats: 2}
          check: {leave-one-out: true}
          seed: 5
          """);

  private static Set<String> names(String part) {
    Set<String> names = new TreeSet<>();
    LeftOutRows.scoring(STUDY, part).forEach(id -> names.add(id.name()));
    return names;
  }

  @Test
  void onePartyDoesNotJoinAPartOfTheStudy() {
    assertThat(names(PartName.without(1, 1))).containsExactly("b", "c", "d");
    assertThat(names(PartName.without(2, 3))).containsExactly("a", "b", "c");
    assertThat(names(PartName.of(1))).hasSize(4);
    assertThat(names(PartName.without(1, 4))).as("the label holder").hasSize(4);
    assertThat(names(PartName.without(3, 1))).as("a split that there is not").hasSize(4);
  }

  @Test
  void noRowIsScoredOverTwoSetsOfParties() {
    Set<Integer> seen = new TreeSet<>();
    int held = 0;
    for (int part = 1; part <= 3; part++) {
      TrainingOpening how =
          new TrainingOpening("", 1, "x\ny", Matrix.zeros(1, 1), "", Matrix.zeros(1, 1));
      LeftOutRows rows = LeftOutRows.of(STUDY, 200, how, part);
      Arrays.stream(rows.rows().test()).forEach(seen::add);
      held += rows.rows().test().length;
      PartyId out = rows.leftOut();
      assertThat(rows.roster().ids()).hasSize(3).doesNotContain(out);
      assertThat(rows.roster().heldOut()).isEqualTo(rows.rows().test().length);
    }
    assertThat(seen).hasSize(held);
    int[] together = RowOutline.ofViews(STUDY, 200).training(1, "", false).test();
    assertThat(Arrays.stream(together).filter(seen::contains)).isEmpty();
    assertThat(together.length + held).isEqualTo(100);
  }
}

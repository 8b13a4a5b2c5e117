package io.parallax.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.parallax.core.AddedBy;
import io.parallax.core.Ask;
import io.parallax.core.Bound;
import io.parallax.core.Disclosed;
import io.parallax.core.Often;
import io.parallax.core.Padded;
import io.parallax.core.Scaled;
import io.parallax.core.Size;
import io.parallax.core.Summand;
import io.parallax.math.Matrix;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RevealedDirectionsTest {
  record Begin() implements Ask<Images> {}

  @Often("R × B")
  record Step() implements Ask<Images> {}

  record Images(
      @Bound(1) @Size("N × C") Matrix first,
      @Bound(1) @Size("N × C") Matrix second,
      @Bound(1) @Size("N × 5") Scaled third,
      @Bound(1) @Size("M × C") Matrix products,
      @Bound(1) @Size("n × C") Matrix heldOut,
      int count)
      implements Summand {}

  record AskLabels() implements Ask<Targets> {}

  @AddedBy(AddedBy.Who.LABEL_HOLDER)
  record Targets(@Bound(1) @Size("N × C") Matrix y) implements Summand {}

  record AskShown() implements Ask<ShownRows> {}

  record ShownRows(@Size("N × C") Matrix y) implements Disclosed {}

  private static final Map<String, Long> LETTERS = Map.of("N", 50L, "C", 3L, "R", 10L, "B", 2L);
  private static final RevealedDirections TOLD =
      RevealedDirections.of(List.of(Begin.class, Step.class, AskLabels.class, AskShown.class));

  @Test
  void everyMatrixWithATrainingRowInEachRowCountsAsOftenAsItMayBeAsked() {
    assertThat(TOLD.most(LETTERS)).isEqualTo((3 + 3 + 5) * (1 + 10 * 2));
    assertThat(TOLD.tells(Images.class)).isTrue();
    assertThat(TOLD.tells(Targets.class)).as("labels are no columns").isFalse();
    assertThat(TOLD.tells(ShownRows.class)).isFalse();
  }

  @Test
  void whatIsNotKnownYetStandsAsItsLetter() {
    assertThat(TOLD.text(Map.of("R", "10", "C", "number of classes")))
        .isEqualTo(
            "number of classes + number of classes + 5"
                + " + 10 × B × number of classes + 10 × B × number of classes + 50 × B");
  }

  @Padded
  record Hidden(@Bound(1) @Size("N × L") Matrix products) implements Summand {}

  record AskHidden() implements Ask<Hidden> {}

  @Test
  void onlyWhatIsPaddedIsForOnePartyAlone() {
    assertThat(RevealedDirections.of(List.of(AskHidden.class, AskLabels.class)).padded()).isTrue();
    assertThat(RevealedDirections.of(List.of(AskHidden.class, Begin.class)).padded()).isFalse();
    assertThat(TOLD.padded()).isFalse();
  }

  @Test
  void whatWasToldIsCountedByAnswersWhateverAskedForThem() {
    Traffic traffic = new Traffic();
    assertThat(TOLD.told(LETTERS, traffic)).isZero();
    traffic.count("Images", 100, true);
    traffic.count("Images", 100, true);
    traffic.count("Targets", 100, true);
    assertThat(TOLD.told(LETTERS, traffic)).isEqualTo(2 * (3 + 3 + 5));
    assertThat(RevealedDirections.of(List.of(AskLabels.class)).none()).isTrue();
  }
}

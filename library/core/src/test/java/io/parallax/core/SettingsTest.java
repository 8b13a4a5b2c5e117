package io.parallax.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

class SettingsTest {
  /** Settings that are valid only together. */
  public record Pair(int low, double high, String name) {
    public Pair {
      if (low > high) {
        throw new BadInput("low is %d and must be at most %s".formatted(low, high));
      }
    }
  }

  private final Pair pair = new Pair(1, 2, "a");

  @Test
  void someAreReplacedTogetherAndTheOthersStay() {
    assertThat(Settings.with(pair, Map.of("low", 5, "high", 6.5))).isEqualTo(new Pair(5, 6.5, "a"));
    assertThat(Settings.with(pair, Map.of())).isEqualTo(pair);
  }

  @Test
  void whatTheSettingsRefuseIsRefusedInTheirWords() {
    assertThatThrownBy(() -> Settings.with(pair, Map.of("low", 5)))
        .isInstanceOf(BadInput.class)
        .hasMessage("low is 5 and must be at most 2.0");
  }

  @Test
  void aNameThatThereIsNotIsRefused() {
    assertThatThrownBy(() -> Settings.with(pair, Map.of("middle", 5)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("middle");
  }
}

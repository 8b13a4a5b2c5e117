package io.parallax.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SuggestionTest {
  private static final List<String> KNOWN = List.of("purpose", "parties");

  @Test
  void aSimilarWordIsMeant() {
    assertThat(Suggestion.hint("purpsoe", KNOWN)).isEqualTo("; did you mean 'purpose'?");
    assertThat(Suggestion.hint("x", KNOWN)).isEmpty();
  }

  /** A table of a million letters by those of each word would take gigabytes. */
  @Test
  void aVeryLongWordIsLikeNone() {
    assertThat(Suggestion.hint("purpose".repeat(10_000_000), KNOWN)).isEmpty();
  }
}

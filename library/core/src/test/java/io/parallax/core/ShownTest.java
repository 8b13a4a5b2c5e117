package io.parallax.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ShownTest {
  private static final String FORGED = "\u001b[2Jadmitted\nparallax: all is well\u202e";

  @Test
  void whatMovesTheCursorIsShownAsItsNumber() {
    assertThat(Shown.text(FORGED))
        .isEqualTo("\\u{1b}[2Jadmitted\\u{a}parallax: all is well\\u{202e}");
    assertThat(Shown.lines("one\ntwo\r")).isEqualTo("one\ntwo\\u{d}");
  }

  @Test
  void aMessageQuotesTheBeginningOnly() {
    assertThat(Shown.brief("é".repeat(300))).isEqualTo("é".repeat(300));
    assertThat(Shown.brief("\u001b" + "é".repeat(300)))
        .isEqualTo("\\u{1b}" + "é".repeat(299) + "…");
  }

  @Test
  void aForgedPartyNameDrawsNothing() {
    assertThatThrownBy(() -> PartyId.of(FORGED))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("\\u{1b}[2J")
        .hasMessageNotContaining("\n");
  }
}

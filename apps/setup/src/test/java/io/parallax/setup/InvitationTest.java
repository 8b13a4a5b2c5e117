package io.parallax.setup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.BadInput;
import io.parallax.core.Hashes;
import io.parallax.identity.OneTimeKey;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import org.junit.jupiter.api.Test;

/** An invitation's text: what is in it, and how a damaged one is recognised. */
class InvitationTest {
  private static final Invitation SOME =
      new Invitation(
          "hub.example.org",
          7444,
          new byte[32],
          OneTimeKey.draw(),
          "st-mary",
          "party",
          Instant.parse("2026-11-25T12:00:00Z"));

  @Test
  void whatWasWrittenIsRead() {
    Invitation read = Invitation.parse(SOME.text());
    assertThat(read.server()).isEqualTo("https://hub.example.org:7444");
    assertThat(read.name()).isEqualTo("st-mary");
    assertThat(read.role()).isEqualTo("party");
    assertThat(read.expires()).isEqualTo(SOME.expires());
    assertThat(read.key().open()).isEqualTo(SOME.key().open());
    assertThat(read.authority()).isEqualTo(SOME.authority());
  }

  @Test
  void linesThatAMailProgramHasBrokenDoNotMatter() {
    String text = SOME.text();
    String broken = " " + text.substring(0, 40) + "\r\n   " + text.substring(40) + "\n";
    assertThat(Invitation.parse(broken).name()).isEqualTo("st-mary");
  }

  @Test
  void everyCutAndEveryWrongLetterIsRecognised() {
    String text = SOME.text();
    for (int i = 5; i < text.length(); i++) {
      String cut = text.substring(0, i);
      char other = text.charAt(i) == 'x' ? 'y' : 'x';
      String mistyped = text.substring(0, i) + other + text.substring(i + 1);
      assertThatThrownBy(() -> Invitation.parse(cut))
          .isInstanceOf(BadInput.class)
          .hasMessageContaining("cut or mistyped");
      if (i < text.length() - 1) { // the last letter has bits that mean nothing
        assertThatThrownBy(() -> Invitation.parse(mistyped))
            .isInstanceOf(BadInput.class)
            .hasMessageContaining("cut or mistyped");
      }
    }
    assertThatThrownBy(() -> Invitation.parse("plx_a1_b2"))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("begins with plxi_");
  }

  @Test
  void oneForAPartyDoesNotLogIn() {
    assertThatThrownBy(() -> SOME.require("researcher", "party join"))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("for a party; use it with: ./parallax party join");
  }

  /** Whoever makes one up can make its checksum, too. */
  @Test
  void aRoleThatThereIsNotIsRefused() {
    byte[] whole = Base64.getUrlDecoder().decode(SOME.text().substring("plxi_".length()));
    byte[] content = Arrays.copyOf(whole, whole.length - 4);
    content[1] = 108;
    System.arraycopy(content, 0, whole, 0, content.length);
    System.arraycopy(Hashes.of(content), 0, whole, content.length, 4);
    String text = "plxi_" + Base64.getUrlEncoder().withoutPadding().encodeToString(whole);
    assertThatThrownBy(() -> Invitation.parse(text)).isInstanceOf(BadInput.class);
  }
}

package io.parallax.party;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.BadInput;
import io.parallax.web.Person;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tokens of named people for a party's page. */
class PageTokensTest {
  private static final Duration DAY = Duration.ofDays(1);
  @TempDir Path folder;

  @Test
  void aPersonIsKnownByNameUntilTheTokenIsRevoked() throws Exception {
    PageTokens tokens = new PageTokens(folder);
    String token = tokens.add("Dr. Grey", Set.of(PageRole.READER, PageRole.SIGNER), DAY);
    assertThat(tokens.person(token))
        .contains(Person.ofToken("Dr. Grey", Set.of("reader", "signer")));
    assertThat(Files.readString(folder.resolve("page.tokens")))
        .doesNotContain(token.split("_", 3)[2]);
    for (String wrong : List.of("", "page_", token + "x", token.replace("page_", "plx_"))) {
      assertThat(tokens.person(wrong)).as(wrong).isEmpty();
      assertThat(tokens.fault(wrong)).as(wrong).isEmpty();
    }
    new PageTokens(folder).revoke(tokens.list().get(0).id()); // by another process
    assertThat(tokens.person(token)).isEmpty();
    assertThat(tokens.fault(token)).hasValueSatisfying(f -> assertThat(f).contains("was revoked"));
    assertThat(tokens.list().get(0).cells()).contains("Dr. Grey", "reader, signer");
    assertThatThrownBy(() -> tokens.revoke("none"))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("there is no token none");
  }

  @Test
  void anExpiredTokenIsToldAsSuch() {
    PageTokens tokens = new PageTokens(folder);
    String over = tokens.add("Kim", Set.of(PageRole.READER), Duration.ofSeconds(-1));
    assertThat(tokens.person(over)).isEmpty();
    assertThat(tokens.fault(over)).hasValueSatisfying(f -> assertThat(f).contains("expired on 20"));
  }

  @Test
  void aNameIsVisibleAndNotTheOwners() {
    PageTokens tokens = new PageTokens(folder);
    for (String bad : List.of("", " ", "owner", "a\u202Eb", "a\nb", " Grey", "x".repeat(61))) {
      assertThatThrownBy(() -> tokens.add(bad, Set.of(PageRole.READER), DAY))
          .as(bad)
          .isInstanceOf(BadInput.class)
          .hasMessageContaining("the person's name is not valid");
    }
    assertThat(tokens.list()).isEmpty();
  }

  @Test
  void anUnknownRoleIsRefused() {
    assertThatThrownBy(() -> PageRole.of("boss"))
        .hasMessage("role is 'boss'; it must be one of [reader, signer, predictor, monitor]");
  }
}

package io.parallax.setup;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.coordinator.JoinClient;
import io.parallax.core.BadInput;
import io.parallax.core.Refused;
import io.parallax.identity.OneTimeKey;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Many requests of strangers to join. */
class JoinFloodTest {
  @TempDir Path folder;

  @Test
  void strangersAreRefusedAndThenHaveToWait() throws Exception {
    try (Founded mood = new Founded(folder)) {
      Invitation drawn = mood.invite("st-mary", "party");
      JoinClient client = new JoinClient(drawn.server(), drawn.authority());
      OneTimeKey unknown = OneTimeKey.of(OneTimeKey.draw());
      for (int i = 0; i < 30; i++) {
        assertThatThrownBy(() -> client.join(unknown, "x"))
            .isInstanceOf(Refused.class)
            .hasMessageContaining("knows no such invitation");
      }
      assertThatThrownBy(() -> client.join(unknown, "x"))
          .isInstanceOf(BadInput.class)
          .hasMessageContaining("too many refused calls");
      assertThatThrownBy(() -> client.join(drawn.key(), "x".repeat(2000)))
          .hasMessageContaining("too many refused calls");
    }
  }
}

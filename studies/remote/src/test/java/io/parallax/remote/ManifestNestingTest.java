package io.parallax.remote;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.BadInput;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** A manifest that is nested without end is a named error. */
class ManifestNestingTest {
  @Test
  void deepManifestsAreANamedError() {
    for (String deep : new String[] {"[", "{\"a\":", "{\"parties\":{\"a\":", "{\"x\":["}) {
      byte[] json = deep.repeat(200_000).getBytes(StandardCharsets.UTF_8);
      assertThatThrownBy(() -> NetworkManifest.read(json)).isInstanceOf(BadInput.class);
    }
  }
}

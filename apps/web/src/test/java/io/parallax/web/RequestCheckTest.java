package io.parallax.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.eclipse.jetty.http.HttpFields;
import org.junit.jupiter.api.Test;

class RequestCheckTest {
  private static boolean acted(String... shown) {
    HttpFields.Mutable headers = HttpFields.build();
    for (String one : shown) {
      headers.add("X-Parallax", one);
    }
    return new RequestCheck("cookie", true, Optional.empty()).acted(headers);
  }

  @Test
  void aPageThatLoadsByItselfKeepsNoSessionAlive() {
    assertThat(acted("page")).isFalse();
    assertThat(acted("person")).isTrue();
    assertThat(acted()).as("a download").isTrue();
  }
}

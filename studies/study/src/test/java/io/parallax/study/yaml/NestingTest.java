package io.parallax.study.yaml;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.BadInput;
import org.junit.jupiter.api.Test;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;

/** A study file that is nested without end is a named error. */
class NestingTest {
  private static final String DEEP = "[".repeat(200_000);

  @Test
  void deepListsAreANamedError() {
    for (String text :
        new String[] {DEEP, "{a: ".repeat(200_000), "- ".repeat(100_000) + "a", "study: " + DEEP}) {
      assertThatThrownBy(() -> Yaml.parse("study.yaml", text))
          .isInstanceOf(BadInput.class)
          .hasMessageStartingWith("study.yaml:1: not valid YAML: ")
          .hasMessageContaining("more than 100 deep");
    }
  }

  @Test
  void whatIsNotTooDeepIsRead() {
    Yaml.parse("study.yaml", "[".repeat(100) + "]".repeat(100));
    assertThatThrownBy(() -> Yaml.parse("study.yaml", "[".repeat(101) + "]".repeat(101)))
        .isInstanceOf(BadInput.class);
  }

  /** The control: without the limit the parser's own recursion has no end. */
  @Test
  void withoutTheLimitTheStackOverflows() {
    Compose unlimited = new Compose(LoadSettings.builder().build());
    assertThatThrownBy(() -> unlimited.composeString(DEEP)).isInstanceOf(StackOverflowError.class);
  }
}

package io.parallax.study.yaml;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.BadInput;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class YamlTest {
  /** The parser quotes the character that it did not expect: here, a line's end. */
  @ParameterizedTest
  @ValueSource(strings = {"study: &\n", "study: *\n", "%\n"})
  void aMistakeIsToldInOneLine(String text) {
    assertThatThrownBy(() -> Yaml.parse("the study", text))
        .isInstanceOf(BadInput.class)
        .hasMessageNotContaining("\n")
        .hasMessageContaining("not valid YAML");
  }
}

package io.parallax.party;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.BadInput;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PredictionWishTest {
  @ParameterizedTest
  @ValueSource(strings = {"null", "{}", "{\"study\":\"ab\",\"ids\":[null]}", "[]", "", "7"})
  void aBodyThatIsNoRequestIsTheCallersMistake(String body) {
    assertThatThrownBy(() -> PredictionWish.read(body)).isInstanceOf(BadInput.class);
  }
}

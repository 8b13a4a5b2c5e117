package io.parallax.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTest {
  record Found(String name, double value) {}

  @Test
  void fieldsKeepTheirOrderAndOddNumbersComeBack() throws JsonProcessingException {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("z", 1);
    fields.put("a", new Found("b", Double.NaN));
    String json = Json.MAPPER.writeValueAsString(fields);
    assertThat(json).isEqualTo("{\"z\":1,\"a\":{\"name\":\"b\",\"value\":\"NaN\"}}");
    assertThat(read("{\"name\":\"b\",\"value\":\"NaN\"}").value()).isNaN();
    assertThat(read("{\"name\":\"b\",\"value\":\"-Infinity\"}").value()).isNegative();
    assertThat(read("{\"name\":\"b\",\"value\":3}").value()).isEqualTo(3);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"name\":\"b\",\"value\":1,\"more\":2}",
        "{\"name\":\"b\",\"value\":1,\"value\":2}",
        "{\"name\":\"b\",\"value\":1} x",
        "{\"name\":\"b\",\"value\":1}{}",
        "{\"name\":\"b\",\"value\":\"1\"}",
        "{\"name\":\"b\",\"value\":true}"
      })
  void inexactTextIsRefused(String json) {
    assertThatThrownBy(() -> read(json)).isInstanceOf(JsonProcessingException.class);
  }

  private static Found read(String json) throws JsonProcessingException {
    return Json.MAPPER.readValue(json, Found.class);
  }
}

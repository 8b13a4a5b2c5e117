package io.parallax.data;

import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;

/** JSON, read and written in the same way everywhere. */
public final class Json {
  /**
   * The mapper of the whole program. It writes fields in the order of a record's components or a
   * map's entries, without spaces. It refuses to read a field that a record does not have, a field
   * that is given twice, text behind the end, and a text or boolean in the place of a number. "NaN"
   * and infinities are numbers.
   */
  public static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
          .build();

  private Json() {}
}

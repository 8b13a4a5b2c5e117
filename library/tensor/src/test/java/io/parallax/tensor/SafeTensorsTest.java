package io.parallax.tensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.BadInput;
import io.parallax.math.Matrix;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SafeTensorsTest {
  private static final Layout LAYOUT = new Layout().add("b", Init.ZERO, 2);
  @TempDir Path folder;

  private Path file(long from) throws IOException {
    byte[] header =
        "{\"b\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[%d,8]}}"
            .formatted(from)
            .getBytes(StandardCharsets.US_ASCII);
    ByteBuffer bytes = ByteBuffer.allocate(8 + header.length + 8).order(ByteOrder.LITTLE_ENDIAN);
    bytes.putLong(header.length).put(header).putFloat(1.5f).putFloat(-2);
    return Files.write(folder.resolve("a.safetensors"), bytes.array());
  }

  @Test
  void numbersAreReadFromTheirPlace() throws IOException {
    assertThat(SafeTensors.read(file(0), LAYOUT))
        .isEqualTo(Matrix.of(1, 2, new double[] {1.5, -2}));
  }

  @ParameterizedTest
  @ValueSource(longs = {-1, 1, 9, Long.MAX_VALUE, Long.MAX_VALUE - 40})
  void aPlaceOutsideOfTheFileIsRefused(long from) throws IOException {
    Path file = file(from);
    assertThatThrownBy(() -> SafeTensors.read(file, LAYOUT))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("is cut off");
  }
}

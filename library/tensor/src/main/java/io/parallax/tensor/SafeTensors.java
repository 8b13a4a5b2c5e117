package io.parallax.tensor;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.parallax.core.BadInput;
import io.parallax.math.Matrix;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.StreamSupport;

/**
 * Parameters in a .safetensors file: eight bytes with the length of a header, the header in JSON
 * (every parameter's name, type F32, shape and place), then the numbers, all little-endian. Other
 * programs read and write the same format.
 */
public final class SafeTensors {
  private static final ObjectMapper JSON = new ObjectMapper();

  private SafeTensors() {}

  /** Writes parameters of this layout. */
  public static void write(Path file, Layout layout, Matrix parameters) throws IOException {
    double[] values = layout.require(parameters, "the model").toArray();
    ObjectNode header = JSON.createObjectNode();
    for (Layout.Entry entry : layout.entries()) {
      ObjectNode one = header.putObject(entry.name()).put("dtype", "F32");
      one.set("shape", JSON.valueToTree(entry.shape()));
      one.putArray("data_offsets").add(4L * entry.from()).add(4L * (entry.from() + entry.size()));
    }
    byte[] json = JSON.writeValueAsBytes(header);
    ByteBuffer bytes = ByteBuffer.allocate(8 + json.length + 4 * values.length);
    bytes.order(ByteOrder.LITTLE_ENDIAN).putLong(json.length).put(json);
    for (double value : values) {
      bytes.putFloat((float) value);
    }
    Files.write(file, bytes.array());
  }

  /** Reads what belongs to this layout; a file of another network is refused. */
  public static Matrix read(Path file, Layout layout) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
    JsonNode header = header(file, bytes);
    int data = bytes.position();
    double[] values = new double[layout.size()];
    for (Layout.Entry entry : layout.entries()) {
      JsonNode one = header.get(entry.name());
      if (one == null || !Arrays.equals(entry.shape(), shape(one))) {
        throw new BadInput(
            "%s: parameter '%s' is missing or has another shape; the file belongs to another network"
                .formatted(file, entry.name()));
      }
      long from = one.path("data_offsets").path(0).asLong(-1);
      if (!one.path("dtype").asText().equals("F32")
          || from < 0
          || from > bytes.limit() - data - 4L * entry.size()) {
        throw new BadInput(
            file + ": parameter '" + entry.name() + "' is cut off or not of type F32");
      }
      for (int i = 0; i < entry.size(); i++) {
        values[entry.from() + i] = bytes.getFloat((int) (data + from + 4L * i));
      }
    }
    return Matrix.of(1, values.length, values);
  }

  private static long[] shape(JsonNode parameter) {
    return StreamSupport.stream(parameter.path("shape").spliterator(), false)
        .mapToLong(JsonNode::asLong)
        .toArray();
  }

  private static JsonNode header(Path file, ByteBuffer bytes) {
    long length = bytes.remaining() < 8 ? -1 : bytes.getLong();
    if (length < 2 || length > bytes.remaining()) {
      throw new BadInput(file + " is not a .safetensors file, or is incomplete; copy it again");
    }
    byte[] json = new byte[(int) length];
    bytes.get(json);
    try {
      return JSON.readTree(new String(json, StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new BadInput(file + " is not a .safetensors file: its header is not JSON");
    }
  }
}

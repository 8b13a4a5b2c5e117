package io.parallax.tensor;

import io.parallax.math.Matrix;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * A network as an ONNX file, which other programs can run. Nodes are added in the order in which
 * they are computed; each names its output. The file is a protocol buffer, written field by field
 * (onnx.proto, IR version 8, operators of version 13).
 */
public final class OnnxGraph {
  private static final int FLOAT = 1;
  private static final int INT64 = 7;
  private static final int INTS = 7;
  private static final int INT = 2;
  private final Message graph = new Message();
  private int nodes;

  /** Declares the input: any number of rows of {@code columns} numbers. */
  public String input(String name, int columns) {
    graph.message(11, value(name, FLOAT, columns));
    return name;
  }

  /** Declares the output: {@code columns} numbers per row. */
  public void output(String name, int columns) {
    graph.message(12, value(name, FLOAT, columns));
  }

  /** Declares the output: one integer per row. */
  public void wholeOutput(String name) {
    graph.message(12, value(name, INT64, 0));
  }

  private static Message value(String name, int type, int columns) {
    Message shape = new Message().message(1, new Message().text(2, "rows"));
    if (columns > 0) {
      shape.message(1, new Message().number(1, columns));
    }
    Message tensor = new Message().number(1, type).message(2, shape);
    return new Message().text(1, name).message(2, new Message().message(1, tensor));
  }

  /** Numbers that belong to the network. */
  public String constant(String name, double[] values, long... shape) {
    ByteBuffer raw = ByteBuffer.allocate(4 * values.length).order(ByteOrder.LITTLE_ENDIAN);
    for (double value : values) {
      raw.putFloat((float) value);
    }
    return tensor(name, FLOAT, raw.array(), shape);
  }

  private String whole(String name, long... values) {
    ByteBuffer raw = ByteBuffer.allocate(8 * values.length).order(ByteOrder.LITTLE_ENDIAN);
    Arrays.stream(values).forEach(raw::putLong);
    return tensor(name, INT64, raw.array(), values.length);
  }

  private String tensor(String name, int type, byte[] raw, long... shape) {
    Message tensor = new Message();
    Arrays.stream(shape).forEach(side -> tensor.number(1, side));
    graph.message(5, tensor.number(2, type).text(8, name).bytes(9, raw));
    return name;
  }

  /** An operator of these inputs; returns the name of its output. */
  public String node(String operator, List<String> inputs, Map<String, long[]> attributes) {
    String name = operator.toLowerCase(java.util.Locale.ROOT) + "-" + ++nodes;
    named(operator, inputs, attributes, name);
    return name;
  }

  /** An operator whose output has this name. */
  public void named(
      String operator, List<String> inputs, Map<String, long[]> attributes, String output) {
    Message node = new Message();
    inputs.forEach(input -> node.text(1, input));
    node.text(2, output).text(3, output).text(4, operator);
    attributes.forEach((key, values) -> node.message(5, attribute(key, values)));
    graph.message(1, node);
  }

  private static Message attribute(String name, long[] values) {
    Message attribute = new Message().text(1, name);
    if (values.length == 1) {
      return attribute.number(3, values[0]).number(20, INT);
    }
    Arrays.stream(values).forEach(value -> attribute.number(8, value));
    return attribute.number(20, INTS);
  }

  public String relu(String x) {
    return node("Relu", List.of(x), Map.of());
  }

  /** The same numbers in another shape; the first side is the number of rows. */
  public String reshape(String x, long... sides) {
    long[] shape = new long[sides.length + 1];
    System.arraycopy(sides, 0, shape, 1, sides.length); // 0 in front: as it is
    return node("Reshape", List.of(x, whole("shape-" + (nodes + 1), shape)), Map.of());
  }

  /** A linear layer with these parameters. */
  public String linear(Linear layer, Map<String, Matrix> parameters, String x) {
    String weight = layer.name() + ".weight";
    String bias = layer.name() + ".bias";
    constant(weight, parameters.get(weight).toArray(), layer.outputs(), layer.inputs());
    constant(bias, parameters.get(bias).toArray(), layer.outputs());
    return node("Gemm", List.of(x, weight, bias), Map.of("transB", new long[] {1}));
  }

  /** A convolution with these parameters. */
  public String convolution(Convolution layer, Map<String, Matrix> parameters, String x) {
    String weight = layer.name() + ".weight";
    String bias = layer.name() + ".bias";
    long k = layer.kernel();
    long p = layer.padding();
    constant(weight, parameters.get(weight).toArray(), layer.outputs(), layer.inputs(), k, k);
    constant(bias, parameters.get(bias).toArray(), layer.outputs());
    return node(
        "Conv",
        List.of(x, weight, bias),
        Map.of(
            "kernel_shape", new long[] {k, k},
            "pads", new long[] {p, p, p, p},
            "strides", new long[] {layer.stride(), layer.stride()}));
  }

  /** The file's bytes. */
  public byte[] file(Map<String, String> notes) {
    graph.text(2, "parallax");
    Message model = new Message().number(1, 8).text(2, "parallax").message(7, graph);
    model.message(8, new Message().text(1, "").number(2, 13));
    notes.forEach((key, value) -> model.message(14, new Message().text(1, key).text(2, value)));
    return model.bytes.toByteArray();
  }

  /** A protocol buffer message: fields with their numbers, one behind the other. */
  private static final class Message {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    private void varint(long value) {
      long rest = value;
      while ((rest & ~0x7fL) != 0) {
        bytes.write((int) (rest & 0x7f | 0x80));
        rest >>>= 7;
      }
      bytes.write((int) rest);
    }

    Message number(int field, long value) {
      varint((long) field << 3);
      varint(value);
      return this;
    }

    Message bytes(int field, byte[] value) {
      varint((long) field << 3 | 2);
      varint(value.length);
      bytes.writeBytes(value);
      return this;
    }

    Message text(int field, String value) {
      return bytes(field, value.getBytes(StandardCharsets.UTF_8));
    }

    Message message(int field, Message value) {
      return bytes(field, value.bytes.toByteArray());
    }
  }
}

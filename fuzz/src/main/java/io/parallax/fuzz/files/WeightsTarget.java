package io.parallax.fuzz.files;

import io.parallax.core.BadInput;
import io.parallax.core.Failure;
import io.parallax.fuzz.Finding;
import io.parallax.fuzz.Scratch;
import io.parallax.fuzz.Target;
import io.parallax.math.Matrix;
import io.parallax.tensor.Init;
import io.parallax.tensor.Layout;
import io.parallax.tensor.SafeTensors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/** A network's parameters in a .safetensors file. */
public final class WeightsTarget implements Target {
  private static final Layout LAYOUT =
      new Layout().add("in.weight", Init.ZERO, 2, 3).add("in.bias", Init.ZERO, 2);

  @Override
  public String name() {
    return "weights";
  }

  @Override
  public String sentence() {
    return "parameters in a .safetensors file; as many are read as the network has";
  }

  @Override
  public Set<Class<? extends Failure>> rejections() {
    return Set.of(BadInput.class);
  }

  @Override
  public List<byte[]> seeds() throws IOException {
    Path file = Scratch.empty("weights-seed").resolve("a.safetensors");
    SafeTensors.write(file, LAYOUT, Matrix.of(1, 8, new double[] {1, 2, 3, 4, 5, 6, 7, 8}));
    return List.of(Files.readAllBytes(file));
  }

  @Override
  public List<String> words() {
    return List.of(
        "\"data_offsets\":[", "9223372036854775807", "\"shape\":[2,3]", "\"dtype\":\"F32\"");
  }

  @Override
  public void run(byte[] input) throws IOException {
    Matrix read = SafeTensors.read(Scratch.file("a.safetensors", input), LAYOUT);
    Finding.unless(
        read.rows() == 1 && read.cols() == LAYOUT.size(), "another number of parameters");
  }
}

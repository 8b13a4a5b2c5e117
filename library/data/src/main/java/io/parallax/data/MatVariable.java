package io.parallax.data;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import us.hebi.matlab.mat.types.Array;
import us.hebi.matlab.mat.types.Cell;

/**
 * A variable of a .mat file.
 *
 * @param what its kind and shape
 */
public record MatVariable(String name, String what) {
  private static final int SHOWN = 12;

  /** Lists the variables of a file, in its order. */
  public static List<MatVariable> in(Path file) {
    return new MatFile(file).variables();
  }

  static MatVariable of(String name, Array value) {
    if (!(value instanceof Cell cell)) {
      return new MatVariable(name, what(value));
    }
    int count = cell.getNumElements();
    String elements =
        IntStream.range(0, Math.min(SHOWN, count))
            .mapToObj(i -> "{" + (i + 1) + "} " + what(cell.get(i)))
            .collect(Collectors.joining(", ", count == 0 ? "" : ": ", count > SHOWN ? ", …" : ""));
    return new MatVariable(name, what(value) + elements);
  }

  private static String what(Array value) {
    return value.getType()
        + " "
        + Arrays.stream(value.getDimensions())
            .mapToObj(Integer::toString)
            .collect(Collectors.joining(" × "));
  }
}

package io.parallax.fuzz.rows;

import io.parallax.data.MatrixFile;
import io.parallax.data.RowSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import us.hebi.matlab.mat.format.Mat5;
import us.hebi.matlab.mat.types.MatFile;
import us.hebi.matlab.mat.types.Matrix;
import us.hebi.matlab.mat.types.Sinks;

/** Variables as MATLAB saves them, plain, so that no compression stops the fuzzer. */
public final class MatTarget extends RowsTarget {
  private static final int ROOM = 1 << 16;

  public MatTarget() {
    super("mat", ".mat");
  }

  @Override
  RowSource source(String file) {
    return new MatrixFile(Path.of(file), Optional.of("X"), false);
  }

  /** Returns room for a sparse matrix, which is made dense as far as the heap permits. */
  @Override
  public long room() {
    return 2 * Runtime.getRuntime().maxMemory();
  }

  @Override
  public List<byte[]> seeds() throws IOException {
    List<byte[]> seeds = new ArrayList<>();
    Matrix numbers = Mat5.newMatrix(2, 3);
    for (int i = 0; i < 6; i++) {
      numbers.setDouble(i, i * 7319.50817);
    }
    seeds.add(written(Mat5.newMatFile().addArray("X", numbers)));
    seeds.add(written(Mat5.newMatFile().addArray("y", Mat5.newScalar(1)).addArray("X", numbers)));
    seeds.add(written(Mat5.newMatFile().addArray("X", Mat5.newCell(1, 2).set(0, numbers))));
    seeds.add(written(Mat5.newMatFile().addArray("X", Mat5.newStruct().set("f", numbers))));
    seeds.add(written(Mat5.newMatFile().addArray("X", Mat5.newString("words"))));
    return seeds;
  }

  private static byte[] written(MatFile file) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(ROOM);
    file.writeTo(Sinks.wrap(bytes));
    bytes.flip();
    byte[] all = new byte[bytes.remaining()];
    bytes.get(all);
    return all;
  }

  @Override
  public List<String> libraries() {
    return List.of("us.hebi.matlab.mat.**");
  }
}

package io.parallax.cli;

import static io.parallax.cli.SmallStudy.put;

import io.parallax.math.Rng;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;
import us.hebi.matlab.mat.format.Mat5;
import us.hebi.matlab.mat.types.Matrix;

/** One study in two kinds of files: CSV, and .npy with .mat. The numbers are the same. */
final class MatrixStudy {
  static final int ROWS = 40;

  /** Tests count its lines. */
  static final String YAML =
      """
      study: matrices
      method: vfedmv
      settings: {beta: 0.5, zeta: 2, eta: 1}
      parties:
        maple: {view: a, data: {npy: a.npy.gz}, labels: {mat: all.mat, variable: gt}}
        birch: {view: b, data: {mat: all.mat, variable: "X{2}", transpose: true}}
        cedar: {view: c, data: {npy: c.npy}}
      evaluate: {split: stratified, test: 0.25, repeats: 2}
      stop: {rounds: 100, tolerance: 1e-6}
      seed: 3
      """;

  static final String CSV =
      """
      study: matrices
      method: vfedmv
      settings: {beta: 0.5, zeta: 2, eta: 1}
      parties:
        maple: {view: a, data: {csv: a.csv, id: id}, labels: {csv: labels.csv, id: id, column: label}}
        birch: {view: b, data: {csv: b.csv, id: id}}
        cedar: {view: c, data: {csv: c.csv, id: id}}
      evaluate: {split: stratified, test: 0.25, repeats: 2}
      stop: {rounds: 100, tolerance: 1e-6}
      seed: 3
      """;

  private MatrixStudy() {}

  /** Writes all files and both studies, {@code study.yaml} and {@code csv.yaml}. */
  static Path write(Path folder) {
    double[][] a = view(1, 3);
    double[][] b = view(2, 4);
    double[][] c = view(3, 2);
    double[] labels = new double[ROWS];
    for (int i = 0; i < ROWS; i++) {
      labels[i] = i % 2 + 1;
    }
    csv(folder.resolve("a.csv"), a);
    csv(folder.resolve("b.csv"), b);
    csv(folder.resolve("c.csv"), c);
    StringBuilder text = new StringBuilder("id,label\n");
    for (int i = 0; i < ROWS; i++) {
      text.append(i).append(',').append(i % 2 + 1).append('\n');
    }
    put(folder.resolve("labels.csv"), text.toString());
    npy(folder.resolve("a.npy.gz"), a);
    npy(folder.resolve("c.npy"), c);
    mat(folder.resolve("all.mat"), a, b, labels);
    put(folder.resolve("csv.yaml"), CSV);
    return put(folder.resolve("study.yaml"), YAML);
  }

  private static double[][] view(long seed, int columns) {
    Rng rng = Rng.of(seed);
    double[][] view = new double[ROWS][columns];
    for (int i = 0; i < ROWS; i++) {
      for (int j = 0; j < columns; j++) {
        view[i][j] = rng.gaussian() + (j < 2 && i % 2 == 0 ? 1.2 : 0);
      }
    }
    return view;
  }

  private static void csv(Path file, double[][] view) {
    StringBuilder csv = new StringBuilder("id");
    for (int j = 0; j < view[0].length; j++) {
      csv.append(',').append(j + 1);
    }
    for (int i = 0; i < view.length; i++) {
      csv.append('\n').append(i);
      for (double value : view[i]) {
        csv.append(',').append(value);
      }
    }
    put(file, csv.append('\n').toString());
  }

  /** Version 1.0, doubles, row by row. */
  static void npy(Path file, double[][] values) {
    npy(file, values, "(%d, %d)".formatted(values.length, values[0].length));
  }

  /** The same with another shape. */
  static void npy(Path file, double[][] values, String shape) {
    String header = "{'descr': '<f8', 'fortran_order': False, 'shape': %s, }".formatted(shape);
    String padded = header + " ".repeat(63 - (10 + header.length()) % 64) + "\n";
    ByteBuffer bytes =
        ByteBuffer.allocate(10 + padded.length() + 8 * values.length * values[0].length)
            .order(ByteOrder.LITTLE_ENDIAN);
    bytes.put((byte) 0x93).put("NUMPY".getBytes(StandardCharsets.US_ASCII));
    bytes.put((byte) 1).put((byte) 0).putShort((short) padded.length());
    bytes.put(padded.getBytes(StandardCharsets.US_ASCII));
    for (double[] row : values) {
      for (double value : row) {
        bytes.putDouble(value);
      }
    }
    try (var out = Files.newOutputStream(file);
        var packed = file.toString().endsWith(".gz") ? new GZIPOutputStream(out) : out) {
      packed.write(bytes.array());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** X = {a', b'} with samples in columns, as multi-view files often have them; gt, a row. */
  private static void mat(Path file, double[][] a, double[][] b, double[] labels) {
    Matrix gt = Mat5.newMatrix(1, labels.length);
    for (int i = 0; i < labels.length; i++) {
      gt.setDouble(0, i, labels[i]);
    }
    var cells = Mat5.newCell(1, 2).set(0, transposed(a)).set(1, transposed(b));
    try {
      Mat5.writeToFile(Mat5.newMatFile().addArray("X", cells).addArray("gt", gt), file.toFile());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Matrix transposed(double[][] values) {
    Matrix matrix = Mat5.newMatrix(values[0].length, values.length);
    for (int i = 0; i < values.length; i++) {
      for (int j = 0; j < values[0].length; j++) {
        matrix.setDouble(j, i, values[i][j]);
      }
    }
    return matrix;
  }
}

package io.parallax.math;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.DoubleUnaryOperator;

/**
 * An immutable dense matrix of doubles, row-major on the heap, at least 1×1.
 *
 * <p>Immutable so that it may be shared between parties and threads without copies or doubts. Sums
 * and selections cost one pass; products and decompositions go to BLAS and LAPACK when loaded. All
 * results have the same bits whatever the number of threads.
 */
public final class Matrix {
  private static final double WORTH_NATIVE = 1 << 14;

  private final int rows;
  private final int cols;
  private final double[] data;

  private Matrix(int rows, int cols, double[] data) {
    this.rows = rows;
    this.cols = cols;
    this.data = data;
  }

  /** The value of row i, column j. */
  @FunctionalInterface
  public interface Cell {
    double at(int i, int j);
  }

  /** Copies rows of equal length. */
  public static Matrix of(double[][] rows) {
    return Selections.ofRows(rows);
  }

  public static Matrix of(int rows, int cols, double[] rowMajor) {
    Shapes.requireLength(rows, cols, rowMajor.length);
    return new Matrix(rows, cols, rowMajor.clone());
  }

  public static Matrix zeros(int rows, int cols) {
    return new Matrix(rows, cols, allocate(rows, cols));
  }

  public static Matrix identity(int n) {
    return fill(n, n, (i, j) -> i == j ? 1 : 0);
  }

  /** Calls {@code cell} in row-major order. */
  public static Matrix fill(int rows, int cols, Cell cell) {
    double[] data = allocate(rows, cols);
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < cols; j++) {
        data[i * cols + j] = cell.at(i, j);
      }
    }
    return new Matrix(rows, cols, data);
  }

  /** Writes {@code count} entries, from row-major place {@code from} on, to the buffer's start. */
  @FunctionalInterface
  public interface Stretch {
    void write(int from, int count, double[] buffer);
  }

  /** Filled stretch by stretch, several side by side; the writer must not care about the order. */
  public static Matrix build(int rows, int cols, Stretch stretch) {
    double[] data = allocate(rows, cols);
    Chunks.forEachStretch(
        data.length,
        (from, count, buffer) -> {
          stretch.write(from, count, buffer);
          System.arraycopy(buffer, 0, data, from, count);
        });
    return new Matrix(rows, cols, data);
  }

  /** Takes entries, from row-major place {@code from} on. */
  @FunctionalInterface
  public interface Sink {
    void put(int from, double[] values, int first, int count);
  }

  /** Filled by a writer that puts entries as it gets them; what it leaves out is 0. */
  public static Matrix filled(int rows, int cols, Consumer<Sink> writer) {
    double[] data = allocate(rows, cols);
    writer.accept(
        (from, values, first, count) -> System.arraycopy(values, first, data, from, count));
    return new Matrix(rows, cols, data);
  }

  /** Shows the entries stretch by stretch, several side by side, in a buffer that is used again. */
  public void forEachStretch(Stretch reader) {
    forEachStretch(0, data.length, reader);
  }

  /** The same for so many entries, from row-major place {@code first} on. */
  public void forEachStretch(int first, int length, Stretch reader) {
    Objects.checkFromIndexSize(first, length, data.length);
    Chunks.forEachStretch(
        length,
        (from, count, buffer) -> {
          System.arraycopy(data, first + from, buffer, 0, count);
          reader.write(first + from, count, buffer);
        });
  }

  /** Independent standard normal entries. */
  public static Matrix gaussian(int rows, int cols, Rng rng) {
    return fill(rows, cols, (i, j) -> rng.gaussian());
  }

  /** A random Q of rows×cols with QᵀQ = I, uniform over all such; needs rows ≥ cols. */
  public static Matrix orthonormal(int rows, int cols, Rng rng) {
    return Decompositions.orthonormal(gaussian(rows, cols, rng));
  }

  public int rows() {
    return rows;
  }

  public int cols() {
    return cols;
  }

  public double get(int i, int j) {
    Shapes.requireEntry(this, i, j);
    return data[i * cols + j];
  }

  /** A copy of row i. */
  public double[] row(int i) {
    Shapes.requireEntry(this, i, 0);
    return Arrays.copyOfRange(data, i * cols, (i + 1) * cols);
  }

  /** A row-major copy. */
  public double[] toArray() {
    return data.clone();
  }

  public double[][] toRows() {
    double[][] copy = new double[rows][];
    Arrays.setAll(copy, this::row);
    return copy;
  }

  public Matrix plus(Matrix b) {
    return plusScaled(1, b);
  }

  public Matrix minus(Matrix b) {
    return plusScaled(-1, b);
  }

  public Matrix scale(double factor) {
    double[] scaled = new double[data.length];
    Chunks.forEach(
        data.length,
        (from, to) -> {
          for (int i = from; i < to; i++) {
            scaled[i] = factor * data[i];
          }
        });
    return new Matrix(rows, cols, scaled);
  }

  /** this + a·b. */
  public Matrix plusScaled(double a, Matrix b) {
    return scaledPlus(1, a, b);
  }

  /** own·this + a·b, without a matrix in between. */
  public Matrix scaledPlus(double own, double a, Matrix b) {
    Shapes.requireSame(this, b);
    double[] sum = new double[data.length];
    double[] other = b.data;
    Chunks.forEach(
        data.length,
        (from, to) -> {
          for (int i = from; i < to; i++) {
            sum[i] = own * data[i] + a * other[i];
          }
        });
    return new Matrix(rows, cols, sum);
  }

  public Matrix map(DoubleUnaryOperator f) {
    double[] mapped = new double[data.length];
    for (int i = 0; i < mapped.length; i++) {
      mapped[i] = f.applyAsDouble(data[i]);
    }
    return new Matrix(rows, cols, mapped);
  }

  public Matrix transpose() {
    return new Matrix(cols, rows, Selections.transpose(rows, cols, data));
  }

  public Matrix times(Matrix b) {
    return Products.times(rows((double) data.length * b.cols), b);
  }

  /** thisᵀ b. */
  public Matrix transposeTimes(Matrix b) {
    return Products.transposeTimes(rows((double) data.length * b.cols), b);
  }

  /** this bᵀ. */
  public Matrix timesTranspose(Matrix b) {
    return times(b.transpose());
  }

  /** thisᵀ this, exactly symmetric, for half the multiplications of a product. */
  public Matrix gram() {
    return Products.gram(rows((double) data.length * cols));
  }

  public Matrix selectRows(int[] selected) {
    return Selections.rows(this, selected);
  }

  public Matrix selectColumns(int[] selected) {
    return Selections.columns(this, selected);
  }

  /** [A B C]: same number of rows each. */
  public static Matrix stackColumns(List<Matrix> parts) {
    return Selections.stackColumns(parts);
  }

  /** A above B above C: same number of columns each. */
  public static Matrix stackRows(List<Matrix> parts) {
    return Selections.stackRows(parts);
  }

  /** The Euclidean norm of every row. */
  public double[] rowNorms() {
    return Norms.ofRows(this);
  }

  /** The Frobenius norm. */
  public double norm() {
    return Math.sqrt(squaredNorm());
  }

  public double squaredNorm() {
    return dot(this);
  }

  /** ‖this − b‖² (Frobenius). */
  public double squaredDistance(Matrix b) {
    Shapes.requireSame(this, b);
    return Chunks.sum(data.length, (from, to) -> Norms.squaredDistance(data, b.data, from, to));
  }

  /** The sum of the products of matching entries. */
  public double dot(Matrix b) {
    Shapes.requireSame(this, b);
    return Chunks.sum(data.length, (from, to) -> HeapRows.dot(data, from, b.data, from, to - from));
  }

  /** The sum of the row norms. */
  public double normL21() {
    return Arrays.stream(rowNorms()).reduce(0, Double::sum);
  }

  public double maxAbs() {
    return Norms.maxAbs(data);
  }

  public double maxAbsDifference(Matrix b) {
    Shapes.requireSame(this, b);
    return Norms.maxAbsDifference(data, b.data);
  }

  /** The column of the largest entry of every row; ties go to the lower index. */
  public int[] argmaxRows() {
    return Norms.argmaxRows(this);
  }

  public boolean isFinite() {
    return Chunks.sum(data.length, (from, to) -> Norms.notFinite(data, from, to)) == 0;
  }

  /**
   * Factors a symmetric positive definite matrix, reading its lower triangle only.
   *
   * @throws IllegalArgumentException naming the failing pivot when it is not positive definite
   */
  public Cholesky cholesky() {
    Decompositions.requireSquare(this);
    return new Cholesky(rows, data.clone());
  }

  /** The k smallest eigenvalues of a symmetric matrix in ascending order, with vectors. */
  public Eigen smallestEigenpairs(int k) {
    return Decompositions.smallest(this, k);
  }

  /** The k largest eigenvalues of a symmetric matrix in descending order, with vectors. */
  public Eigen largestEigenpairs(int k) {
    return Decompositions.largest(this, k);
  }

  public Svd thinSvd() {
    return Decompositions.svd(this);
  }

  /** Writes rows·cols doubles in the byte order of {@code target}, advancing it. */
  public void write(ByteBuffer target) {
    Selections.write(this, target);
  }

  /** Reads what {@link #write} wrote, advancing {@code source}. */
  public static Matrix read(int rows, int cols, ByteBuffer source) {
    return Selections.read(rows, cols, source);
  }

  /** The same shape and the same bits (so NaN equals NaN, and 0.0 differs from −0.0). */
  @Override
  public boolean equals(Object other) {
    return other instanceof Matrix m
        && m.rows == rows
        && m.cols == cols
        && Arrays.equals(m.data, data);
  }

  @Override
  public int hashCode() {
    return 31 * (31 * rows + cols) + Arrays.hashCode(data);
  }

  /** The shape only, so that a log never shows data. */
  @Override
  public String toString() {
    return "Matrix " + rows + "×" + cols;
  }

  /** Takes over {@code data} without a copy. */
  static Matrix wrap(int rows, int cols, double[] data) {
    return new Matrix(rows, cols, data);
  }

  /** The values themselves, for reading only. */
  double[] array() {
    return data;
  }

  String shape() {
    return rows + "×" + cols + " matrix";
  }

  static double[] allocate(int rows, int cols) {
    Shapes.require(rows, cols);
    return new double[rows * cols];
  }

  private Rows rows(double work) {
    return work < WORTH_NATIVE
        ? new HeapRows(rows, cols, data)
        : Kernels.get().view(rows, cols, data);
  }
}

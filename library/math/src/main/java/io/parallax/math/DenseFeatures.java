package io.parallax.math;

/**
 * Features over stored rows; the Gram matrix is formed on first demand and kept. No lock is held
 * while it is formed: pool threads that wait for each other would meet it. Threads that ask for the
 * first time at the same moment form the same bits.
 */
final class DenseFeatures implements Features {
  private static final int BLOCK = 512;

  private final Rows rows;
  private volatile Matrix gram;

  DenseFeatures(Rows rows) {
    this.rows = rows;
  }

  @Override
  public int samples() {
    return rows.rows();
  }

  @Override
  public int size() {
    return rows.cols();
  }

  @Override
  public Matrix gram() {
    Matrix formed = gram;
    if (formed == null) {
      formed = Products.gram(rows);
      gram = formed;
    }
    return formed;
  }

  @Override
  public Matrix transposeTimes(Matrix t) {
    return Products.transposeTimes(rows, t);
  }

  @Override
  public Matrix times(Matrix w) {
    return Products.times(rows, w);
  }

  @Override
  public Target blend(Matrix w, double a, double b, Matrix z) {
    return Products.blend(rows, w, a, b, z);
  }

  @Override
  public Matrix sweep(Matrix w, RowWise.Change change) {
    return Products.sweep(rows, w, change);
  }

  @Override
  public Target mapped(Matrix w, RowWise.Change change) {
    return Products.mapped(rows, w, change);
  }

  @Override
  public Matrix outer(double[] diagonal) {
    return Products.outer(rows, diagonal);
  }

  @Override
  public double[] columnSquares() {
    int d = rows.cols();
    double[] squares = new double[d];
    double[] block = new double[BLOCK * d];
    for (int from = 0; from < rows.rows(); from += BLOCK) {
      int count = Math.min(BLOCK, rows.rows() - from);
      rows.read(from, count, block);
      for (int i = 0; i < count; i++) {
        for (int j = 0; j < d; j++) {
          squares[j] += block[i * d + j] * block[i * d + j];
        }
      }
    }
    return squares;
  }

  @Override
  public Features columns(int[] selected) {
    Shapes.requireIndices(selected, rows.cols(), "column");
    return new DenseFeatures(Kernels.get().keepColumns(rows, selected));
  }

  @Override
  public Matrix toMatrix() {
    double[] all = Matrix.allocate(rows.rows(), rows.cols());
    rows.read(0, rows.rows(), all);
    return Matrix.wrap(rows.rows(), rows.cols(), all);
  }

  @Override
  public String toString() {
    return "Features " + rows.rows() + "×" + rows.cols();
  }
}

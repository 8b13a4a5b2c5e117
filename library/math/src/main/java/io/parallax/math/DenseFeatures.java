package io.parallax.math;

/**
 * Features over stored rows; the Gram matrix is formed on first demand and kept. No lock is held
 * while it is formed: pool threads that wait for each other would meet it. Threads that ask for the
 * first time at the same moment form the same bits.
 */
final class DenseFeatures implements Features {
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
  public Features columns(int[] selected) {
    Shapes.requireIndices(selected, rows.cols(), "column");
    Kernels kernels = rows instanceof HeapRows ? new JavaKernels() : Kernels.get();
    return new DenseFeatures(kernels.keepColumns(rows, selected));
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

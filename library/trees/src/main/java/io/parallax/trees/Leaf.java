package io.parallax.trees;

/** A leaf while its tree grows: a run of rows in the tree's order, and the best way to split it. */
final class Leaf implements Comparable<Leaf> {
  final int node;
  final int depth;
  final int from;
  final int to;
  final double gradient; // summed over the rows
  final double hessian;
  private double[] sums; // of a large leaf that may be split
  private Split split = Split.NONE;
  private double gain;

  Leaf(int node, int depth, int from, int to, double gradient, double hessian) {
    this.node = node;
    this.depth = depth;
    this.from = from;
    this.to = to;
    this.gradient = gradient;
    this.hessian = hessian;
  }

  int rows() {
    return to - from;
  }

  boolean maySplit(TreeSettings settings) {
    return rows() >= 2L * settings.minimumRows() && depth < settings.depth();
  }

  /**
   * @param kept the sums that the split was found in, null where they are not kept
   */
  void found(Split best, double gained, double[] kept) {
    split = best;
    gain = gained;
    sums = kept;
  }

  Split split() {
    return split;
  }

  double[] sums() {
    return sums;
  }

  /** The larger gain comes first; of equals the older leaf. */
  @Override
  public int compareTo(Leaf other) {
    int byGain = Double.compare(other.gain, gain);
    return byGain != 0 ? byGain : Integer.compare(node, other.node);
  }
}

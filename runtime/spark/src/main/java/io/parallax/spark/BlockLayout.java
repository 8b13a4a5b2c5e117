package io.parallax.spark;

import org.apache.spark.Partitioner;

/**
 * Divides N ordered rows into blocks, one per partition, by their number alone, so that bits depend
 * neither on the cluster nor on how the rows were stored.
 */
final class BlockLayout extends Partitioner {
  private static final int MOST_ROWS = 4096;
  private static final int FEWEST_BLOCKS = 8;
  private final int samples;
  private final int rows;

  BlockLayout(int samples) {
    this.samples = samples;
    this.rows = Math.max(1, Math.min(MOST_ROWS, (samples + FEWEST_BLOCKS - 1) / FEWEST_BLOCKS));
  }

  int samples() {
    return samples;
  }

  /** Returns the number of rows of all blocks but the last, which may have fewer. */
  int rows() {
    return rows;
  }

  int rowsOf(int block) {
    return Math.min(rows, samples - block * rows);
  }

  @Override
  public int numPartitions() {
    return (samples + rows - 1) / rows;
  }

  @Override
  public int getPartition(Object row) {
    return (Integer) row / rows;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof BlockLayout layout && layout.samples == samples;
  }

  @Override
  public int hashCode() {
    return samples;
  }
}

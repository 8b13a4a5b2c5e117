package io.parallax.trees;

import io.parallax.math.Matrix;
import io.parallax.math.RowWise;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * Maps a row to C numbers, each the sum of one tree for every round, added in the order of the
 * rounds; immutable.
 */
public final class AdditiveTrees {
  private static final int WIDTH = 1 + Tree.WIDTH; // the tree's number comes first

  private final int columns;
  private final int outputs;
  private final List<Tree> trees; // by round, then by output

  private AdditiveTrees(int columns, int outputs, List<Tree> trees) {
    this.columns = columns;
    this.outputs = outputs;
    this.trees = List.copyOf(trees);
  }

  /** One round. */
  static AdditiveTrees of(Tree[] round, int columns) {
    return new AdditiveTrees(columns, round.length, Arrays.asList(round));
  }

  /** The same numbers for every row, as one round. */
  public static AdditiveTrees constant(double[] values, int columns) {
    Checks.atLeast("the number of outputs", values.length, 1);
    Checks.atLeast("the number of columns", columns, 1);
    return of(Arrays.stream(values).mapToObj(Tree::constant).toArray(Tree[]::new), columns);
  }

  /** The number of columns of the rows that it maps. */
  public int columns() {
    return columns;
  }

  /** C, the number of numbers that a row is mapped to. */
  public int outputs() {
    return outputs;
  }

  public int rounds() {
    return trees.size() / outputs;
  }

  /** The number of leaves of all trees. */
  public int leaves() {
    return trees.stream().mapToInt(Tree::leaves).sum();
  }

  /** The rounds of this one, then those of another. */
  public AdditiveTrees plus(AdditiveTrees more) {
    if (more.columns != columns || more.outputs != outputs) {
      throw new IllegalArgumentException(
          "trees from %d columns to %d numbers after trees from %d to %d: must be the same"
              .formatted(more.columns, more.outputs, columns, outputs));
    }
    return new AdditiveTrees(
        columns, outputs, Stream.concat(trees.stream(), more.trees.stream()).toList());
  }

  /** All predictions multiplied by a number. */
  public AdditiveTrees scaled(double factor) {
    Checks.factor(factor);
    return new AdditiveTrees(
        columns, outputs, trees.stream().map(tree -> tree.scaled(factor)).toList());
  }

  /**
   * Every round multiplied by a number of its own; a round of which that is 0 is left out.
   *
   * @param factors one for each round, not all of them 0
   */
  public AdditiveTrees scaled(double[] factors) {
    Checks.within("the number of factors", factors.length, rounds(), rounds());
    List<Tree> kept = new ArrayList<>();
    for (int t = 0; t < trees.size(); t++) {
      double factor = factors[t / outputs];
      Checks.factor(factor);
      if (factor != 0) {
        kept.add(trees.get(t).scaled(factor));
      }
    }
    Checks.atLeast("the number of rounds that are kept", kept.size() / outputs, 1);
    return new AdditiveTrees(columns, outputs, kept);
  }

  /** Returns the number of splits by each column, over all trees. */
  public double[] splits() {
    double[] counts = new double[columns];
    trees.forEach(tree -> tree.count(counts));
    return counts;
  }

  /** The first rounds alone. */
  public AdditiveTrees first(int rounds) {
    Checks.within("rounds", rounds, 1, rounds());
    return new AdditiveTrees(columns, outputs, trees.subList(0, rounds * outputs));
  }

  /** Returns the N × C values that the rows of {@code x} are mapped to. */
  public Matrix predict(Matrix x) {
    Checks.columns(x, columns);
    Checks.finite(x, "the rows to predict");
    return RowWise.build(
        x.rows(),
        outputs,
        (i, sums) -> {
          double[] row = x.row(i);
          for (int t = 0; t < trees.size(); t++) {
            sums[t % outputs] += trees.get(t).predict(row);
          }
        });
  }

  /** Returns the same bits from rows that were binned like those that the trees grew on. */
  public Matrix predict(Binned rows) {
    if (rows.bins().columns() != columns) {
      throw new IllegalArgumentException(
          "rows have "
              + rows.bins().columns()
              + " columns, must have the "
              + columns
              + " of trees");
    }
    int[][] codes = trees.stream().map(tree -> tree.codes(rows.bins())).toArray(int[][]::new);
    return RowWise.build(
        rows.rows(),
        outputs,
        (i, sums) -> {
          for (int t = 0; t < codes.length; t++) {
            sums[t % outputs] += trees.get(t).predict(rows, i, codes[t]);
          }
        });
  }

  /** All of it as numbers: the numbers of columns and outputs, then a row for every node. */
  public Matrix toMatrix() {
    List<double[]> rows = new ArrayList<>();
    rows.add(new double[] {columns, outputs, 0, 0, 0});
    for (int t = 0; t < trees.size(); t++) {
      for (double[] node : trees.get(t).nodes()) {
        double[] row = new double[WIDTH];
        row[0] = t;
        System.arraycopy(node, 0, row, 1, Tree.WIDTH);
        rows.add(row);
      }
    }
    return Matrix.of(rows.toArray(double[][]::new));
  }

  /** Reads the format of {@link #toMatrix}; rejects trees that it cannot have written. */
  public static AdditiveTrees of(Matrix stored) {
    if (stored.cols() != WIDTH || stored.rows() < 2) {
      throw damaged(stored + ", must have " + WIDTH + " columns and a tree");
    }
    int columns = count(stored.get(0, 0), "columns");
    int outputs = count(stored.get(0, 1), "outputs");
    List<Tree> trees = trees(stored, columns);
    if (trees.size() % outputs != 0) {
      throw damaged(trees.size() + " trees for " + outputs + " outputs, must be whole rounds");
    }
    return new AdditiveTrees(columns, outputs, trees);
  }

  private static List<Tree> trees(Matrix stored, int columns) {
    List<Tree> trees = new ArrayList<>();
    for (int from = 1, to; from < stored.rows(); from = to) {
      if (stored.get(from, 0) != trees.size()) {
        throw damaged("tree " + trees.size() + " is not in its place");
      }
      for (to = from + 1; to < stored.rows() && stored.get(to, 0) == trees.size(); to++) {}
      trees.add(Tree.of(stored, from, to, 1, columns));
    }
    return trees;
  }

  private static int count(double number, String what) {
    if (number < 1 || number != (int) number) {
      throw damaged("the number of " + what + " is " + number + ", must be whole and at least 1");
    }
    return (int) number;
  }

  private static IllegalArgumentException damaged(String why) {
    return new IllegalArgumentException("stored trees: " + why + "; train the model again");
  }
}

package io.parallax.remote;

import io.parallax.core.BadInput;
import io.parallax.core.Refused;
import io.parallax.engine.DurableFile;
import io.parallax.math.Matrix;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Held-out labels of a split are compared with one set of scores only. Who could have them compared
 * with others, again and again, would learn them one by one. What was judged is remembered by its
 * hash before anything is told, so that a split that goes on after a crash, and so comes to the
 * same scores, is judged again.
 */
public final class EvaluateOnce {
  private static final String RIGHT = "right";
  private final Path folder;
  private final Runnable counted;

  /**
   * @param folder of the split
   * @param counted counts the split before anything of it is judged, or refuses it
   */
  public EvaluateOnce(Path folder, Runnable counted) {
    this.folder = folder;
    this.counted = counted;
  }

  /** Lets pass what is judged for the first time, and the same again. */
  public void on(String what, Matrix judged) {
    counted.run();
    if (!FirstValue.orAgain(folder.resolve(what), bytes(judged))) {
      throw new Refused(
          "other "
              + what
              + " of the same held-out rows were judged before, and judging several would tell"
              + " their labels; where this is no attack, but a study whose coordinator has lost its"
              + " folder, propose it anew under another name");
    }
  }

  /**
   * Held-out rows that were judged.
   *
   * @param right number of those that were right
   */
  public record Right(int right, int rows) {}

  /** Remembers how many of a split's rows were right; nobody is told that. */
  void remember(Right counted) {
    String text = counted.right() + " " + counted.rows();
    DurableFile.replace(folder.resolve(RIGHT), text.getBytes(StandardCharsets.US_ASCII));
  }

  /**
   * Returns how many held-out rows of a study were right, in its largest split with the share of
   * all splits, since splits may share rows; empty: none were judged here.
   *
   * @param study the folder of its splits
   */
  public static Optional<Right> right(Path study) {
    if (!Files.isDirectory(study)) {
      return Optional.empty();
    }
    try (Stream<Path> splits = Files.list(study)) {
      List<Right> all =
          splits
              .map(split -> split.resolve(RIGHT))
              .filter(Files::exists)
              .map(EvaluateOnce::read)
              .toList();
      double right = all.stream().mapToInt(Right::right).sum();
      int rows = all.stream().mapToInt(Right::rows).sum();
      int most = all.stream().mapToInt(Right::rows).max().orElse(0);
      return rows == 0
          ? Optional.empty()
          : Optional.of(new Right((int) Math.round(right / rows * most), most));
    } catch (IOException e) {
      throw new BadInput(study + " cannot be read; check its rights", e);
    }
  }

  private static Right read(Path file) {
    try {
      String[] numbers = Files.readString(file).split(" ");
      return new Right(Integer.parseInt(numbers[0]), Integer.parseInt(numbers[1]));
    } catch (IOException e) {
      throw new BadInput(file + " cannot be read; check its rights", e);
    }
  }

  private static byte[] bytes(Matrix judged) {
    ByteBuffer bytes = ByteBuffer.allocate(8 + 8 * judged.rows() * judged.cols());
    bytes.putInt(judged.rows()).putInt(judged.cols());
    judged.write(bytes);
    return bytes.array();
  }
}

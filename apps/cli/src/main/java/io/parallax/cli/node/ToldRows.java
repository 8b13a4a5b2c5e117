package io.parallax.cli.node;

import io.parallax.core.Refused;
import io.parallax.engine.MessageCodec;
import io.parallax.math.Matrix;
import java.nio.file.Path;

/**
 * What a party that has people of its own is told of all parties' rows, from which splits are
 * drawn: once for a study. Other classes, or the same in another order, would draw others, and sums
 * over many of them tell single rows, masked or not.
 */
final class ToldRows {
  private final Path file;

  /** What is told. */
  private record Told(String classes, Matrix counts) {}

  /**
   * @param file remembers it
   */
  ToldRows(Path file) {
    this.file = file;
  }

  /** Lets pass what is told for the first time, and the same again. */
  void require(String classes, Matrix counts) {
    if (!FirstTime.orAgain(file, MessageCodec.encode(new Told(classes, counts)))) {
      throw new Refused(
          "the parties' classes and numbers of rows were told otherwise in this study before, and"
              + " sums over many ways to split them would tell single rows; where this is no attack,"
              + " but a party's file that was corrected, propose the study anew under another name");
    }
  }
}

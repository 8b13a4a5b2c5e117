package io.parallax.cli.node;

import io.parallax.core.Refused;
import io.parallax.math.Matrix;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * What a party is told of all parties' rows, and what it tells of its own so that others can train:
 * each fact once for a study. Others later would draw other splits or scale otherwise, and sums
 * over many of them tell single rows, masked or not.
 */
final class ToldFacts {
  private final Path folder;

  /**
   * @param folder remembers the study's
   */
  ToldFacts(Path folder) {
    this.folder = folder;
  }

  /** Lets pass numbers that are told for the first time, and the same again. */
  void require(String what, Matrix numbers) {
    ByteBuffer bytes = ByteBuffer.allocate(8 + 8 * numbers.rows() * numbers.cols());
    bytes.putInt(numbers.rows()).putInt(numbers.cols());
    numbers.write(bytes);
    require(what, bytes.array());
  }

  /** The same of words. */
  void require(String what, String words) {
    require(what, words.getBytes(StandardCharsets.UTF_8));
  }

  private void require(String what, byte[] told) {
    if (!FirstTime.orAgain(folder.resolve(what.replace(' ', '-')), told)) {
      throw new Refused(
          "the "
              + what
              + " were told otherwise in this study before, and sums over several of them would tell"
              + " single rows; where this is no attack, but a party's file that was corrected,"
              + " propose the study anew under another name");
    }
  }
}

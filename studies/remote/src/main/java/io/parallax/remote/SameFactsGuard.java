package io.parallax.remote;

import io.parallax.core.Refused;
import io.parallax.math.Matrix;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * Fixes the facts that a party is told about all parties' rows, and those that it reveals about its
 * own for training: each fact once for a study. Different facts later would draw other splits or
 * change the scaling, and sums over many of them reveal single rows, masked or not.
 */
public final class SameFactsGuard {
  private final Path folder;

  /**
   * @param folder remembers the study's
   */
  public SameFactsGuard(Path folder) {
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
    if (!FirstValue.orAgain(folder.resolve(what.replace(' ', '-')), told)) {
      throw new Refused(
          "the "
              + what
              + " were told otherwise in this study before, and sums over several of them would tell"
              + " single rows; where this is no attack, but a party's file that was corrected,"
              + " propose the study anew under another name");
    }
  }
}

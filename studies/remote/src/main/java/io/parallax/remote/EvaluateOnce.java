package io.parallax.remote;

import io.parallax.core.Refused;
import io.parallax.math.Matrix;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/**
 * Held-out labels of a split are compared with one set of scores only. Who could have them compared
 * with others, again and again, would learn them one by one. What was judged is remembered by its
 * hash before anything is told, so that a split that goes on after a crash, and so comes to the
 * same scores, is judged again.
 */
public final class EvaluateOnce {
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

  private static byte[] bytes(Matrix judged) {
    ByteBuffer bytes = ByteBuffer.allocate(8 + 8 * judged.rows() * judged.cols());
    bytes.putInt(judged.rows()).putInt(judged.cols());
    judged.write(bytes);
    return bytes.array();
  }
}

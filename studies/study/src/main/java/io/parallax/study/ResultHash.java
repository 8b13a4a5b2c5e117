package io.parallax.study;

import io.parallax.core.Hashes;
import io.parallax.core.Result;
import io.parallax.math.Matrix;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/** Computes the hash that two runs with the same bits share, wherever they ran. */
public final class ResultHash {
  private ResultHash() {}

  /** SHA-256 over the bits of what the method calls the essence of its result. */
  public static String of(Result result) {
    MessageDigest sha = Hashes.sha256();
    result.essence().forEach(matrix -> update(sha, matrix));
    return HexFormat.of().formatHex(sha.digest());
  }

  /** The same with scores that were computed after training. */
  public static String of(Result result, Matrix scores) {
    MessageDigest sha = Hashes.sha256();
    result.essence().forEach(matrix -> update(sha, matrix));
    update(sha, scores);
    return HexFormat.of().formatHex(sha.digest());
  }

  private static void update(MessageDigest sha, Matrix matrix) {
    ByteBuffer bytes = ByteBuffer.allocate(8 + 8 * matrix.rows() * matrix.cols());
    bytes.putInt(matrix.rows()).putInt(matrix.cols());
    matrix.write(bytes);
    sha.update(bytes.array());
  }

  /** The hash of a study from those of its splits. */
  public static String of(List<String> splits) {
    byte[] digest = Hashes.of(String.join("\n", splits).getBytes(StandardCharsets.US_ASCII));
    return HexFormat.of().formatHex(Arrays.copyOf(digest, 16));
  }
}

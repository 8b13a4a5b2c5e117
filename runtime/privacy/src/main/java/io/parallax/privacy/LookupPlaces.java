package io.parallax.privacy;

import io.parallax.core.ProtocolViolation;
import io.parallax.math.Matrix;
import java.util.stream.IntStream;

/** Places of people and blinded ids on the wire. */
final class LookupPlaces {
  private LookupPlaces() {}

  static Matrix matrix(int[] places) {
    return Matrix.fill(places.length, 1, (i, j) -> places[i]);
  }

  /** Reads places, which must be different and below a number. */
  static int[] of(Matrix places, int below) {
    int[] found = partial(places, below);
    if (IntStream.of(found).anyMatch(place -> place < 0)) {
      throw new ProtocolViolation("a place of a person does not exist");
    }
    return found;
  }

  /** Reads places, which must be different and below a number; −1 for none. */
  static int[] partial(Matrix places, int below) {
    int[] found = new int[places.rows()];
    for (int i = 0; i < found.length; i++) {
      double place = places.get(i, 0);
      if (!(place >= -1 && place < below) || place != Math.rint(place)) {
        throw new ProtocolViolation("a place of a person does not exist");
      }
      found[i] = (int) place;
    }
    int[] known = IntStream.of(found).filter(place -> place >= 0).toArray();
    if (found.length == 0 || IntStream.of(known).distinct().count() < known.length) {
      throw new ProtocolViolation("no person is to be scored, or one of them twice");
    }
    return found;
  }

  /** Returns the number of blinded ids. */
  static int requirePoints(byte[] points) {
    if (points.length == 0 || points.length % Ristretto.SIZE != 0) {
      throw new ProtocolViolation(
          "%d bytes of blinded ids were received; there must be a multiple of %d"
              .formatted(points.length, Ristretto.SIZE));
    }
    return points.length / Ristretto.SIZE;
  }
}

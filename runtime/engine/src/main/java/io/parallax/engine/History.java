package io.parallax.engine;

import io.parallax.core.Hashes;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;

/**
 * A chain of hashes over all asks of a part, from its beginning. Parties whose masks depend on it
 * add up to something only if they were asked the same all along: what a party answers depends on
 * earlier asks as well, and a coordinator could lead parties apart and then ask all the same.
 */
final class History {
  private static final int HASH = 32;
  private final List<byte[]> chain = new ArrayList<>();

  History() {
    chain.add(new byte[HASH]);
  }

  /** Returns the number of exchanges so far. */
  long exchanges() {
    return chain.size() - 1L;
  }

  /**
   * Adds the next exchange.
   *
   * @param ask the hash of its ask, without the number
   */
  void heard(byte[] ask) {
    MessageDigest sha = Hashes.sha256();
    sha.update(chain.get(chain.size() - 1));
    sha.update(ByteBuffer.allocate(Long.BYTES).putLong(chain.size()).array());
    chain.add(sha.digest(ask));
  }

  /** Returns the hash of all asks up to an exchange. */
  byte[] hash(long exchange) {
    return chain.get(Math.toIntExact(exchange)).clone();
  }
}

package io.parallax.engine;

import io.parallax.core.Ask;
import java.util.Arrays;

/**
 * The bytes of an ask at a party. Those of a large ask are released once it is read, so that the
 * party holds its content only once while it works.
 */
public final class IncomingAsk {
  private static final int SMALL = 16 << 20;
  private byte[] bytes;
  private byte[] hash; // without the number of the exchange
  private Ask<?> ask;
  private boolean large; // and so let go

  public IncomingAsk(byte[] bytes) {
    this.bytes = bytes;
  }

  /** Makes an ask that is already decoded: parties in one process decode it only once. */
  IncomingAsk(byte[] bytes, Ask<?> ask) {
    this.bytes = bytes;
    this.ask = ask;
  }

  /** Returns the exchange that the ask belongs to. */
  public long exchange() {
    return Math.abs(Envelope.sequence(bytes));
  }

  /** Returns all bytes, or the beginning of a large ask, which identifies it. */
  byte[] bytes() {
    return bytes;
  }

  /** Decodes the ask; to be called once. */
  Ask<?> open(Envelope envelope) {
    Ask<?> opened = ask == null ? envelope.open(bytes) : ask;
    ask = null;
    letGo();
    return opened;
  }

  private void letGo() {
    if (bytes.length > SMALL) {
      hash();
      large = true;
      bytes = Arrays.copyOf(bytes, Envelope.HEADER);
    }
  }

  /**
   * Returns the bytes by which a repetition is recognised: the ask itself, or its hash if it is
   * large.
   */
  byte[] known() {
    letGo();
    return large ? hash : bytes;
  }

  /** Returns the SHA-256 of the ask without the number of its exchange. */
  byte[] hash() {
    if (hash == null) {
      hash = Envelope.contentHash(bytes);
    }
    return hash;
  }
}

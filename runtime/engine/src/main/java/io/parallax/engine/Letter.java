package io.parallax.engine;

import io.parallax.core.Ask;
import java.util.Arrays;

/**
 * What comes to a party, as bytes. Of a large ask they are let go once it is read: while the party
 * works it holds what it was asked once.
 */
public final class Letter {
  private static final int SMALL = 16 << 20;
  private byte[] bytes;
  private byte[] hash; // without the number of the exchange
  private Ask<?> ask;
  private boolean large; // and so let go

  public Letter(byte[] bytes) {
    this.bytes = bytes;
  }

  /** One that is read already: parties in one process need to do it only once. */
  Letter(byte[] bytes, Ask<?> ask) {
    this.bytes = bytes;
    this.ask = ask;
  }

  /** The exchange that it belongs to. */
  public long exchange() {
    return Math.abs(Envelope.sequence(bytes));
  }

  /** All bytes, or those of a large ask's beginning that tell which it is. */
  byte[] bytes() {
    return bytes;
  }

  /** What it asks; to be called once. */
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

  /** What it is known by when it comes again: itself, or its hash where it is large. */
  byte[] known() {
    letGo();
    return large ? hash : bytes;
  }

  /** The SHA-256 of what it asks, whatever the number of the exchange. */
  byte[] hash() {
    if (hash == null) {
      hash = Envelope.contentHash(bytes);
    }
    return hash;
  }
}

package io.parallax.grpc;

import io.parallax.engine.Endpoint;

/** The party's side of all studies: opens a part of one, if the party takes part in it. */
public interface Desk {
  /**
   * @param opening what the coordinator says that the party has to know
   * @param newest the last exchange that the coordinator remembers
   * @throws io.parallax.core.Refused if the owner has not agreed to this
   */
  Endpoint open(Part part, byte[] opening, long newest);

  /**
   * Something is asked, and nothing was done for it yet.
   *
   * @throws io.parallax.core.Refused if the owner does not agree any more
   */
  default void asked(Part part) {}

  /** A message is about to leave; it leaves after this returns. */
  void leaving(Part part, long sequence, Class<?> kind, byte[] answer, byte[] sha256);

  /** Something went wrong here; the coordinator is told a sentence, and no more. */
  default void failed(Part part, Throwable why) {}

  /**
   * A failure is about to be told to the coordinator; it leaves after this returns.
   *
   * @return the words that leave
   */
  default String telling(Part part, long sequence, String text) {
    return text;
  }

  /** The part is over. */
  void close(Part part);
}

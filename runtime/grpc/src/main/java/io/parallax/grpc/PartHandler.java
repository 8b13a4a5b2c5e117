package io.parallax.grpc;

import io.parallax.engine.Endpoint;

/** Handles the parts of studies at a party: opens a part if the party takes part in it. */
public interface PartHandler {
  /**
   * @param opening the coordinator's data for the party
   * @param newest the last exchange that the coordinator remembers
   * @throws io.parallax.core.Refused if the owner has not agreed to this
   */
  Endpoint open(Part part, byte[] opening, long newest);

  /**
   * Checks an ask before it is processed.
   *
   * @throws io.parallax.core.Refused if the owner no longer agrees
   */
  default void asked(Part part) {}

  /** Records a message before it is sent. */
  void leaving(Part part, long sequence, Class<?> kind, byte[] answer, byte[] sha256);

  /** Reports a local failure; the coordinator receives only one sentence about it. */
  default void failed(Part part, Throwable why) {}

  /**
   * Records a failure before it is reported to the coordinator.
   *
   * @return the text that is sent
   */
  default String telling(Part part, long sequence, String text) {
    return text;
  }

  /** Closes the part. */
  void close(Part part);
}

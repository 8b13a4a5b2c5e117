package io.parallax.web;

import java.time.Duration;

/**
 * The limits that a web server sets for its callers.
 *
 * @param connections how many there may be at once
 * @param connectionsOfOne how many of them from one address; of IPv6, from one /64 network
 * @param request how long a caller may take for a whole request, from the connection or from the
 *     answer before on: TLS handshake, headers and body
 * @param answer how long a caller may take to read an answer; a stream of events has no end
 * @param silence how long no byte may come or go where one is due
 * @param threads how many calls are answered at once; who is slow to send or to read has none
 */
record WebLimits(
    int connections,
    int connectionsOfOne,
    Duration request,
    Duration answer,
    Duration silence,
    int threads) {
  static final WebLimits USUAL =
      new WebLimits(
          1024, 128, Duration.ofSeconds(30), Duration.ofMinutes(5), Duration.ofSeconds(30), 32);

  /** The largest body of a caller with a valid token: a study file is a page of text. */
  static final int BODY = 1 << 20;

  /** The largest body of anybody else: a token. */
  static final int TOKEN = 1 << 10;

  /** The largest line with all headers of a request. */
  static final int HEADERS = 8 << 10;
}

package io.parallax.cli.data;

import io.parallax.core.BadInput;
import java.io.IOException;
import java.net.http.HttpResponse;

/** What a server sends when it is asked for a file, or for the rest of one. */
enum Reply {
  /** The file from where the part ends. */
  REST,
  /** The file from its beginning, asked for or not: not every server knows ranges. */
  WHOLE,
  /** It has nothing after the part; to be asked for the whole. */
  NOTHING;

  /**
   * Reads status and range.
   *
   * @throws BadInput if asking again is of no use
   * @throws IOException if it may be
   */
  static Reply of(HttpResponse<?> response, long from, String place) throws IOException {
    int status = response.statusCode();
    if (status == 200) {
      return WHOLE;
    }
    if (from > 0 && (status == 206 || status == 416)) {
      return status == 206 && range(response).startsWith("bytes " + from + "-") ? REST : NOTHING;
    }
    if (status >= 500 || status == 408 || status == 429) {
      throw new IOException("the server answered with status " + status);
    }
    throw new BadInput(place + refusal(status));
  }

  private static String range(HttpResponse<?> response) {
    return response.headers().firstValue("Content-Range").orElse("").strip();
  }

  private static String refusal(int status) {
    return switch (status) {
      case 404, 410 -> " is not there (status " + status + "); files must be at ADDRESS/NAME/FILE";
      case 401, 403 -> " may not be read (status " + status + "); use a mirror that needs no login";
      default -> " cannot be read (status " + status + "); check the address";
    };
  }
}

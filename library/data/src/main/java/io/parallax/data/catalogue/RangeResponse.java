package io.parallax.data.catalogue;

import io.parallax.core.BadInput;
import java.io.IOException;
import java.net.http.HttpResponse;

/** The kind of response to a request for a file, or for the rest of one. */
enum RangeResponse {
  /** The rest of the file, from the end of the part. */
  REST,
  /** The file from its beginning, whether requested or not: not every server supports ranges. */
  WHOLE,
  /** Nothing after the part; the whole file must be requested. */
  NOTHING;

  /**
   * Reads status and range.
   *
   * @throws BadInput if asking again is of no use
   * @throws IOException if it may be
   */
  static RangeResponse of(HttpResponse<?> response, long from, String place) throws IOException {
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
      case 404, 410 ->
          " does not exist (status " + status + "); files must be at ADDRESS/NAME/FILE";
      case 401, 403 -> " may not be read (status " + status + "); use a mirror that needs no login";
      default -> " cannot be read (status " + status + "); check the address";
    };
  }
}

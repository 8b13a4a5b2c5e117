package io.parallax.data.catalogue;

import java.io.IOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;

/** Describes a failed connection for people; the platform's own messages are often empty. */
final class DownloadFailure {
  private DownloadFailure() {}

  /** Returns true if a retry cannot help. */
  static boolean lasts(IOException e) {
    return unknownHost(e) || e instanceof SSLException;
  }

  static String inWords(IOException e, RetryPolicy policy) {
    if (e instanceof HttpConnectTimeoutException) {
      return "no connection within " + RetryPolicy.inWords(policy.connect());
    }
    if (e instanceof HttpTimeoutException) {
      return "no answer within " + RetryPolicy.inWords(policy.stall());
    }
    if (unknownHost(e)) {
      return "the host is unknown";
    }
    if (e instanceof ConnectException) {
      return "the host refuses the connection";
    }
    if (e instanceof SSLException) {
      return "no secure connection (" + e.getMessage() + ")";
    }
    return cut(e) ? "the connection was cut" : e.getMessage();
  }

  private static boolean unknownHost(IOException e) {
    return Stream.<Throwable>iterate(e, cause -> cause != null, Throwable::getCause)
        .anyMatch(
            cause ->
                cause instanceof UnresolvedAddressException
                    || cause instanceof UnknownHostException);
  }

  /**
   * Returns true if the connection ended early; the client describes this in words of its own, such
   * as "fixed content-length: 64, …".
   */
  private static boolean cut(IOException e) {
    String text = e.getMessage();
    return text == null
        || text.contains("content-length")
        || text.contains("EOF")
        || text.contains("Connection reset")
        || text.contains("received no bytes")
        || text.contains("closed");
  }
}

package io.parallax.cli.data;

import java.io.IOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;

/** What went wrong with a connection, for people: the platform's own texts are often empty. */
final class Trouble {
  private Trouble() {}

  /** Whether trying again in a moment is of no use. */
  static boolean lasts(IOException e) {
    return unknownHost(e) || e instanceof SSLException;
  }

  static String inWords(IOException e, Patience patience) {
    if (e instanceof HttpConnectTimeoutException) {
      return "no connection within " + Patience.inWords(patience.connect());
    }
    if (e instanceof HttpTimeoutException) {
      return "no answer within " + Patience.inWords(patience.stall());
    }
    if (unknownHost(e)) {
      return "the host is not known";
    }
    if (e instanceof ConnectException) {
      return "the host does not take the connection";
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

  /** The client tells an early end in words of its own, such as "fixed content-length: 64, …". */
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

package io.parallax.testkit;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A port for a server whose address has to be known before it starts. It lies below those that
 * systems give to connections and to servers without a port of their own, so that none of these
 * takes it in the meantime.
 */
public final class FreePort {
  private static final int FIRST = 20_000;
  private static final int END = 32_000;
  private static final int TRIES = 100;

  private FreePort() {}

  /** Returns a port of this machine on which nobody listens. */
  public static int find() {
    for (int i = 0; i < TRIES; i++) {
      int port = ThreadLocalRandom.current().nextInt(FIRST, END);
      if (free(port)) {
        return port;
      }
    }
    throw new IllegalStateException("no port from " + FIRST + " to " + END + " is free");
  }

  private static boolean free(int port) {
    try (ServerSocket any = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      return any.isBound();
    } catch (IOException taken) {
      return false;
    }
  }
}

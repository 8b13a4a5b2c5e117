package io.parallax.web;

import io.parallax.core.Refused;
import org.eclipse.jetty.http.HttpFields;

/**
 * Reads the token of a browser or a program, and checks that a call comes from the node's own page.
 */
record RequestCheck(String cookie, boolean secure) {

  /** Sets the token in a browser: not for scripts, and for calls of this site's own pages only. */
  String setting(String token, int seconds) {
    return "%s=%s; Path=/; HttpOnly; SameSite=Strict%s; Max-Age=%d"
        .formatted(name(), token, secure ? "; Secure" : "", seconds);
  }

  private String name() {
    return (secure ? "__Host-" : "") + cookie;
  }

  /** The token that a call shows; empty, if none. */
  String token(HttpFields headers) {
    String shown = headers.get("Authorization");
    if (shown != null) {
      return shown.startsWith("Bearer ") ? shown.substring("Bearer ".length()).strip() : "";
    }
    for (String line : headers.getValuesList("Cookie")) {
      for (String pair : line.split(";")) {
        if (pair.strip().startsWith(name() + "=")) {
          return pair.strip().substring(name().length() + 1);
        }
      }
    }
    return "";
  }

  /** A cookie comes with whatever a browser sends here; another site's page cannot do the rest. */
  static void requireOwnPage(HttpFields headers) {
    String origin = headers.get("Origin");
    String place = headers.get("Sec-Fetch-Site");
    boolean own =
        headers.get("X-Parallax") != null
            && (place == null || place.equals("same-origin"))
            && (origin == null || origin.endsWith("://" + headers.get("Host")));
    if (!own) {
      throw new Refused("this call does not come from the node's own page");
    }
  }

  /**
   * Requires the node's own host name; without TLS, only the name in the address distinguishes its
   * page from another site's.
   */
  void requireOwnName(HttpFields headers, int port) {
    String host = String.valueOf(headers.get("Host"));
    if (!secure && !host.matches("(127\\.0\\.0\\.1|localhost|\\[::1\\])(:" + port + ")?")) {
      throw new Refused("this page is available at 127.0.0.1 or localhost only");
    }
  }
}

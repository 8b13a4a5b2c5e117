package io.parallax.web;

import io.parallax.core.Refused;
import java.util.Locale;
import java.util.Optional;
import org.eclipse.jetty.http.HttpFields;

/**
 * Reads the token of a browser or a program, and checks that a call comes from the node's own page.
 *
 * @param cookie the name of the cookie
 * @param secure whether the server has TLS
 * @param host the name, or name and port, under which people reach a server with TLS; empty: any
 */
record RequestCheck(String cookie, boolean secure, Optional<String> host) {
  private static final String VISITOR = "-visitor";

  /** Sets the token in a browser: not for scripts, and for calls of this site's own pages only. */
  String setting(String token, int seconds) {
    return setting(cookie, token, "Strict", seconds);
  }

  /** Sets the text by which a browser is known when it comes back from another site. */
  String visitor(String text, int seconds) {
    return setting(cookie + VISITOR, text, "Lax", seconds);
  }

  private String setting(String name, String text, String site, int seconds) {
    return "%s=%s; Path=/; HttpOnly; SameSite=%s%s; Max-Age=%d"
        .formatted(full(name), text, site, secure ? "; Secure" : "", seconds);
  }

  private String full(String name) {
    return (secure ? "__Host-" : "") + name;
  }

  /** The token that a call shows; empty, if none. */
  String token(HttpFields headers) {
    String shown = headers.get("Authorization");
    if (shown != null) {
      return shown.startsWith("Bearer ") ? shown.substring("Bearer ".length()).strip() : "";
    }
    return cookie(headers, cookie);
  }

  String visitor(HttpFields headers) {
    return cookie(headers, cookie + VISITOR);
  }

  /** Returns whether a call shows anything by which somebody could be known. */
  boolean shows(HttpFields headers) {
    return headers.get("Authorization") != null || !token(headers).isEmpty();
  }

  private String cookie(HttpFields headers, String name) {
    for (String line : headers.getValuesList("Cookie")) {
      for (String pair : line.split(";")) {
        if (pair.strip().startsWith(full(name) + "=")) {
          return pair.strip().substring(full(name).length() + 1);
        }
      }
    }
    return "";
  }

  /** A cookie comes with whatever a browser sends here; another site's page cannot do the rest. */
  void requireOwnPage(HttpFields headers) {
    String origin = headers.get("Origin");
    String place = headers.get("Sec-Fetch-Site");
    boolean own =
        headers.get("X-Parallax") != null
            && (place == null || place.equals("same-origin"))
            && (origin == null || origin.equalsIgnoreCase(scheme() + headers.get("Host")));
    if (!own) {
      throw new Refused("this call does not come from the node's own page");
    }
  }

  /** Returns whether a call is by a person or a program, and not by a page that loads by itself. */
  boolean acted(HttpFields headers) {
    return !"page".equals(headers.get("X-Parallax"));
  }

  private String scheme() {
    return secure ? "https://" : "http://";
  }

  /**
   * Requires a name of the node's own. Without TLS, only the name in the address distinguishes its
   * page from another site's, so that it must be one that no other machine can have.
   */
  void requireOwnName(HttpFields headers, int port) {
    String shown = String.valueOf(headers.get("Host")).toLowerCase(Locale.ROOT);
    boolean near = shown.matches("(127\\.0\\.0\\.1|localhost|\\[::1\\])(:" + port + ")?");
    if (!secure && !near) {
      throw new Refused("this page is available at 127.0.0.1 or localhost only");
    }
    if (secure && host.isPresent() && !near && !shown.equals(named(host.get(), port))) {
      throw new Refused("this page is available under its own name only");
    }
  }

  /** Returns the beginning of the page's addresses. */
  String origin(HttpFields headers, int port) {
    return scheme() + (secure && host.isPresent() ? named(host.get(), port) : headers.get("Host"));
  }

  /** Returns a host as browsers send it: with its port, unless it is that of HTTPS. */
  private static String named(String host, int port) {
    String whole = host.matches(".*:\\d+") ? host : host + ":" + port;
    return whole.toLowerCase(Locale.ROOT).replaceFirst(":443$", "");
  }
}

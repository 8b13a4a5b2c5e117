package io.parallax.web;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import io.parallax.core.BadInput;
import io.parallax.core.Refused;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;

/**
 * HTTP for people and programs: a page for browsers, calls, and streams of events. A call without a
 * valid token is denied, whatever it asks for, except for the few paths that are open to all.
 *
 * @param <P> someone who has shown a valid token
 */
public final class WebServer<P> implements AutoCloseable {
  private static final int MOST_BYTES = 1 << 20;
  private static final int MOST_SKIPPED = 16 << 20;
  private static final int THREADS = 8;
  private static final int WAITING = 64;
  private static final String SESSION = "/v1/session";
  private final HttpServer server;
  private final ExecutorService threads =
      new ThreadPoolExecutor(
          THREADS, THREADS, 1, TimeUnit.MINUTES, new LinkedBlockingQueue<>(WAITING));
  private final Streams streams = new Streams();
  private final Setup setup;
  private final Site<P> site;

  /**
   * Where a server is and what it shows.
   *
   * @param tls without it, only on a loopback address and under its name
   * @param cookie the name of the cookie that keeps a browser's token
   * @param page the file that is shown at /
   * @param key what the address is called in the node's file
   */
  public record Setup(
      InetSocketAddress address, Optional<SSLContext> tls, String cookie, String page, String key) {
    public Setup {
      if (tls.isEmpty() && !address.getAddress().isLoopbackAddress()) {
        throw new BadInput(
            "%s is %s, and without TLS it must be a loopback address such as 127.0.0.1"
                .formatted(key, address.getHostString()));
      }
    }
  }

  public WebServer(Setup setup, Site<P> site) {
    this.setup = setup;
    this.site = site;
    InetSocketAddress address = setup.address();
    try {
      server = setup.tls().isPresent() ? secure(setup) : HttpServer.create(address, 0);
    } catch (IOException e) {
      throw new BadInput(
          "cannot listen on %s:%d: %s; choose another port for '%s'"
              .formatted(address.getHostString(), address.getPort(), e.getMessage(), setup.key()),
          e);
    }
    server.setExecutor(threads);
    server.createContext("/", this::handle);
    server.start();
  }

  private static HttpsServer secure(Setup setup) throws IOException {
    HttpsServer server = HttpsServer.create(setup.address(), 0);
    SSLContext context = setup.tls().orElseThrow();
    server.setHttpsConfigurator(
        new HttpsConfigurator(context) {
          @Override
          public void configure(HttpsParameters parameters) {
            SSLParameters ssl = context.getDefaultSSLParameters();
            ssl.setProtocols(new String[] {"TLSv1.3"});
            parameters.setSSLParameters(ssl);
          }
        });
    return server;
  }

  public int port() {
    return server.getAddress().getPort();
  }

  private void handle(HttpExchange exchange) throws IOException {
    Headers headers = exchange.getResponseHeaders();
    headers.set("Cache-Control", "no-store");
    headers.set("X-Content-Type-Options", "nosniff");
    headers.set("Referrer-Policy", "no-referrer");
    headers.set("Cross-Origin-Opener-Policy", "same-origin");
    headers.set("Cross-Origin-Resource-Policy", "same-origin");
    headers.set(
        "Content-Security-Policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
            + " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'");
    Optional<Reply> reply = answer(exchange);
    if (reply.isPresent()) { // else a stream has it now
      try (exchange) {
        headers.set("Content-Type", reply.get().type());
        reply.get().headers().forEach(headers::set);
        exchange.sendResponseHeaders(reply.get().status(), reply.get().content().length);
        exchange.getResponseBody().write(reply.get().content());
      }
    }
  }

  private Optional<Reply> answer(HttpExchange exchange) throws IOException {
    String what = exchange.getRequestMethod() + " " + exchange.getRequestURI().getPath();
    String from = exchange.getRemoteAddress().getAddress().getHostAddress();
    try {
      requireOwnName(exchange);
      String path = exchange.getRequestURI().getPath();
      if (exchange.getRequestMethod().equals("GET")) {
        Optional<Reply> file = Assets.file(path, setup.page());
        if (file.isPresent()) {
          return file;
        }
      }
      return call(exchange, from, what);
    } catch (Refused e) {
      site.denied(from, what, e.getMessage());
      return Optional.of(Reply.error(403, e.getMessage()));
    } catch (BadInput e) {
      return Optional.of(Reply.error(400, e.getMessage()));
    } catch (RuntimeException e) {
      return Optional.of(site.failed(from, what, e));
    }
  }

  private Optional<Reply> call(HttpExchange exchange, String from, String what) throws IOException {
    String method = exchange.getRequestMethod();
    String path = exchange.getRequestURI().getPath();
    Map<String, String> query = query(exchange);
    Optional<Reply> open = site.open(new Call(method, path, query, ""));
    if (open.isPresent()) {
      return open;
    }
    if (path.equals(SESSION) && !method.equals("GET")) {
      requireOwnPage(exchange);
      return Optional.of(method.equals("POST") ? signIn(body(exchange), from, what) : signOut());
    }
    String token = token(exchange);
    Optional<P> person = site.person(token);
    if (person.isEmpty()) {
      site.denied(from, what, "no valid token");
      return Optional.of(
          Reply.error(
              401, "show a valid token: 'Authorization: Bearer plx_…'; an operator makes them"));
    }
    if (exchange.getRequestHeaders().getFirst("Authorization") == null && !method.equals("GET")) {
      requireOwnPage(exchange);
    }
    if (path.equals(SESSION)) {
      return Optional.of(Reply.json(200, site.self(person.get())));
    }
    Call call = new Call(method, path, query, body(exchange));
    if (path.equals("/v1/events") && method.equals("GET")) {
      return stream(exchange, person.get(), token, call);
    }
    return Optional.of(site.answer(person.get(), call));
  }

  private Optional<Reply> stream(HttpExchange exchange, P person, String token, Call call) {
    boolean taken =
        streams.take(exchange, () -> site.mark(person, call), () -> site.person(token).isPresent());
    return taken
        ? Optional.empty()
        : Optional.of(Reply.error(503, "too many pages are open; close some"));
  }

  private Reply signIn(String token, String from, String what) {
    Optional<P> person = site.person(token.strip());
    if (person.isEmpty()) {
      site.denied(from, what, "no valid token");
      return Reply.error(401, "this token is unknown, revoked or over; ask for another");
    }
    return Reply.json(200, site.self(person.get()))
        .with("Set-Cookie", cookie(token.strip()) + "; Max-Age=43200");
  }

  private Reply signOut() {
    return Reply.json(200, Map.of()).with("Set-Cookie", cookie("") + "; Max-Age=0");
  }

  /** Not for scripts, and sent with calls from this site's own pages only. */
  private String cookie(String value) {
    return "%s=%s; Path=/; HttpOnly; SameSite=Strict%s"
        .formatted(name(), value, setup.tls().isPresent() ? "; Secure" : "");
  }

  private String name() {
    return (setup.tls().isPresent() ? "__Host-" : "") + setup.cookie();
  }

  private String token(HttpExchange exchange) {
    String shown = exchange.getRequestHeaders().getFirst("Authorization");
    if (shown != null) {
      return shown.startsWith("Bearer ") ? shown.substring("Bearer ".length()).strip() : "";
    }
    for (String line : exchange.getRequestHeaders().getOrDefault("Cookie", java.util.List.of())) {
      for (String pair : line.split(";")) {
        if (pair.strip().startsWith(name() + "=")) {
          return pair.strip().substring(name().length() + 1);
        }
      }
    }
    return "";
  }

  /** A cookie comes with whatever a browser sends here; another site's page cannot do the rest. */
  private static void requireOwnPage(HttpExchange exchange) {
    Headers headers = exchange.getRequestHeaders();
    String origin = headers.getFirst("Origin");
    String place = headers.getFirst("Sec-Fetch-Site");
    boolean own =
        headers.getFirst("X-Parallax") != null
            && (place == null || place.equals("same-origin"))
            && (origin == null || origin.endsWith("://" + headers.getFirst("Host")));
    if (!own) {
      throw new Refused("this call does not come from the node's own page");
    }
  }

  /** Without TLS nothing but the name in the address tells a page from another site's. */
  private void requireOwnName(HttpExchange exchange) {
    String host = String.valueOf(exchange.getRequestHeaders().getFirst("Host"));
    if (setup.tls().isEmpty()
        && !host.matches("(127\\.0\\.0\\.1|localhost|\\[::1\\])(:" + port() + ")?")) {
      throw new Refused("this page is at 127.0.0.1 or localhost only");
    }
  }

  private static Map<String, String> query(HttpExchange exchange) {
    Map<String, String> values = new HashMap<>();
    String query = exchange.getRequestURI().getRawQuery();
    if (query != null) {
      for (String pair : query.split("&")) {
        String[] sides = pair.split("=", 2);
        values.put(decoded(sides[0]), sides.length == 2 ? decoded(sides[1]) : "");
      }
    }
    return values;
  }

  private static String decoded(String text) {
    try {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw new BadInput("the query of this address cannot be read", e);
    }
  }

  private static String body(HttpExchange exchange) throws IOException {
    try (InputStream in = exchange.getRequestBody()) {
      byte[] bytes = in.readNBytes(MOST_BYTES + 1);
      if (bytes.length > MOST_BYTES) {
        drain(in);
        throw new BadInput("the request is larger than 1 MiB; a study file is a page of text");
      }
      return new String(bytes, StandardCharsets.UTF_8);
    }
  }

  /** Else the caller sees a broken connection instead of the reason. */
  private static void drain(InputStream in) throws IOException {
    byte[] some = new byte[1 << 16];
    long left = MOST_SKIPPED;
    for (int n = in.read(some); n >= 0 && left > 0; n = in.read(some)) {
      left -= n;
    }
  }

  @Override
  public void close() {
    streams.close();
    server.stop(0);
    threads.shutdownNow();
  }
}

package io.parallax.coordinator;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import io.parallax.coordinator.Tokens.Person;
import io.parallax.core.BadInput;
import io.parallax.core.Refused;
import io.parallax.identity.Credentials;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;

/**
 * HTTPS for people and programs. A call without a valid token is denied and audited, whatever it
 * asks for, except for the few paths that are open to all.
 */
final class PeopleServer implements AutoCloseable {
  private static final int MOST_BYTES = 1 << 20;
  private static final int MOST_SKIPPED = 16 << 20;
  private static final int THREADS = 8;
  private static final int WAITING = 64;
  private static final ObjectMapper JSON = new ObjectMapper();
  private final HttpsServer server;
  private final ExecutorService threads =
      new ThreadPoolExecutor(
          THREADS, THREADS, 1, TimeUnit.MINUTES, new LinkedBlockingQueue<>(WAITING));
  private final Tokens tokens;
  private final Audit audit;
  private final Routes routes;

  PeopleServer(
      InetSocketAddress address, Credentials own, Tokens tokens, Audit audit, Routes routes) {
    this.tokens = tokens;
    this.audit = audit;
    this.routes = routes;
    try {
      server = HttpsServer.create(address, 0);
    } catch (IOException e) {
      throw new BadInput(
          "cannot listen on %s:%d: %s; choose another port for 'people'"
              .formatted(address.getHostString(), address.getPort(), e.getMessage()),
          e);
    }
    server.setHttpsConfigurator(tls(own.serverContext()));
    server.setExecutor(threads);
    server.createContext("/", this::handle);
    server.start();
  }

  private static HttpsConfigurator tls(SSLContext context) {
    return new HttpsConfigurator(context) {
      @Override
      public void configure(HttpsParameters parameters) {
        SSLParameters ssl = context.getDefaultSSLParameters();
        ssl.setProtocols(new String[] {"TLSv1.3"});
        parameters.setSSLParameters(ssl);
      }
    };
  }

  int port() {
    return server.getAddress().getPort();
  }

  /** What a call is answered with. */
  record Reply(int status, String type, byte[] content) {
    static Reply json(int status, Object content) {
      try {
        return new Reply(status, "application/json", JSON.writeValueAsBytes(content));
      } catch (JsonProcessingException e) {
        throw new IllegalStateException(e);
      }
    }

    static Reply text(int status, String type, String content) {
      return new Reply(status, type, content.getBytes(StandardCharsets.UTF_8));
    }

    static Reply error(int status, String message) {
      return json(status, Map.of("error", message));
    }
  }

  /** A call as routes see it. */
  record Call(String method, String path, Map<String, String> query, String body) {}

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      Reply reply = answer(exchange);
      exchange.getResponseHeaders().set("Content-Type", reply.type());
      exchange.getResponseHeaders().set("Cache-Control", "no-store");
      exchange.getResponseHeaders().set("X-Content-Type-Options", "nosniff");
      exchange.sendResponseHeaders(reply.status(), reply.content().length);
      exchange.getResponseBody().write(reply.content());
    }
  }

  private Reply answer(HttpExchange exchange) throws IOException {
    String method = exchange.getRequestMethod();
    String path = exchange.getRequestURI().getPath();
    String what = method + " " + path;
    String from = exchange.getRemoteAddress().getAddress().getHostAddress();
    try {
      Optional<Reply> open = routes.open(method, path);
      if (open.isPresent()) {
        return open.get();
      }
      Optional<Person> person = person(exchange);
      if (person.isEmpty()) {
        audit.event(from, what, "no valid token");
        return Reply.error(
            401, "show a valid token: 'Authorization: Bearer plx_…'; an operator makes them");
      }
      Call call = new Call(method, path, query(exchange), body(exchange));
      return routes.answer(person.get(), call);
    } catch (Refused e) {
      audit.event(from, what, e.getMessage());
      return Reply.error(403, e.getMessage());
    } catch (BadInput e) {
      return Reply.error(400, e.getMessage());
    } catch (Database.Down e) {
      return Reply.error(503, "the database does not answer now; try again later");
    } catch (RuntimeException e) {
      audit.event(from, what, "internal error: " + e);
      return Reply.error(500, "internal error; the coordinator's audit log says more");
    }
  }

  private Optional<Person> person(HttpExchange exchange) {
    String shown = exchange.getRequestHeaders().getFirst("Authorization");
    return shown == null || !shown.startsWith("Bearer ")
        ? Optional.empty()
        : tokens.person(shown.substring("Bearer ".length()).strip());
  }

  private static Map<String, String> query(HttpExchange exchange) {
    Map<String, String> values = new java.util.HashMap<>();
    String query = exchange.getRequestURI().getQuery();
    if (query != null) {
      for (String pair : query.split("&")) {
        String[] sides = pair.split("=", 2);
        values.put(sides[0], sides.length == 2 ? sides[1] : "");
      }
    }
    return values;
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
    server.stop(0);
    threads.shutdownNow();
  }
}

package io.parallax.web;

import io.parallax.core.BadInput;
import io.parallax.core.Refused;
import java.net.URLDecoder;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * Answers requests: looks who calls when the headers are here, and acts when the body is.
 *
 * @param <P> someone who has shown a valid token
 */
final class CallHandler<P> extends Handler.Abstract {
  private static final String SESSION = "/v1/session";
  private static final int SESSION_SECONDS = 12 * 60 * 60;
  private final BoundedConnector connector;
  private final RequestCheck check;
  private final String page;
  private final Site<P> site;
  private final Streams streams;

  /**
   * The action to take when a body of at most this many bytes has arrived; an empty reply means
   * that a stream has taken over.
   */
  private record Step(int most, Function<Body, Optional<Reply>> then) {
    static Step answer(Reply reply) {
      return new Step(0, body -> Optional.of(reply));
    }
  }

  CallHandler(
      BoundedConnector connector, RequestCheck check, String page, Site<P> site, Streams streams) {
    this.connector = connector;
    this.check = check;
    this.page = page;
    this.site = site;
    this.streams = streams;
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    Request.addCompletionListener(request, failure -> connector.answered(request));
    Step step = safely(request, () -> step(request, response, callback), Step::answer);
    new Body(
            request,
            step.most(),
            body -> {
              connector.asked(request);
              safely(request, () -> step.then().apply(body), Optional::of)
                  .ifPresent(reply -> send(request, reply, response, callback));
            },
            callback::failed)
        .run();
    return true;
  }

  /** Whatever goes wrong is an answer, and never the end of a thread. */
  private <T> T safely(Request request, Supplier<T> work, Function<Reply, T> otherwise) {
    String what = request.getMethod() + " " + path(request);
    try {
      return work.get();
    } catch (Refused e) {
      site.denied(from(request), what, e.getMessage());
      return otherwise.apply(Reply.error(403, e.getMessage()));
    } catch (BadInput e) {
      return otherwise.apply(Reply.error(400, e.told()));
    } catch (Throwable e) { // an Error, too: a call must not take the server with it
      return otherwise.apply(site.failed(from(request), what, e));
    }
  }

  private static String from(Request request) {
    return Request.getRemoteAddr(request);
  }

  private static String path(Request request) {
    return request.getHttpURI().getDecodedPath();
  }

  private Step step(Request request, Response response, Callback callback) {
    check.requireOwnName(request.getHeaders(), connector.getLocalPort());
    String method = request.getMethod();
    String path = path(request);
    Optional<Reply> open = method.equals("GET") ? Assets.file(path, page) : Optional.empty();
    if (open.isEmpty()) {
      open = site.open(new Call(method, path, query(request), ""));
    }
    if (open.isPresent()) {
      return Step.answer(open.get());
    }
    if (path.equals(SESSION) && !method.equals("GET")) {
      RequestCheck.requireOwnPage(request.getHeaders());
      return method.equals("POST")
          ? new Step(WebLimits.TOKEN, body -> Optional.of(signIn(request, body.text())))
          : Step.answer(Reply.json(200, Map.of()).with("Set-Cookie", check.setting("", 0)));
    }
    return known(request, response, callback);
  }

  private Step known(Request request, Response response, Callback callback) {
    HttpFields headers = request.getHeaders();
    String method = request.getMethod();
    String path = path(request);
    String token = check.token(headers);
    Optional<P> person = site.person(token);
    if (person.isEmpty()) {
      site.denied(from(request), method + " " + path, "no valid token");
      return Step.answer(
          Reply.error(
              401,
              "a valid token is required: 'Authorization: Bearer plx_…'; an operator issues tokens"));
    }
    if (headers.get("Authorization") == null && !method.equals("GET")) {
      RequestCheck.requireOwnPage(headers);
    }
    if (path.equals(SESSION)) {
      return Step.answer(Reply.json(200, site.self(person.get())));
    }
    if (path.equals("/v1/events") && method.equals("GET")) {
      return new Step(0, body -> stream(request, response, callback, person.get(), token));
    }
    return new Step(
        WebLimits.BODY,
        body ->
            Optional.of(
                site.answer(person.get(), new Call(method, path, query(request), body.text()))));
  }

  private Optional<Reply> stream(
      Request request, Response response, Callback callback, P person, String token) {
    Call call = new Call(request.getMethod(), path(request), query(request), "");
    prepare(response);
    boolean taken =
        streams.take(
            response,
            callback,
            () -> site.mark(person, call),
            () -> site.person(token).isPresent());
    return taken
        ? Optional.empty()
        : Optional.of(Reply.error(503, "too many pages are open; close some"));
  }

  private Reply signIn(Request request, String token) {
    Optional<P> person = site.person(token.strip());
    if (person.isEmpty()) {
      site.denied(from(request), request.getMethod() + " " + path(request), "no valid token");
      return Reply.error(401, "this token is unknown, revoked or expired; ask for a new one");
    }
    return Reply.json(200, site.self(person.get()))
        .with("Set-Cookie", check.setting(token.strip(), SESSION_SECONDS));
  }

  private static Map<String, String> query(Request request) {
    Map<String, String> values = new HashMap<>();
    String query = request.getHttpURI().getQuery();
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

  /** Answers what cannot be read as a request, or failed before it came here. */
  boolean unreadable(Request request, Response response, Callback callback) {
    int status = response.getStatus();
    write(Reply.error(status, HttpStatus.getMessage(status)), response, callback);
    return true;
  }

  private void send(Request request, Reply reply, Response response, Callback callback) {
    connector.answering(request);
    write(reply, response, callback);
  }

  private static void write(Reply reply, Response response, Callback callback) {
    prepare(response);
    response.setStatus(reply.status());
    response.getHeaders().put("Content-Type", reply.type());
    response.getHeaders().put("Content-Length", reply.content().length);
    reply.headers().forEach(response.getHeaders()::put);
    response.write(true, ByteBuffer.wrap(reply.content()), callback);
  }

  private static void prepare(Response response) {
    HttpFields.Mutable headers = response.getHeaders();
    headers.put("Cache-Control", "no-store");
    headers.put("X-Content-Type-Options", "nosniff");
    headers.put("Referrer-Policy", "no-referrer");
    headers.put("Cross-Origin-Opener-Policy", "same-origin");
    headers.put("Cross-Origin-Resource-Policy", "same-origin");
    headers.put(
        "Content-Security-Policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
            + " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'");
  }
}

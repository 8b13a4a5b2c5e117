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

/** Answers requests: looks who calls when the headers are here, and acts when the body is. */
final class CallHandler extends Handler.Abstract {
  static final String EVENTS = "/v1/events";
  private static final String HSTS = "max-age=31536000"; // a year
  private final BoundedConnector connector;
  private final RequestCheck check;
  private final Entrance entrance;
  private final String page;
  private final Site site;
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
      BoundedConnector connector,
      RequestCheck check,
      Entrance entrance,
      String page,
      Site site,
      Streams streams) {
    this.connector = connector;
    this.check = check;
    this.entrance = entrance;
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
    return letter(request, method, path)
        .or(() -> atTheDoor(request, method + " " + path))
        .orElseGet(() -> known(request, response, callback));
  }

  /** The step of somebody without a token who leaves a short text. */
  private Optional<Step> letter(Request request, String method, String path) {
    String from = from(request);
    return site.letter(from, new Call(method, path, query(request), ""))
        .map(
            answer ->
                new Step(
                    WebLimits.TOKEN,
                    body -> Optional.of(entrance.letter(from, () -> answer.apply(body.text())))));
  }

  /** The steps of those who come in or leave. */
  private Optional<Step> atTheDoor(Request request, String what) {
    HttpFields headers = request.getHeaders();
    Entrance.Visit visit =
        new Entrance.Visit(from(request), headers, connector.getLocalPort(), query(request));
    switch (what) {
      case "GET " + Entrance.SESSION:
        return check.shows(headers) ? Optional.empty() : Optional.of(Step.answer(entrance.ways()));
      case "POST " + Entrance.SESSION:
        check.requireOwnPage(headers);
        return Optional.of(
            new Step(
                WebLimits.TOKEN,
                body -> Optional.of(entrance.byToken(visit, body.text().strip()))));
      case "DELETE " + Entrance.SESSION:
        check.requireOwnPage(headers);
        return Optional.of(new Step(0, body -> Optional.of(entrance.out(visit))));
      case "GET " + Entrance.SIGN_IN:
        return Optional.of(new Step(0, body -> Optional.of(entrance.begin(visit))));
      case "GET " + Entrance.BACK:
        return Optional.of(new Step(0, body -> Optional.of(entrance.finish(visit))));
      default:
        return Optional.empty();
    }
  }

  private Step known(Request request, Response response, Callback callback) {
    HttpFields headers = request.getHeaders();
    String method = request.getMethod();
    String path = path(request);
    Sessions.Found found = entrance.find(headers, check.acted(headers));
    if (found.person().isEmpty()) {
      site.denied(from(request), method + " " + path, "no valid token");
      return Step.answer(entrance.denied(path, found.reason()));
    }
    Person person = found.person().get();
    if (headers.get("Authorization") == null && !method.equals("GET")) {
      check.requireOwnPage(headers);
    }
    if (path.equals(Entrance.SESSION)) {
      return Step.answer(entrance.self(person));
    }
    if (path.equals(EVENTS) && method.equals("GET")) {
      return new Step(0, body -> stream(request, response, callback, person));
    }
    return new Step(
        WebLimits.BODY,
        body ->
            Optional.of(site.answer(person, new Call(method, path, query(request), body.text()))));
  }

  private Optional<Reply> stream(
      Request request, Response response, Callback callback, Person person) {
    Call call = new Call(request.getMethod(), path(request), query(request), "");
    HttpFields headers = request.getHeaders().asImmutable();
    prepare(response);
    boolean taken =
        streams.take(
            response,
            callback,
            () -> site.mark(person, call),
            () -> entrance.find(headers, false).person().isPresent());
    return taken
        ? Optional.empty()
        : Optional.of(Reply.error(503, "too many pages are open; close some"));
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

  private void write(Reply reply, Response response, Callback callback) {
    prepare(response);
    response.setStatus(reply.status());
    response.getHeaders().put("Content-Type", reply.type());
    response.getHeaders().put("Content-Length", reply.content().length);
    reply.headers().forEach(one -> response.getHeaders().add(one.name(), one.value()));
    response.write(true, ByteBuffer.wrap(reply.content()), callback);
  }

  private void prepare(Response response) {
    HttpFields.Mutable headers = response.getHeaders();
    headers.put("Cache-Control", "no-store");
    headers.put("X-Content-Type-Options", "nosniff");
    headers.put("Referrer-Policy", "no-referrer");
    if (check.secure()) {
      headers.put("Strict-Transport-Security", HSTS);
    }
    headers.put("Cross-Origin-Opener-Policy", "same-origin");
    headers.put("Cross-Origin-Resource-Policy", "same-origin");
    headers.put(
        "Content-Security-Policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
            + " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'");
  }
}

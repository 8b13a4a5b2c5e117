package io.parallax.web;

import io.parallax.core.Failure;
import io.parallax.fuzz.Finding;
import io.parallax.fuzz.Target;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Stream;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.LocalConnector;
import org.eclipse.jetty.server.Server;

/** The bytes of a connection at a web server, which has no socket here. */
public final class HttpTarget implements Target {
  private static final String TOKEN = "good";
  private static final long PATIENCE_SECONDS = 20;
  private LocalConnector connector;
  private final Answering site = new Answering();

  @Override
  public String name() {
    return "http";
  }

  @Override
  public String sentence() {
    return "requests at a node's web server; each is answered, and none fails by the server's fault";
  }

  @Override
  public Set<Class<? extends Failure>> rejections() {
    return Set.of();
  }

  @Override
  public List<String> words() {
    return List.of(
        "GET ",
        "POST ",
        "DELETE ",
        " HTTP/1.1\r\n",
        "Host: 127.0.0.1\r\n",
        "\r\n\r\n",
        "Authorization: Bearer good\r\n",
        "Cookie: test=good\r\n",
        "X-Parallax: page\r\n",
        "Content-Length: ",
        "Transfer-Encoding: chunked\r\n",
        "0\r\n\r\n",
        "Expect: 100-continue\r\n",
        "Origin: ",
        "Sec-Fetch-Site: same-origin\r\n",
        "/v1/session",
        "/v1/sign-in",
        "/v1/events",
        "/v1/join",
        "%2e%2e",
        "%00",
        "?a=%zz&b",
        "Accept-Encoding: gzip\r\n",
        "test-visitor=");
  }

  @Override
  public List<byte[]> seeds() {
    return Stream.of(
            "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
            "GET /v1/session HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer good\r\n\r\n",
            "POST /v1/session HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Parallax: page\r\nContent-Length: 4\r\n\r\ngood",
            "DELETE /v1/session HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Parallax: page\r\nCookie: test=good\r\n\r\n",
            "POST /v1/studies?x=a%20b&y HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer good\r\n"
                + "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
            "POST /v1/join HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 2\r\n\r\n{}",
            "GET /v1/sign-in/callback?state=a&code=b HTTP/1.1\r\nHost: 127.0.0.1\r\n"
                + "Cookie: test-visitor=v\r\n\r\n",
            "GET /style.css HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\nGET / HTTP/1.1\r\nHost: [::1]\r\n\r\n")
        .map(text -> text.getBytes(StandardCharsets.ISO_8859_1))
        .toList();
  }

  private LocalConnector connector() {
    if (connector != null) {
      return connector;
    }
    HttpConfiguration configuration = new HttpConfiguration();
    configuration.setRequestHeaderSize(WebLimits.HEADERS);
    HttpConnectionFactory http = new HttpConnectionFactory(configuration);
    Server server = new Server();
    connector = new LocalConnector(server, http);
    server.addConnector(connector);
    RequestCheck check = new RequestCheck("test", false, Optional.empty());
    Entrance entrance = new Entrance(site, check, Optional.empty(), System::nanoTime);
    BoundedConnector sockets = new BoundedConnector(server, WebLimits.USUAL, http);
    CallHandler handler =
        new CallHandler(sockets, check, entrance, "coordinator.html", site, new Streams());
    server.setHandler(handler);
    server.setErrorHandler(handler::unreadable);
    try {
      server.start();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
    return connector;
  }

  @Override
  public void run(byte[] input) {
    site.failure = null;
    String answer;
    try (LocalConnector.LocalEndPoint connection = connector().connect()) {
      connection.addInput(ByteBuffer.wrap(input.clone()));
      connection.addInputEOF();
      connection.waitUntilClosedOrIdleFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
      ByteBuffer taken = connection.takeOutput();
      answer = taken == null ? "" : StandardCharsets.ISO_8859_1.decode(taken).toString();
    }
    if (site.failure != null) {
      throw new Finding("a call fails by the server's fault", site.failure);
    }
    Finding.unless(!answer.startsWith("HTTP/1.1 500"), "a call is answered by status 500");
  }

  /** A site that takes every call of the one token. */
  private static final class Answering implements Site {
    private volatile Throwable failure;

    @Override
    public Optional<Function<String, Reply>> letter(String from, Call call) {
      return call.path().equals("/v1/join")
          ? Optional.of(body -> Reply.json(200, Map.of("bytes", body.length())))
          : Optional.empty();
    }

    @Override
    public Optional<Person> person(String token) {
      return token.equals(TOKEN)
          ? Optional.of(Person.ofToken("ana", Set.of("researcher")))
          : Optional.empty();
    }

    @Override
    public String reason(String token) {
      return "show a token";
    }

    @Override
    public Map<String, Object> self(Person person) {
      return Map.of("name", person.name());
    }

    @Override
    public Reply answer(Person person, Call call) {
      return Reply.json(200, Map.of("bytes", call.body().length(), "skip", call.number("skip")));
    }

    @Override
    public String mark(Person person, Call call) {
      return "";
    }

    @Override
    public void happened(String who, String what) {}

    @Override
    public void denied(String from, String what, String why) {}

    @Override
    public Reply failed(String from, String what, Throwable e) {
      failure = e;
      return Reply.error(500, "internal error");
    }
  }
}

package io.parallax.cli;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A web server on this machine that serves a folder, well or badly. */
final class TestMirror implements AutoCloseable {
  /** Answers one request for a file. */
  interface Behaviour {
    void answer(HttpExchange exchange, byte[] content) throws Exception;
  }

  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Path folder;
  private final Deque<Behaviour> next = new ArrayDeque<>();
  private Behaviour usual = TestMirror::ranges;

  /** Each request: its path, and its range if it has one. */
  final List<String> requests = new CopyOnWriteArrayList<>();

  TestMirror(Path folder) throws IOException {
    this.folder = folder;
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/", this::handle);
    server.start();
  }

  String address() {
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/data";
  }

  /** How it answers the next requests, one after the other; later ones as usual. */
  synchronized TestMirror then(Behaviour... behaviours) {
    next.addAll(List.of(behaviours));
    return this;
  }

  synchronized TestMirror always(Behaviour behaviour) {
    usual = behaviour;
    return this;
  }

  private synchronized Behaviour behaviour() {
    return next.isEmpty() ? usual : next.poll();
  }

  private void handle(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath().replaceFirst("^/data/", "");
    String range = exchange.getRequestHeaders().getFirst("Range");
    requests.add(path + (range == null ? "" : " " + range));
    Path file = folder.resolve(path);
    try (exchange) {
      if (!Files.isRegularFile(file)) {
        exchange.sendResponseHeaders(404, -1);
        return;
      }
      behaviour().answer(exchange, Files.readAllBytes(file));
    } catch (Exception e) {
      // The connection is cut, which is what a test wants that comes here.
    }
  }

  /** As servers do: the rest, if it is asked for. */
  static void ranges(HttpExchange exchange, byte[] content) throws IOException {
    String range = exchange.getRequestHeaders().getFirst("Range");
    if (range == null) {
      whole(exchange, content);
      return;
    }
    int from = Integer.parseInt(range.replaceAll("\\D", ""));
    if (from >= content.length) {
      exchange.getResponseHeaders().set("Content-Range", "bytes */" + content.length);
      exchange.sendResponseHeaders(416, -1);
      return;
    }
    String sent = "bytes " + from + "-" + (content.length - 1) + "/" + content.length;
    exchange.getResponseHeaders().set("Content-Range", sent);
    exchange.sendResponseHeaders(206, content.length - from);
    exchange.getResponseBody().write(content, from, content.length - from);
  }

  /** The file, whatever range was asked for. */
  static void whole(HttpExchange exchange, byte[] content) throws IOException {
    exchange.sendResponseHeaders(200, content.length);
    exchange.getResponseBody().write(content);
  }

  /** Promises the file, sends a beginning of it and hangs up. */
  static Behaviour cutAfter(int bytes) {
    return (exchange, content) -> {
      exchange.sendResponseHeaders(200, content.length);
      exchange.getResponseBody().write(content, 0, bytes);
      exchange.getResponseBody().flush();
    };
  }

  /** Sends a beginning, and then nothing for a while. */
  static Behaviour stallAfter(int bytes, long millis) {
    return (exchange, content) -> {
      exchange.sendResponseHeaders(200, content.length);
      exchange.getResponseBody().write(content, 0, bytes);
      exchange.getResponseBody().flush();
      Thread.sleep(millis);
    };
  }

  /** Sends the file and goes on sending, without saying how long it is. */
  static void tooMuch(HttpExchange exchange, byte[] content) throws IOException {
    exchange.sendResponseHeaders(200, 0);
    OutputStream body = exchange.getResponseBody();
    body.write(content);
    for (int i = 0; i < 100_000; i++) {
      body.write(content); // ends when the other side hangs up
    }
  }

  static Behaviour status(int status) {
    return (exchange, content) -> exchange.sendResponseHeaders(status, -1);
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}

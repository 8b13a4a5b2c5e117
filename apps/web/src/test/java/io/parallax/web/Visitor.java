package io.parallax.web;

import java.net.URI;
import java.net.URLDecoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/** A browser of tests: keeps the cookies of one site, and follows no redirect by itself. */
final class Visitor {
  private final HttpClient client;
  private final String site;
  final Map<String, String> cookies = new HashMap<>();

  Visitor(HttpClient client, int port) {
    this.client = client;
    this.site = "https://127.0.0.1:" + port;
  }

  HttpResponse<String> get(String path) throws Exception {
    return send("GET", path, "");
  }

  /** A call of the site's own page. */
  HttpResponse<String> send(String method, String path, String body, String... headers)
      throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(path.startsWith("https:") ? path : site + path))
            .method(method, HttpRequest.BodyPublishers.ofString(body))
            .header("X-Parallax", "1");
    if (!cookies.isEmpty()) {
      request.header(
          "Cookie",
          String.join(
              "; ",
              cookies.entrySet().stream().map(c -> c.getKey() + "=" + c.getValue()).toList()));
    }
    for (int i = 0; i < headers.length; i += 2) {
      request.setHeader(headers[i], headers[i + 1]);
    }
    HttpResponse<String> reply = client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    reply.headers().allValues("Set-Cookie").forEach(this::keep);
    return reply;
  }

  private void keep(String line) {
    String[] pair = line.split(";")[0].split("=", 2);
    if (line.endsWith("Max-Age=0")) {
      cookies.remove(pair[0]);
    } else {
      cookies.put(pair[0], pair[1]);
    }
  }

  /** Begins a sign-in; returns the address at the provider. */
  URI begin() throws Exception {
    return URI.create(location(get("/v1/sign-in")));
  }

  static String location(HttpResponse<?> reply) {
    return reply.headers().firstValue("Location").orElseThrow();
  }

  static Map<String, String> query(URI address) {
    Map<String, String> values = new HashMap<>();
    for (String pair : address.getRawQuery().split("&")) {
      String[] sides = pair.split("=", 2);
      values.put(sides[0], URLDecoder.decode(sides[1], StandardCharsets.UTF_8));
    }
    return values;
  }
}

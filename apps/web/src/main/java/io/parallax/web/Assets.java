package io.parallax.web;

import io.parallax.pages.PageAssets;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The files that pages are made of; they hold nothing secret. */
final class Assets {
  private static final List<String> FILES =
      List.of(
          "parallax.css",
          "parallax.js",
          "signin.js",
          "charts.js",
          "coordinator.js",
          "studies.js",
          "study.js",
          "submit.js",
          "compare.js",
          "party.js",
          "decisions.js",
          "ledger.js",
          "policy.js",
          "icon.svg");
  private static final Map<String, String> TYPES =
      Map.of(
          "css", "text/css; charset=utf-8",
          "js", "text/javascript; charset=utf-8",
          "svg", "image/svg+xml");

  private Assets() {}

  /** A page or one of the files that it asks for. */
  static Optional<Reply> file(String path, String page) {
    if (path.equals("/")) {
      return Optional.of(Reply.text(200, "text/html; charset=utf-8", text(page)));
    }
    String name = path.substring(1);
    return FILES.contains(name)
        ? Optional.of(Reply.text(200, TYPES.get(name.replaceAll(".*\\.", "")), text(name)))
        : Optional.empty();
  }

  private static String text(String name) {
    if (name.equals("parallax.css")) {
      return PageAssets.style();
    } else if (name.equals("charts.js")) {
      return PageAssets.charts();
    }
    try (InputStream in = Assets.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}

package io.parallax.pages;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** The style sheet and the script that reports and served pages have in common. */
public final class PageAssets {
  private PageAssets() {}

  /** Returns the style sheet of all pages. */
  public static String style() {
    return text("parallax.css");
  }

  /** Returns the script that shows the values of charts by pointer and keyboard. */
  public static String charts() {
    return text("charts.js");
  }

  private static String text(String name) {
    try (InputStream in = PageAssets.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}

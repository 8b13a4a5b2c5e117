package io.parallax.pages;

/** A picture as an SVG file of its own, in the light colours of a page, for papers and slides. */
public final class SvgFile {
  private static final String STYLE =
      "text{font:12px Helvetica,Arial,sans-serif;fill:#1a2130}.axis{stroke:#566173;fill:none}"
          + ".bar{fill:#2457c5}.line{fill:none;stroke-width:2}";

  private SvgFile() {}

  /** Returns a picture as the text of a file; the picture itself gets what a file needs. */
  public static String text(Svg picture) {
    return picture
        .attr("xmlns", "http://www.w3.org/2000/svg")
        .with(Svg.of("style").withText(STYLE))
        .render();
  }
}

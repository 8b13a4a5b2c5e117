package io.parallax.pages;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A picture as an SVG file of its own, in the light colours of a page, for papers and slides. */
public final class SvgFile {
  private static final Pattern FRAME =
      Pattern.compile("^<svg([^>]*?) viewBox=\"0 0 (\\d+) (\\d+)\"");
  private static final String STYLE =
      "text{font:12px Helvetica,Arial,sans-serif;fill:#1a2130}.axis{stroke:#566173;fill:none}"
          + ".bar{fill:#2457c5}.line{fill:none;stroke-width:2}";

  private SvgFile() {}

  /** Returns a picture as the text of a file. */
  public static String text(Svg picture) {
    Matcher frame = FRAME.matcher(picture.render());
    if (!frame.find()) {
      throw new IllegalArgumentException("not the frame of a picture");
    }
    String opened =
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"$2\" height=\"$3\"$1 viewBox=\"0 0 $2 $3\"";
    String whole = frame.replaceFirst(opened);
    int inside = whole.indexOf('>') + 1;
    return whole.substring(0, inside) + "<style>" + STYLE + "</style>" + whole.substring(inside);
  }
}

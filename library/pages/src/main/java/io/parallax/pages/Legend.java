package io.parallax.pages;

import static j2html.TagCreator.p;
import static j2html.TagCreator.span;
import static j2html.TagCreator.text;

import j2html.tags.DomContent;
import j2html.tags.specialized.PTag;
import java.util.List;

/** Names with the colours in which they are drawn. */
public final class Legend {
  private Legend() {}

  public static DomContent of(List<String> names) {
    PTag legend = p().withClass("legend");
    for (int i = 0; i < names.size(); i++) {
      legend.with(span(dot(Scatter.colour(i, names.size())), text(names.get(i))));
    }
    return legend;
  }

  private static Svg dot(String colour) {
    return Svg.of("svg")
        .attr("viewBox", "0 0 8 8")
        .attr("aria-hidden", true)
        .with(Svg.circle(4, 4, 4).fill(colour));
  }
}

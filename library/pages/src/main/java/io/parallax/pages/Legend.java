package io.parallax.pages;

import static j2html.TagCreator.p;
import static j2html.TagCreator.span;
import static j2html.TagCreator.text;

import j2html.tags.DomContent;
import j2html.tags.specialized.PTag;
import java.util.List;
import java.util.function.IntFunction;

/** Names with the colours in which they are drawn. */
public final class Legend {
  private Legend() {}

  /** Returns names with dots in their colours. */
  public static DomContent of(List<String> names) {
    return of(names, i -> sample(8).with(Svg.circle(4, 4, 4).fill(colour(i, names))));
  }

  /** Returns names with pieces of their lines. */
  public static DomContent ofLines(List<String> names) {
    return of(names, i -> sample(30).with(LineStyle.drawn("M2 4H28", i, names.size())));
  }

  private static DomContent of(List<String> names, IntFunction<Svg> sample) {
    PTag legend = p().withClass("legend");
    for (int i = 0; i < names.size(); i++) {
      legend.with(span(sample.apply(i), text(names.get(i))));
    }
    return legend;
  }

  private static String colour(int place, List<String> names) {
    return Scatter.colour(place, names.size());
  }

  private static Svg sample(int width) {
    return Svg.of("svg")
        .withClass(width > 8 ? "piece" : "")
        .attr("viewBox", "0 0 " + width + " 8")
        .attr("aria-hidden", true);
  }
}

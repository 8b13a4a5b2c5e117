package io.parallax.study;

import io.parallax.core.BadInput;
import io.parallax.core.Suggestion;
import io.parallax.data.Scaling;
import io.parallax.study.yaml.Yaml;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The scaling of every view.
 *
 * @param common of views that are not named
 * @param byView of views that are
 */
public record Scales(Scaling common, Map<String, Scaling> byView) {
  public Scales {
    byView = Map.copyOf(byView);
  }

  /** {@code true}, {@code log} or, by view, {@code {news: text, lab: log}}. */
  public static Scales of(Yaml value, boolean usually) {
    Scaling common = usually ? Scaling.STANDARD : Scaling.NONE;
    if (value == null) {
      return new Scales(common, Map.of());
    }
    if (!value.isMap() && !value.isScalar()) {
      throw value.error("scale must be a word, or words by view: {news: text, lab: log}");
    }
    if (!value.isMap()) {
      return new Scales(scaling(value), Map.of());
    }
    Map<String, Scaling> byView = new LinkedHashMap<>();
    value.entries().forEach((view, own) -> byView.put(view, scaling(own)));
    return new Scales(common, byView);
  }

  private static Scaling scaling(Yaml value) {
    return Scaling.named(value.oneOf(Scaling.words())).orElseThrow();
  }

  /** The scaling of a view. */
  public Scaling of(String view) {
    return byView.getOrDefault(view, common);
  }

  /**
   * Refuses views that the study does not have, and scalings that cannot be learnt.
   *
   * @param spread whether several parties hold rows of each view
   */
  public Scales requireFit(List<String> views, boolean spread) {
    for (String view : byView.keySet()) {
      if (!views.contains(view)) {
        throw new BadInput(
            "scale names view '%s', which the study does not have%s"
                .formatted(view, Suggestion.hint(view, views)));
      }
    }
    for (String view : views) {
      if (spread && !of(view).fromSums()) {
        throw new BadInput(
            "view %s has scale: quantile, which needs all its rows at one party; use scale: log"
                .formatted(view));
      }
    }
    return this;
  }

  /** As it stands in a manifest: true, false, a word, or one for each view that is named. */
  public Object told() {
    if (byView.isEmpty()) {
      return told(common);
    }
    Map<String, Object> views = new TreeMap<>();
    byView.forEach((view, own) -> views.put(view, told(own)));
    return Map.of("common", told(common), "byView", views);
  }

  /** As it stands in JSON. */
  public static Object told(Scaling scaling) {
    return switch (scaling) {
      case STANDARD -> true;
      case NONE -> false;
      default -> scaling.word();
    };
  }
}

package io.parallax.core;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.DoubleUnaryOperator;

/** A number that is the same for all views, or one for each view by name. */
public record PerView(double common, Map<String, Double> byView) {
  public PerView {
    byView = Map.copyOf(byView);
  }

  public static PerView of(double common) {
    return new PerView(common, Map.of());
  }

  public static PerView of(Map<String, Double> byView) {
    return new PerView(Double.NaN, byView);
  }

  public double of(String view) {
    return byView.getOrDefault(view, common);
  }

  /** Each view's part of the sum of all views' weights. */
  public Map<String, Double> shares(List<String> views, DoubleUnaryOperator weight) {
    double all = views.stream().mapToDouble(view -> weight.applyAsDouble(of(view))).sum();
    Map<String, Double> shares = new LinkedHashMap<>();
    views.forEach(view -> shares.put(view, weight.applyAsDouble(of(view)) / all));
    return shares;
  }

  /**
   * Rejects a value below the limit, or at it if {@code open}; {@code name} is the setting's name.
   */
  public PerView atLeast(double limit, boolean open, String name) {
    if (byView.isEmpty()) {
      check(common, limit, open, name);
    }
    byView.forEach((view, value) -> check(value, limit, open, name + "." + view));
    return this;
  }

  /** Rejects a value above the limit; {@code name} is the setting's name. */
  public PerView atMost(double limit, String name) {
    if (common > limit) {
      throw new BadInput(name + " is " + common + " and must be at most " + limit);
    }
    byView.forEach(
        (view, value) -> {
          if (value > limit) {
            throw new BadInput(
                name + "." + view + " is " + value + " and must be at most " + limit);
          }
        });
    return this;
  }

  private static void check(double value, double limit, boolean open, String name) {
    if (!(open ? value > limit : value >= limit) || Double.isInfinite(value)) {
      throw new BadInput(
          name + " is " + value + " and must be " + (open ? "above " : "at least ") + limit);
    }
  }

  /** Rejects names that are not views of the study, and views without a value. */
  public void covers(List<String> views, String name) {
    if (byView.isEmpty()) {
      return;
    }
    for (String view : new TreeMap<>(byView).keySet()) {
      if (!views.contains(view)) {
        throw new BadInput(name + " names view '" + view + "', but the study's views are " + views);
      }
    }
    for (String view : views) {
      if (!byView.containsKey(view)) {
        throw new BadInput(name + " has no value for view '" + view + "'; give every view one");
      }
    }
  }

  @Override
  public String toString() {
    return byView.isEmpty() ? Double.toString(common) : new TreeMap<>(byView).toString();
  }
}

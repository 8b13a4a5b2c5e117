package io.parallax;

import io.parallax.data.Missing;
import io.parallax.data.Scaling;
import io.parallax.study.Layout;
import io.parallax.study.MissingRules;
import io.parallax.study.Scales;
import io.parallax.study.Study.Preparation;
import io.parallax.study.Study.Select;
import io.parallax.study.StudyRules;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The settings on the columns and classes of a study that is being built. */
final class PreparationDraft {
  private final Map<String, Scaling> scales = new LinkedHashMap<>();
  private final Map<String, List<Double>> absent = new LinkedHashMap<>();
  private final Map<String, List<String>> categorical = new LinkedHashMap<>();
  private final Map<String, List<Double>> clip = new LinkedHashMap<>();
  private final Map<String, List<String>> classes = new LinkedHashMap<>();
  private Optional<Scaling> common = Optional.empty();
  private Missing missing = Missing.ERROR;
  private Optional<Select> select = Optional.empty();

  void scale(Scaling scaling) {
    common = Optional.of(scaling);
  }

  void scale(String view, Scaling scaling) {
    scales.put(view, scaling);
  }

  void missing(Missing rule) {
    MissingRules.requireFill(rule.fill(), rule.indicated());
    if (rule.fill() == Missing.Fill.NEAREST) {
      MissingRules.neighbours(rule.fill(), rule.neighbours());
    }
    if (!rule.columns().isEmpty()) {
      MissingRules.indicated(rule.columns());
    }
    missing = rule;
  }

  void absent(String column, List<Double> values) {
    absent.put(column, values);
  }

  void categorical(String column, List<String> categories) {
    categorical.put(column, StudyRules.categories("categorical." + column, categories));
  }

  void clip(String column, List<Double> bounds) {
    clip.put(column, StudyRules.bounds("clip." + column, bounds));
  }

  void classOf(String name, List<String> labels) {
    classes.put(name, labels);
  }

  void select(Path model, double keep) {
    select = Optional.of(new Select(model, StudyRules.keep(keep)));
  }

  boolean hasClasses() {
    return !classes.isEmpty();
  }

  Preparation preparation(boolean scaled, Layout layout) {
    Scaling usual = Scales.of(null, scaled).common();
    Scales all = new Scales(common.orElse(usual), scales);
    return new Preparation(
        all.requireFit(layout.views(), layout.spreadsRows()),
        MissingRules.requireFit(missing, layout),
        absent,
        categorical,
        clip,
        hasClasses() ? StudyRules.classes(classes) : classes,
        select);
  }
}

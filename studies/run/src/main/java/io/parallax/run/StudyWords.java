package io.parallax.run;

import io.parallax.data.Missing;
import io.parallax.data.Scaling;
import io.parallax.pages.NumberText;
import io.parallax.study.Study;
import io.parallax.study.Task;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The evaluation and the preparation of a study in words, as its file says them. */
record StudyWords(Study study) {

  /** Returns how rows are held out, and how often. */
  String splits() {
    Study.Evaluation how = study.evaluation();
    String times = how.repeats() == 1 ? "once" : how.repeats() + " times";
    String share = NumberText.setting(100 * how.test()) + " % of ";
    if (!study.task().learnsLabels()) {
      return "all rows grouped, " + times + ", each time with another seed";
    }
    return switch (how.kind()) {
      case RANDOM -> share + owners("the rows") + ", drawn at random " + times;
      case STRATIFIED -> share + strata() + ", drawn at random " + times;
      case FOLDS -> "each of %d folds of %s once".formatted(how.folds(), owners("the rows"));
      case STRATIFIED_FOLDS -> "each of %d folds of %s once".formatted(how.folds(), strata());
      case SUBJECTS ->
          "all rows of " + share + "the subjects (" + columns() + "), drawn at random " + times;
      case LAST -> "the last " + share + blocks() + ", the same every time";
      case GIVEN -> "the rows whose %s is '%s'".formatted(columns(), how.value());
    };
  }

  private String missing(Missing missing) {
    String rows =
        study.layout().spreadsRows() ? "their party's training rows" : "the training rows";
    String became =
        switch (missing.fill()) {
          case ERROR -> "no cell was missing";
          case MEAN -> "missing cells became the mean of their column over the training rows";
          case MEDIAN -> "missing cells became the median of their column over " + rows;
          case NEAREST ->
              "missing cells became the mean of their column over the %d most similar of %s"
                  .formatted(missing.neighbours(), rows);
        };
    return missing.indicated() ? became + ", and a further column says where" : became;
  }

  private String owners(String rows) {
    return study.layout().spreadsRows() ? "each party's rows" : rows;
  }

  private String strata() {
    boolean events =
        study.task() instanceof Task.Values values && values.kind() == Task.Values.Kind.TIME;
    boolean numbers = study.task() instanceof Task.Values && !events;
    return numbers ? owners("the rows") : events ? "the rows with and without event" : owned();
  }

  private String owned() {
    return study.layout().spreadsRows() ? "each party's rows of every class" : "every class";
  }

  private String blocks() {
    return study.evaluation().columns().isEmpty()
        ? owners("all rows")
        : "the rows of every " + columns();
  }

  private String columns() {
    return String.join(" and ", study.evaluation().columns());
  }

  /** Returns what became of columns and labels before training, a phrase for each kind of thing. */
  List<String> preparation() {
    Study.Preparation how = study.preparation();
    List<String> all = new ArrayList<>(scaling());
    all.add(missing(how.missing()));
    if (!how.absent().isEmpty()) {
      all.add("counted as missing: " + named(how.absent()));
    }
    if (!how.categorical().isEmpty()) {
      all.add(
          "categories became columns of 1 and 0: " + String.join(", ", how.categorical().keySet()));
    }
    if (!how.clip().isEmpty()) {
      all.add("numbers outside were brought to the nearer end: " + named(how.clip()));
    }
    if (!how.classes().isEmpty()) {
      all.add("labels were grouped into classes: " + named(how.classes()));
    }
    how.select().ifPresent(chosen -> all.add("columns were chosen by an earlier model"));
    return all;
  }

  private List<String> scaling() {
    Map<Scaling, List<String>> views = new TreeMap<>();
    for (String view : study.views()) {
      views
          .computeIfAbsent(study.preparation().scales().of(view), s -> new ArrayList<>())
          .add(view);
    }
    return views.entrySet().stream()
        .map(
            one ->
                (views.size() == 1 ? "" : "view " + String.join(", ", one.getValue()) + ": ")
                    + scaled(one.getKey()))
        .toList();
  }

  private static String scaled(Scaling scaling) {
    return switch (scaling) {
      case STANDARD -> "columns scaled to mean 0 and deviation 1 over the training rows";
      case NONE -> "columns as they are, not scaled";
      case LOG -> "logarithms of columns, scaled to mean 0 and deviation 1 over the training rows";
      case QUANTILE -> "normal scores of the ranks among the training rows";
      case TEXT -> "counts of words weighted by rarity, rows of length 1 (tf-idf)";
    };
  }

  private static String named(Map<String, ? extends List<?>> values) {
    return values.entrySet().stream()
        .map(one -> one.getKey() + " (" + NumberText.setting(one.getValue()) + ")")
        .collect(Collectors.joining(", "));
  }
}

package io.parallax.study.file;

import io.parallax.study.Study.Evaluation;
import io.parallax.study.Study.Evaluation.Kind;
import io.parallax.study.StudyRules;
import io.parallax.study.Task;
import io.parallax.study.yaml.Yaml;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** The part of a study file that says which rows are held out to judge results by. */
final class EvaluationSection {
  private static final double TEST = Evaluation.DEFAULT.test();
  private static final String BY_PARTY = "by-party";
  private static final String TIMES = "times";

  private EvaluationSection() {}

  /**
   * @param evaluate null: the defaults
   * @param task the thing that is learnt
   */
  static Evaluation of(Yaml evaluate, Task task) {
    if (evaluate == null) {
      return Evaluation.DEFAULT;
    }
    Map<String, Yaml> keys =
        evaluate.entries("split", "test", "repeats", "folds", "column", BY_PARTY, TIMES);
    Kind kind = kind(keys.get("split"), keys.containsKey("folds"));
    boolean given = kind == Kind.GIVEN;
    return new Evaluation(
        kind,
        given ? TEST : share(keys.get("test")),
        repeats(keys.get("repeats")),
        Yaml.atLeast(keys.get("folds"), 2, Evaluation.FOLDS),
        columns(evaluate, keys.get("column"), kind),
        given ? evaluate.need("test").text() : "",
        byParty(keys.get(BY_PARTY), task.learnsLabels()),
        times(keys.get(TIMES), task));
  }

  private static List<Double> times(Yaml wanted, Task task) {
    if (wanted == null) {
      return List.of();
    }
    Yaml.check(wanted, () -> StudyRules.requireSurvival(task));
    return Yaml.placed(
        wanted, () -> StudyRules.times(wanted.list().stream().map(Yaml::number).toList()));
  }

  private static boolean byParty(Yaml wanted, boolean learns) {
    boolean told = wanted != null && wanted.flag();
    if (told) {
      Yaml.check(wanted, () -> StudyRules.requireByParty(learns));
    }
    return told;
  }

  private static Kind kind(Yaml split, boolean folds) {
    if (split == null) {
      return folds ? Kind.FOLDS : Kind.RANDOM;
    }
    List<String> words = Arrays.stream(Kind.values()).map(Kind::word).toList();
    return Kind.values()[words.indexOf(split.oneOf(words))];
  }

  private static double share(Yaml test) {
    double share = test == null ? TEST : test.number();
    return test == null ? share : Yaml.placed(test, () -> StudyRules.share("evaluate.test", share));
  }

  private static int repeats(Yaml value) {
    return value == null
        ? Evaluation.DEFAULT.repeats()
        : Yaml.placed(value, () -> StudyRules.repeats(value.whole()));
  }

  /** The columns of the label file that tell subjects, or what is held out. */
  private static List<String> columns(Yaml evaluate, Yaml column, Kind kind) {
    if (column == null) {
      if (kind == Kind.SUBJECTS || kind == Kind.GIVEN) {
        throw evaluate.error("evaluate.split needs the 'column' of the label file to go by");
      }
      return List.of();
    }
    if (kind != Kind.SUBJECTS && kind != Kind.LAST && kind != Kind.GIVEN) {
      throw column.error("evaluate.column is for 'split: subjects', 'last' or 'given'; remove it");
    }
    return column.isScalar() || kind == Kind.GIVEN
        ? List.of(column.text())
        : SourceSection.names(column);
  }
}

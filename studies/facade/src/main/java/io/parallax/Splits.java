package io.parallax;

import io.parallax.study.Study.Evaluation;
import io.parallax.study.Study.Evaluation.Kind;
import io.parallax.study.StudyRules;
import java.util.List;

/** Ways to hold rows out of training, by which a study is judged. */
public final class Splits {
  private Splits() {}

  /** Holds out a share of the rows at random, several times. */
  public static Evaluation random(double test, int repeats) {
    return shares(Kind.RANDOM, test, repeats, List.of());
  }

  /** Holds out a share of every class at random, several times. */
  public static Evaluation stratified(double test, int repeats) {
    return shares(Kind.STRATIFIED, test, repeats, List.of());
  }

  /** Holds out all rows of some subjects, several times; columns of the labels name them. */
  public static Evaluation subjects(double test, int repeats, String... columns) {
    return shares(Kind.SUBJECTS, test, repeats, List.of(columns));
  }

  /** Holds out the last rows, of every subject if columns of the labels name subjects. */
  public static Evaluation last(double test, String... columns) {
    return shares(Kind.LAST, test, 1, List.of(columns));
  }

  /** Holds out every row once, at random. */
  public static Evaluation folds(int folds) {
    return folds(Kind.FOLDS, folds);
  }

  /** Holds out every row once, with classes in equal parts. */
  public static Evaluation stratifiedFolds(int folds) {
    return folds(Kind.STRATIFIED_FOLDS, folds);
  }

  /** Holds out the rows that have this value in a column of the labels. */
  public static Evaluation given(String column, String value) {
    Evaluation usual = Evaluation.DEFAULT;
    return new Evaluation(
        Kind.GIVEN, usual.test(), 1, Evaluation.FOLDS, List.of(column), value, false, List.of());
  }

  private static Evaluation shares(Kind kind, double test, int repeats, List<String> columns) {
    return new Evaluation(
        kind,
        StudyRules.share("evaluate.test", test),
        StudyRules.repeats(repeats),
        Evaluation.FOLDS,
        columns,
        "",
        false,
        List.of());
  }

  private static Evaluation folds(Kind kind, int folds) {
    Evaluation usual = Evaluation.DEFAULT;
    int count = StudyRules.atLeast("evaluate.folds", folds, 2);
    return new Evaluation(
        kind, usual.test(), usual.repeats(), count, List.of(), "", false, List.of());
  }
}

package io.parallax.run.cluster;

import io.parallax.core.BadInput;
import io.parallax.core.Result;
import io.parallax.data.Split;
import io.parallax.run.RunFolder;
import io.parallax.run.SettingsSearch;
import io.parallax.study.Configured;
import io.parallax.study.Study;
import io.parallax.study.rows.Fold;
import io.parallax.study.rows.StudyData;
import io.parallax.study.rows.StudyReader;
import io.parallax.study.rows.StudySplits;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A study on a machine that helps with it: read there once, and kept for the next task together
 * with the last rows that were prepared, whose products the next training may use.
 */
final class StudyCopy {
  private static final int FOLDS_KEPT = 2;
  private static StudyCopy last;

  private final SharedStudy shared;
  private final StudyData data;
  private final List<Split> splits;
  private final Map<List<Object>, Fold> folds =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<List<Object>, Fold> eldest) {
          return size() > FOLDS_KEPT;
        }
      };

  private StudyCopy(SharedStudy shared, StudyData data) {
    this.shared = shared;
    this.data = data;
    this.splits = new StudySplits(data).all();
  }

  static synchronized StudyCopy of(SharedStudy wanted) {
    if (last == null || !last.is(wanted)) {
      last = null; // lets go of the rows before others are read
      last = read(wanted);
    }
    return last;
  }

  private boolean is(SharedStudy other) {
    return shared.text().equals(other.text())
        && Arrays.equals(shared.manifest(), other.manifest())
        && Arrays.equals(shared.taught(), other.taught());
  }

  private static StudyCopy read(SharedStudy shared) {
    Study study = shared.text().study();
    if (!Arrays.equals(RunFolder.manifest(study), shared.manifest())) {
      throw new BadInput(
          "the study's files or the program differ from those of the machine that runs it; give"
              + " every machine the same files and the same Parallax");
    }
    StudyData data = StudyReader.load(study);
    return new StudyCopy(
        shared, shared.taught().length == 0 ? data : data.teaching(shared.taught()));
  }

  StudyData data() {
    return data;
  }

  byte[] manifest() {
    return shared.manifest();
  }

  Configured<?, ?> method() {
    return data.study().method();
  }

  /** The rows of split {@code number}; all rows behind the last split. */
  Split split(int number) {
    return number <= splits.size() ? splits.get(number - 1) : new StudySplits(data).model();
  }

  /** One part of a search, prepared by the first that asks. */
  synchronized <C extends Record, R extends Result> Fold fold(
      SettingsSearch<C> search, int number, List<String> views, int part) {
    return folds.computeIfAbsent(
        List.of(number, views, part), key -> search.part(split(number), number, views, part));
  }
}

package io.parallax.run.cluster;

import io.parallax.core.Result;
import io.parallax.engine.TaskEngine;
import io.parallax.run.Progress;
import io.parallax.run.SearchLog;
import io.parallax.run.SearchPlan;
import io.parallax.run.SettingsSearch;
import io.parallax.run.SplitRun;
import io.parallax.study.Configured;
import java.nio.file.Path;
import java.util.List;

/**
 * One training of a search.
 *
 * @param number of the split, from 1; the one behind the last is of all rows
 * @param training which part of its rows, which point, how many rounds
 */
record SearchTask(SharedStudy study, int number, List<String> views, SearchPlan.Training training)
    implements TaskEngine.Task<SearchLog.Entry> {

  @Override
  public SearchLog.Entry run() {
    StudyCopy copy = StudyCopy.of(study);
    return run(copy, copy.method());
  }

  private <C extends Record, R extends Result> SearchLog.Entry run(
      StudyCopy copy, Configured<C, R> method) {
    SettingsSearch<C> search =
        new SplitRun<>(copy.data(), method, Path.of(""), Progress.SILENT, () -> false).search();
    return search.entry(copy.fold(search, number, views, training.part()), views, training);
  }
}

package io.parallax.run.cluster;

import io.parallax.core.Baseline;
import io.parallax.core.Result;
import io.parallax.data.Split;
import io.parallax.engine.TaskEngine;
import io.parallax.run.AdvanceTraining;
import io.parallax.run.Progress;
import io.parallax.run.RunFolder;
import io.parallax.run.SearchLog;
import io.parallax.run.SearchPlan;
import io.parallax.run.SettingsSearch;
import io.parallax.study.Configured;
import io.parallax.study.file.StudyText;
import io.parallax.study.model.ModelFolder;
import io.parallax.study.rows.StudyData;
import io.parallax.study.rows.StudySplits;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * Does the trainings of a study ahead of its run, on a cluster: first all of its searches, then its
 * splits. What they find is put where a run keeps it, so that the run itself only has to read it,
 * and an interrupted one goes on.
 */
public final class TrainingsAhead implements AdvanceTraining {
  private final TaskEngine.Cluster cluster;
  private final StudyText text;

  public TrainingsAhead(TaskEngine.Cluster cluster, StudyText text) {
    this.cluster = cluster;
    this.text = text;
  }

  @Override
  public <C extends Record, R extends Result> void run(
      StudyData data,
      RunFolder folder,
      Configured<C, R> method,
      List<Split> splits,
      Progress progress,
      BooleanSupplier stop) {
    SharedStudy shared = SharedStudy.of(text, folder, data);
    List<Search> searches = searches(data, folder, method, splits);
    Map<SearchTask, SearchLog> trainings = missing(shared, searches);
    while (!trainings.isEmpty()) { // rung by rung, if there is halving
      search(trainings, progress, stop);
      trainings = missing(shared, searches);
    }
    List<SplitTask> left = new ArrayList<>();
    for (int number = 1; number <= splits.size(); number++) {
      if (folder.finished(number).isEmpty()) {
        left.add(new SplitTask(shared, number, SearchLog.text(folder.trialFolder(number))));
      }
    }
    finish(left, folder, progress, stop);
  }

  /** The search for a method's settings among some views, in one split. */
  private record Search(int number, List<String> views, SearchPlan plan, SearchLog log) {}

  private static <C extends Record, R extends Result> List<Search> searches(
      StudyData data, RunFolder folder, Configured<C, R> method, List<Split> splits) {
    List<Search> searches = new ArrayList<>();
    if (data.study().search().settings().isEmpty()) {
      return searches;
    }
    for (int number = 1; number <= splits.size(); number++) {
      Split split = splits.get(number - 1);
      if (folder.finished(number).isEmpty()) {
        SearchLog log = SearchLog.in(folder.trialFolder(number));
        for (List<String> views : searched(data, method, split)) {
          searches.add(
              new Search(number, views, SettingsSearch.plan(data, split, number, views), log));
        }
      }
    }
    if (modelWanted(data, folder)) {
      int number = splits.size() + 1;
      List<String> views = data.study().views();
      SearchPlan plan = SettingsSearch.plan(data, new StudySplits(data).model(), number, views);
      searches.add(new Search(number, views, plan, SearchLog.in(folder.modelWork())));
    }
    return searches;
  }

  /**
   * Returns the sets of views that a split's searches use: all views, and those of comparisons
   * among some.
   */
  private static <C extends Record, R extends Result> Set<List<String>> searched(
      StudyData data, Configured<C, R> method, Split split) {
    Set<List<String>> all = new LinkedHashSet<>(List.of(data.study().views()));
    if (data.study().extras().baselines()) {
      for (Baseline baseline :
          method
              .method()
              .baselines(method.config(), data.roster(split), data.study().stop().rounds())) {
        if (baseline instanceof Baseline.Among among) {
          all.add(among.views());
        }
      }
    }
    return all;
  }

  private static Map<SearchTask, SearchLog> missing(SharedStudy shared, List<Search> searches) {
    Map<SearchTask, SearchLog> tasks = new LinkedHashMap<>();
    for (Search one : searches) {
      for (SearchPlan.Training training : one.plan().missing(one.log())) {
        List<String> views = List.copyOf(one.views());
        tasks.put(new SearchTask(shared, one.number(), views, training), one.log());
      }
    }
    return tasks;
  }

  private static boolean modelWanted(StudyData data, RunFolder folder) {
    return data.study().extras().model()
        && data.study().task().learnsLabels()
        && !ModelFolder.at(folder.path().resolve("model")).exists();
  }

  private void search(
      Map<SearchTask, SearchLog> trainings, Progress progress, BooleanSupplier stop) {
    List<SearchTask> tasks = List.copyOf(trainings.keySet());
    run(
        "trainings of the search",
        tasks,
        (i, entry) -> {
          SearchTask task = tasks.get(i);
          trainings.get(task).add(task.training().key(), entry);
        },
        progress,
        stop);
  }

  private void finish(
      List<SplitTask> left, RunFolder folder, Progress progress, BooleanSupplier stop) {
    Set<String> noted = new LinkedHashSet<>();
    run(
        "splits",
        left,
        (i, done) -> {
          done.notes().stream().filter(noted::add).forEach(progress::note);
          folder.keep(left.get(i).number(), done.files());
        },
        progress,
        stop);
  }

  private <T extends Serializable> void run(
      String what,
      List<? extends TaskEngine.Task<T>> tasks,
      TaskEngine.Receiver<T> receiver,
      Progress progress,
      BooleanSupplier stop) {
    if (tasks.isEmpty()) {
      return;
    }
    progress.stage("%d %s go to the cluster".formatted(tasks.size(), what));
    int[] done = {0};
    cluster.run(
        what,
        tasks,
        (i, result) -> {
          receiver.take(i, result);
          progress.stage("%d of %d %s done".formatted(++done[0], tasks.size(), what));
        },
        stop);
  }
}

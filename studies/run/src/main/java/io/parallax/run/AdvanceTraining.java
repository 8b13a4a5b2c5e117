package io.parallax.run;

import io.parallax.core.Result;
import io.parallax.data.Split;
import io.parallax.study.Configured;
import io.parallax.study.rows.StudyData;
import java.util.List;
import java.util.function.BooleanSupplier;

/** Does trainings of a study ahead of its run and leaves what it finds in the run's folder. */
public interface AdvanceTraining {
  <C extends Record, R extends Result> void run(
      StudyData data,
      RunFolder folder,
      Configured<C, R> method,
      List<Split> splits,
      Progress progress,
      BooleanSupplier stop);
}

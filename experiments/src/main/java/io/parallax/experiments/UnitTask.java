package io.parallax.experiments;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.parallax.core.BadInput;
import io.parallax.engine.TaskEngine;
import io.parallax.run.Progress;
import io.parallax.run.WorkFolder;
import io.parallax.study.Version;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * One unit of an experiment: the experiment is run up to where it asks for that unit, which is then
 * all that is done.
 *
 * @param settings of the experiment, with the seeds that the user chose, as JSON
 * @param build of the program that asks
 * @param files the mark of the experiment's own data sets there
 * @param data as the user named it, or null
 * @param known the units found so far, which it may need to come there
 */
record UnitTask(
    String experiment,
    boolean quick,
    String settings,
    String build,
    String files,
    String data,
    String key,
    TreeMap<String, byte[]> known)
    implements TaskEngine.Task<byte[]> {

  static UnitTask of(ExperimentContext context, String key, TreeMap<String, byte[]> known) {
    return new UnitTask(
        context.recipe().name(),
        context.quick(),
        context.recipe().settings().toString(),
        Version.build(),
        DataMark.of(context.recipe()),
        context.data().orElse(null),
        key,
        known);
  }

  @Override
  public byte[] run() {
    if (!build.equals(Version.build())) {
      throw new BadInput(
          "this machine has build %s of Parallax, the one that runs the experiment %s; give every machine the same"
              .formatted(Version.build(), build));
    }
    if (!files.equals(DataMark.of(recipe()))) {
      throw new BadInput(
          "the data sets of experiment %s differ from those of the machine that runs it; give every machine the same"
              .formatted(experiment));
    }
    return WorkFolder.with(this::run);
  }

  private ExperimentSpec recipe() {
    return ExperimentSpec.named(experiment, quick)
        .with((ObjectNode) RecipeFile.tree(experiment, settings));
  }

  private byte[] run(Path place) throws IOException {
    Path units = Files.createDirectories(place.resolve("units"));
    for (Map.Entry<String, byte[]> unit : known.entrySet()) {
      Files.write(units.resolve(unit.getKey()), unit.getValue());
    }
    ExperimentContext context =
        new ExperimentContext(
            recipe(),
            quick,
            Optional.ofNullable(data),
            place,
            Optional.empty(),
            Optional.of(key),
            Progress.SILENT,
            () -> false);
    try {
      Reproduction.findings(context);
    } catch (ExperimentContext.Found found) {
      return found.unit();
    }
    throw new IllegalStateException("experiment " + experiment + " has no unit " + key);
  }
}

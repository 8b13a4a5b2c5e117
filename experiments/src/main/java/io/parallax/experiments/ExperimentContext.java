package io.parallax.experiments;

import io.parallax.core.BadInput;
import io.parallax.core.Stopped;
import io.parallax.data.catalogue.DataFolder;
import io.parallax.engine.TaskEngine;
import io.parallax.run.KeptResults;
import io.parallax.run.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The surroundings of an experiment: its recipe, folder, cluster and progress.
 *
 * @param quick whether this is the reduced version
 * @param data the data that the user names instead of the experiment's own
 * @param folder where it keeps what it has found
 * @param cluster does its units, if there is one
 * @param only the one unit that is wanted of it; none: all
 */
record ExperimentContext(
    ExperimentSpec recipe,
    boolean quick,
    Optional<String> data,
    Path folder,
    Optional<TaskEngine.Cluster> cluster,
    Optional<String> only,
    Progress progress,
    BooleanSupplier stop) {

  /** The same with one seed, in a folder of its own. */
  ExperimentContext withSeed(long seed) {
    return new ExperimentContext(
        recipe.with(RecipeSeeds.one(recipe.settings().deepCopy(), seed)),
        quick,
        data,
        folder.resolve("seed-" + seed),
        cluster,
        only,
        progress,
        stop);
  }

  /** A piece of work whose result is kept, so that an interrupted experiment goes on behind it. */
  <T> T unit(String key, Class<T> type, Supplier<T> work) {
    return units()
        .readOr(
            name(key),
            type,
            () -> {
              checkStop();
              return units().keep(name(key), work.get());
            });
  }

  private KeptResults units() {
    return new KeptResults(folder.resolve("units"));
  }

  private static String name(String key) {
    return key + ".json";
  }

  /** The one unit that was wanted, as it is kept. */
  static final class Found extends RuntimeException {
    private final transient byte[] unit;

    Found(byte[] unit) {
      super("found", null, false, false);
      this.unit = unit;
    }

    byte[] unit() {
      return unit;
    }
  }

  /**
   * Units that do not need each other are about to be asked for: a cluster does those that are
   * missing. On a machine of the cluster, {@link Found} ends the experiment with the one that is
   * wanted.
   */
  void ahead(List<String> keys, IntFunction<?> work) {
    only.filter(keys::contains)
        .ifPresent(
            key -> {
              throw new Found(KeptResults.bytes(work.apply(keys.indexOf(key))));
            });
    cluster.ifPresent(machines -> ahead(machines, keys));
  }

  private void ahead(TaskEngine.Cluster machines, List<String> keys) {
    List<String> missing =
        keys.stream()
            .filter(key -> !Files.exists(units().folder().resolve(name(key))))
            .distinct()
            .toList();
    if (missing.isEmpty()) {
      return;
    }
    TreeMap<String, byte[]> known = known();
    progress.stage("%d trainings go to the cluster".formatted(missing.size()));
    int[] done = {0};
    machines.run(
        "trainings",
        missing.stream().map(key -> UnitTask.of(this, key, known)).toList(),
        (i, found) -> {
          units().keep(name(missing.get(i)), found);
          progress.stage("%d of %d trainings done".formatted(++done[0], missing.size()));
        },
        stop);
  }

  /** Returns the results of its units so far, by unit. */
  private TreeMap<String, byte[]> known() {
    TreeMap<String, byte[]> known = new TreeMap<>();
    Path units = units().folder();
    try (Stream<Path> files = Files.exists(units) ? Files.list(units) : Stream.empty()) {
      for (Path file : files.filter(f -> f.toString().endsWith(".json")).toList()) {
        known.put(file.getFileName().toString(), Files.readAllBytes(file));
      }
      return known;
    } catch (IOException e) {
      throw new BadInput(units + " cannot be read; check its rights", e);
    }
  }

  void checkStop() {
    if (stop.getAsBoolean()) {
      throw new Stopped(0);
    }
  }

  /** The folder of a public data set. */
  static Path set(String name) {
    String way = "; get it: ./parallax data get " + name + " --from FOLDER-OR-URL";
    Path home =
        DataFolder.of(System::getenv)
            .orElseThrow(
                () ->
                    new BadInput(
                        "PARALLAX_DATA is not set; set it to the folder that holds "
                            + name
                            + ", or"
                            + way.substring(1)))
            .root();
    Path folder = home.resolve(name);
    if (!Files.isDirectory(folder)) {
      throw new BadInput("the data set '" + name + "' is not in " + home + way);
    }
    return folder;
  }
}

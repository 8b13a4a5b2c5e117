package io.parallax.cli.reproduce;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.parallax.cli.data.DataFolder;
import io.parallax.cli.study.Progress;
import io.parallax.core.BadInput;
import io.parallax.core.Stopped;
import io.parallax.engine.DurableFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * What an experiment works with.
 *
 * @param quick whether this is the reduced version
 * @param data the data that the user names instead of the experiment's own
 * @param folder where it keeps what it has found
 */
record Bench(
    Recipe recipe,
    boolean quick,
    Optional<String> data,
    Path folder,
    Progress progress,
    BooleanSupplier stop) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** A piece of work whose result is kept, so that an interrupted experiment goes on behind it. */
  <T> T unit(String key, Class<T> type, Supplier<T> work) {
    Path file = folder.resolve("units").resolve(key + ".json");
    try {
      if (Files.exists(file)) {
        return JSON.readValue(file.toFile(), type);
      }
      checkStop();
      T found = work.get();
      Files.createDirectories(file.getParent());
      DurableFile.replace(file, JSON.writeValueAsBytes(found));
      return found;
    } catch (IOException e) {
      throw new BadInput(file + " cannot be used; remove it and its part is done again", e);
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

package io.parallax.run;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.parallax.core.BadInput;
import io.parallax.data.Json;
import io.parallax.engine.DurableFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Results of finished parts as JSON files in a folder, so that interrupted work resumes behind
 * them.
 */
public record KeptResults(Path folder) {

  /** Returns the kept result, if its part is finished. */
  public <T> Optional<T> read(String name, Class<T> type) {
    Path file = folder.resolve(name);
    try {
      return Files.exists(file)
          ? Optional.of(Json.MAPPER.readValue(file.toFile(), type))
          : Optional.empty();
    } catch (IOException e) {
      throw new BadInput(file + " cannot be read; remove it and its part is done again", e);
    }
  }

  /** Returns the kept result, or computes it. */
  public <T> T readOr(String name, Class<T> type, Supplier<T> work) {
    return read(name, type).orElseGet(work);
  }

  /** Keeps a result and returns it. */
  public <T> T keep(String name, T result) {
    keep(name, bytes(result));
    return result;
  }

  /** Keeps a result that is JSON already. */
  public void keep(String name, byte[] json) {
    DurableFile.replace(folder.resolve(name), json);
  }

  /** Returns a result as {@link #keep} writes it. */
  public static byte[] bytes(Object result) {
    try {
      return Json.MAPPER.writeValueAsBytes(result);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }
}

package io.parallax.planted;

import io.parallax.core.Failure;
import io.parallax.fuzz.Target;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;

/** A reader with a mistake that random bytes would hardly meet, and coverage leads to. */
public final class PlantedTarget implements Target {
  @Override
  public String name() {
    return "planted";
  }

  @Override
  public String sentence() {
    return "a reader with a planted mistake, which has to be found";
  }

  @Override
  public Set<Class<? extends Failure>> rejections() {
    return Set.of();
  }

  @Override
  public List<byte[]> seeds() {
    return List.of("nothing".getBytes(StandardCharsets.US_ASCII));
  }

  @Override
  public void run(byte[] input) {
    if (input.length > 4 && input[0] == 'P' && input[1] == 'L' && input[2] == 'X') {
      int length = input[3];
      if (length > 90) {
        throw new IllegalStateException("planted");
      }
    }
  }
}

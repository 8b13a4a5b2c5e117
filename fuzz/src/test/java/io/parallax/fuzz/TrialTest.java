package io.parallax.fuzz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.BadInput;
import io.parallax.core.Failure;
import io.parallax.core.ProtocolViolation;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** The properties that every target has: what breaks one is found. */
class TrialTest {
  private static byte[] kept;

  private record Doing(Consumer<byte[]> work) implements Target {
    @Override
    public String name() {
      return "doing";
    }

    @Override
    public String sentence() {
      return "whatever a test does";
    }

    @Override
    public List<byte[]> seeds() {
      return List.of();
    }

    @Override
    public void run(byte[] input) {
      work.accept(input);
    }

    @Override
    public Set<Class<? extends Failure>> rejections() {
      return Set.of(BadInput.class);
    }
  }

  private static boolean accepted(Consumer<byte[]> work) {
    return Trial.run(new Doing(work), new byte[4]);
  }

  @Test
  void aDeclaredFailureIsARejection() {
    assertThat(accepted(input -> {})).isTrue();
    assertThat(accepted(failing(new BadInput("x is 1; it must be 2")))).isFalse();
  }

  private static Consumer<byte[]> failing(RuntimeException e) {
    return input -> {
      throw e;
    };
  }

  private static void found(Consumer<byte[]> work, String words) {
    assertThatThrownBy(() -> accepted(work))
        .isInstanceOf(Finding.class)
        .hasMessageContaining(words);
  }

  @Test
  void whateverElseComesOutIsFound() {
    found(failing(new ProtocolViolation("x is 1")), "is not declared");
    found(failing(new BadInput(" ")), "without a sentence");
    found(failing(new BadInput("x is 1\ny is 2")), "several lines");
    assertThatThrownBy(() -> accepted(failing(new IllegalStateException("no"))))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void memoryThatASmallInputMayNotTakeIsFound() {
    found(input -> kept = new byte[100 << 20], "MiB of memory");
    kept = null;
  }
}

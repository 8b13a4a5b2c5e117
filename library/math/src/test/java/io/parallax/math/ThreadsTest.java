package io.parallax.math;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ThreadsTest {

  @Test
  void runsEveryIndexOnceAlsoWhenNested() {
    AtomicInteger[] runs = new AtomicInteger[600];
    java.util.Arrays.setAll(runs, i -> new AtomicInteger());
    Threads.forEach(20, i -> Threads.forEach(30, j -> runs[i * 30 + j].incrementAndGet()));
    assertThat(runs).allMatch(count -> count.get() == 1);
    Threads.forEach(0, i -> runs[0].set(9));
    assertThat(runs[0]).hasValue(1);
  }

  @Test
  void throwsTheFirstFailureItself() {
    RuntimeException[] failures = new RuntimeException[10];
    java.util.Arrays.setAll(failures, i -> new IllegalStateException("task " + i));
    assertThatThrownBy(
            () ->
                Threads.forEach(
                    10,
                    i -> {
                      if (i >= 4) {
                        throw failures[i];
                      }
                    }))
        .isSameAs(failures[4]);
  }

  @Test
  void readsTheSetting() {
    assertThat(Threads.parse(" 3 ", "test")).isEqualTo(3);
    assertThat(Threads.parse(null, "test")).isEqualTo(Runtime.getRuntime().availableProcessors());
    for (String bad : new String[] {"0", "-1", "two", "1.5"}) {
      assertThatThrownBy(() -> Threads.parse(bad, "PARALLAX_THREADS"))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("PARALLAX_THREADS is '" + bad + "'");
    }
  }
}

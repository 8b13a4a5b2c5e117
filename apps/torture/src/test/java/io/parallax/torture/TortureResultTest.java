package io.parallax.torture;

import static org.assertj.core.api.Assertions.assertThat;

import io.parallax.data.Json;
import org.junit.jupiter.api.Test;

class TortureResultTest {
  @Test
  void killsAreCountedByProcessAndOneWrongStudyIsBroken() throws Exception {
    TortureResult.Counting counts = new TortureResult.Counting(5);
    counts.fault(Fault.KILL);
    counts.fault(Fault.KILL_TWO);
    counts.fault(Fault.CUT);
    counts.study(true);
    counts.study(false);
    var json = Json.MAPPER.readTree(counts.result().json());
    assertThat(json.path("kills").asInt()).isEqualTo(3);
    assertThat(json.path("faults").asInt()).isEqualTo(3);
    assertThat(json.path("studies").asInt()).isEqualTo(2);
    assertThat(json.path("broken").asInt()).isEqualTo(1);
    assertThat(counts.result().text()).contains("1 promises broken", "(seed 5)");
  }

  @Test
  void usageIsComparedBetweenTheFirstAndTheLastQuarter() {
    TortureResult.Counting counts = new TortureResult.Counting(1);
    for (int i = 0; i < 16; i++) {
      counts.used(new Usage(1000 + i, 10, 5 + i));
    }
    assertThat(counts.result().text()).containsPattern("memory, KiB +1002 +1014");
    assertThat(counts.result().text()).containsPattern("threads +7 +19");
  }

  @Test
  void aProcessTellsWhatItHolds() {
    Usage own = Usage.of(ProcessHandle.current().pid()).orElseThrow();
    assertThat(own.kibibytes()).isGreaterThan(10_000);
    assertThat(own.files()).isPositive();
    assertThat(own.threads()).isPositive();
    assertThat(Usage.of(Integer.MAX_VALUE)).isEmpty();
  }
}

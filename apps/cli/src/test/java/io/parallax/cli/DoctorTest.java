package io.parallax.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.BadInput;
import org.junit.jupiter.api.Test;

/** What the doctor says of things that a test cannot easily make go wrong between machines. */
class DoctorTest {
  @Test
  void aClockThatIsMinutesOffIsToldWithWhatToDo() {
    assertThat(DoctorCommand.clock(1_000_000, 1_000_040)).isEqualTo("differs by 40 ms");
    assertThatThrownBy(() -> DoctorCommand.clock(1_000_000, 1_090_000))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("differ by 90 s")
        .hasMessageContaining("NTP");
  }

  @Test
  void aWayThatKeepsBytesGivesTheSameStudyAndOneThatChangesThemDoesNot() {
    assertThat(new ToyStudy(answer -> answer.clone()).run().sound()).isTrue();
    assertThat(new ToyStudy(DoctorTest::disturbed).run().sound()).isFalse();
  }

  private static byte[] disturbed(byte[] answer) {
    byte[] other = answer.clone();
    other[answer.length / 2] ^= 64;
    return other;
  }
}

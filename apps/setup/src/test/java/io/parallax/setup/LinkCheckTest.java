package io.parallax.setup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.BadInput;
import org.junit.jupiter.api.Test;

/** What the doctor says of things that a test cannot easily make go wrong between machines. */
class LinkCheckTest {
  @Test
  void aClockThatIsMinutesOffIsToldWithWhatToDo() {
    assertThat(Doctor.clock(1_000_000, 1_000_040)).isEqualTo("differs by 40 ms");
    assertThatThrownBy(() -> Doctor.clock(1_000_000, 1_090_000))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("differ by 90 s")
        .hasMessageContaining("NTP");
  }

  @Test
  void aWayThatKeepsBytesGivesTheSameStudyAndOneThatChangesThemDoesNot() {
    assertThat(new LinkCheck(answer -> answer.clone()).run().sound()).isTrue();
    assertThat(new LinkCheck(LinkCheckTest::disturbed).run().sound()).isFalse();
  }

  private static byte[] disturbed(byte[] answer) {
    byte[] other = answer.clone();
    other[answer.length / 2] ^= 64;
    return other;
  }
}

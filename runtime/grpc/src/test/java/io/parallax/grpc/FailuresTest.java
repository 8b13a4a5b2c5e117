package io.parallax.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Status;
import io.parallax.core.BadInput;
import io.parallax.core.Diverged;
import io.parallax.core.OutOfRange;
import io.parallax.core.PartyId;
import io.parallax.core.ProtocolViolation;
import io.parallax.core.Refused;
import io.parallax.engine.AttemptLost;
import io.parallax.engine.PartyBehind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests which part of a failure leaves its machine. */
class FailuresTest {
  private static final PartyId BIRCH = PartyId.of("birch");
  private static final Part PART = new Part("5".repeat(64), "setup");

  @Test
  void namesOfColumnsStayWhereTheTableIs() {
    BadInput here =
        new BadInput("fou.csv: no column 'nix' for the id", "; the file has patient, hiv_status");
    assertThat(here).hasMessageEndingWith("for the id; the file has patient, hiv_status");
    assertThat(Failures.of(PART, 1, here).getText())
        .isEqualTo("fou.csv: no column 'nix' for the id");
  }

  @Test
  void aCoordinatorsWordsAreOnePlainLineWithAnEnd() {
    String evil = "a\u001b[2J\r\nWARN b\u202ec\u2028d" + "x".repeat(10_000);
    for (Status status : List.of(Status.PERMISSION_DENIED, Status.RESOURCE_EXHAUSTED)) {
      assertThat(Dialer.sentence(status.withDescription(evil), null))
          .startsWith("the coordinator ")
          .contains(": a\\u{1b}[2J\\u{d}\\u{a}WARN b\\u{202e}c\\u{2028}dxxx")
          .hasSizeLessThan(570);
    }
    assertThat(Dialer.sentence(Status.PERMISSION_DENIED.withDescription("no role here"), null))
        .isEqualTo("the coordinator denies: no role here");
  }

  @Test
  void anotherProgramsWordsStay() {
    String cell = "HIV positive, NAME 1961-03-02";
    for (RuntimeException foreign :
        List.of(
            BadInput.quoting("the query failed", new IllegalStateException(cell)),
            new IllegalStateException(cell),
            new UncheckedIOException(cell, new IOException(cell)))) {
      assertThat(Failures.of(PART, 1, foreign).getText()).doesNotContain("HIV").isNotBlank();
    }
    assertThat(Failures.toException(BIRCH, Failures.of(PART, 1, new NullPointerException(cell))))
        .hasMessage("party birch failed: internal error; its own log says more");
  }

  @Test
  void eachKindArrivesAsWhatItWas() {
    for (RuntimeException sent :
        List.of(
            new BadInput("party birch: x"),
            new Refused("party birch: x"),
            new ProtocolViolation("party birch: x"),
            new Diverged("party birch: the loss is no longer finite; use a smaller rate"),
            new OutOfRange(BIRCH, "party birch: x"))) {
      assertThat(Failures.toException(BIRCH, Failures.of(PART, 1, sent)))
          .hasSameClassAs(sent)
          .hasMessage(sent.getMessage());
    }
    assertThat(Failures.toException(BIRCH, Failures.of(PART, 1, new AttemptLost("x"))))
        .isInstanceOf(PartyBehind.class);
  }

  @Test
  void aFileOfThePartysNameDoesNotNameTheParty() {
    var told = Failures.of(PART, 1, new BadInput("birch/fou.csv: the file is empty"));
    assertThat(Failures.toException(PartyId.of("birch"), told))
        .hasMessage("party birch: birch/fou.csv: the file is empty");
    var named = Failures.of(PART, 1, new BadInput("party birch has 4 rows"));
    assertThat(Failures.toException(PartyId.of("birch"), named))
        .hasMessage("party birch has 4 rows");
  }
}

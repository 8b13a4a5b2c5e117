package io.parallax.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import io.parallax.core.BadInput;
import io.parallax.core.PartyId;
import org.junit.jupiter.api.Test;

/** What of a failure leaves the machine where it happened. */
class FailuresTest {
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
  void aFileOfThePartysNameDoesNotNameTheParty() {
    var told = Failures.of(PART, 1, new BadInput("birch/fou.csv: the file is empty"));
    assertThat(Failures.toException(PartyId.of("birch"), told))
        .hasMessage("party birch: birch/fou.csv: the file is empty");
    var named = Failures.of(PART, 1, new BadInput("party birch has 4 rows"));
    assertThat(Failures.toException(PartyId.of("birch"), named))
        .hasMessage("party birch has 4 rows");
  }
}

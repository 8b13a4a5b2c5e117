package io.parallax.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.parallax.math.NotFinite;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

/** Tests that another program's message stays on this machine. */
class FailureTest {
  private static final String CELL = "HIV positive, NAME 1961-03-02";

  @Test
  void anotherProgramsWordsAreReadHereAndToldToNobody() {
    BadInput bad =
        BadInput.quoting(
            "view 'lab': the query failed; check it",
            new SQLException("invalid input: \"" + CELL + "\"\n  Where: line 2"));
    assertThat(bad).hasMessageContaining(CELL).hasMessageNotContaining("Where");
    assertThat(bad.told()).isEqualTo("view 'lab': the query failed; check it");
    assertThat(Failure.of(bad)).isSameAs(bad);
  }

  @Test
  void numbersThatAreNotFiniteAreNoInternalError() {
    Failure failure = Failure.of(new NotFinite("dsyevr"));
    assertThat(failure).isInstanceOf(Diverged.class).hasMessageContaining("beyond all bounds");
  }

  @Test
  void whatHasNoNameIsToldAsAnInternalError() {
    for (Throwable foreign :
        new Throwable[] {
          new IllegalStateException(CELL), new NumberFormatException(CELL), new StackOverflowError()
        }) {
      Failure failure = Failure.of(foreign);
      assertThat(failure.told()).isEqualTo("internal error");
      assertThat(failure).isInstanceOf(Unforeseen.class).hasCause(foreign);
      assertThat(failure.getMessage()).isEqualTo("internal error: " + foreign);
    }
    assertThat(Failure.of(new OutOfMemoryError(CELL)).told())
        .isEqualTo("the memory is too small; set PARALLAX_MEMORY");
  }

  @Test
  void ofADiskIsToldWhatToDoAndNotWhichFile() {
    UncheckedIOException full =
        new UncheckedIOException(
            "cannot write /srv/" + CELL + ": No space left on device", new IOException());
    assertThat(Failure.of(full))
        .isInstanceOf(Unavailable.class)
        .hasMessage(full.getMessage())
        .extracting(Failure::told)
        .isEqualTo("cannot write a file: the disk is full; free some space");
    UncheckedIOException other = new UncheckedIOException(new IOException(CELL));
    assertThat(Failure.of(other).told())
        .isEqualTo("cannot read or write a file; check the disk and the permissions");
    assertThat(Failure.of(other)).hasMessageContaining(CELL);
  }

  @Test
  void everyKindHasItsName() {
    PartyId party = PartyId.of("birch");
    assertThat(new Diverged("x").kind()).isEqualTo(Failure.Kind.DIVERGED);
    assertThat(new PartyLost(party, "x", null).kind()).isEqualTo(Failure.Kind.LOST);
    assertThat(new PartyFailed(party, "x").kind()).isEqualTo(Failure.Kind.INTERNAL);
    assertThat(new OutOfRange(party, "x").kind()).isEqualTo(Failure.Kind.OUT_OF_RANGE);
    assertThat(new ProtocolViolation("x").kind()).isEqualTo(Failure.Kind.VIOLATION);
    assertThat(new Refused("x").kind()).isEqualTo(Failure.Kind.REFUSED);
    assertThat(new BadInput("x").kind()).isEqualTo(Failure.Kind.BAD_INPUT);
  }
}

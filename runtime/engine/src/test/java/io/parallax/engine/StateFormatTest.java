package io.parallax.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.BadInput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A state goes on with a newer program, is migrated once, and is closed to an older one. */
class StateFormatTest {
  @TempDir Path state;
  private final List<String> notes = new ArrayList<>();
  private int migrated;

  private StateFormat now() {
    return new StateFormat("ledger.jsonl", List.of());
  }

  /** The next format keeps the ledger elsewhere. */
  private StateFormat next() {
    return new StateFormat(
        "ledger.jsonl",
        List.of(
            folder -> {
              migrated++;
              Path old = folder.resolve("ledger.jsonl");
              if (Files.exists(old)) {
                Files.move(old, folder.resolve("book.jsonl"));
              }
            }));
  }

  private String version() throws IOException {
    return Files.readString(state.resolve("version"));
  }

  @Test
  void aNewStateSaysNothingAndNeitherDoesTheSameProgram() throws IOException {
    now().open(state, "0.1.0", notes::add);
    now().open(state, "0.1.0", notes::add);
    assertThat(version()).isEqualTo("format 1\nprogram 0.1.0\n");
    assertThat(notes).isEmpty();
    next().open(Files.createDirectory(state.resolve("fresh")), "0.2.0", notes::add);
    assertThat(migrated).as("a new state has the newest format").isZero();
  }

  @Test
  void anotherProgramOfTheSameFormatReadsItAsItIs() throws IOException {
    now().open(state, "0.1.0", notes::add);
    now().open(state, "0.1.1", notes::add);
    assertThat(notes)
        .containsExactly("the state was written by version 0.1.0; version 0.1.1 reads it as it is");
    assertThat(version()).isEqualTo("format 1\nprogram 0.1.1\n");
  }

  @Test
  void aStateFromBeforeThereWereFormatsIsMigratedOnceAndThenClosedToItsProgram()
      throws IOException {
    Files.writeString(state.resolve("ledger.jsonl"), "{}\n");
    next().open(state, "0.2.0", notes::add);
    next().open(state, "0.2.0", notes::add);
    assertThat(migrated).isEqualTo(1);
    assertThat(state.resolve("book.jsonl")).hasContent("{}\n");
    assertThat(notes)
        .containsExactly(
            "the state was written by version 0.1.0; it was migrated from format 1 to 2");
    assertThatThrownBy(() -> now().open(state, "0.1.0", notes::add))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("has format 2, written by version 0.2.0")
        .hasMessageContaining("version 0.1.0 reads formats up to 1")
        .hasMessageContaining("install version 0.2.0 or later, or restore a backup");
    assertThat(version()).as("nothing was changed").isEqualTo("format 2\nprogram 0.2.0\n");
  }

  @Test
  void aMigrationThatFailsIsTriedAgainAndADamagedFileIsNamed() throws IOException {
    Files.writeString(state.resolve("ledger.jsonl"), "{}\n");
    StateFormat full =
        new StateFormat(
            "ledger.jsonl",
            List.of(
                folder -> {
                  throw new IOException("No space left on device");
                }));
    assertThatThrownBy(() -> full.open(state, "0.2.0", notes::add))
        .hasMessageContaining("cannot be migrated from format 1; make room");
    next().open(state, "0.2.0", notes::add);
    assertThat(state.resolve("book.jsonl")).exists();
    Files.writeString(state.resolve("version"), "two");
    assertThatThrownBy(() -> next().open(state, "0.2.0", notes::add))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("version is damaged");
  }
}

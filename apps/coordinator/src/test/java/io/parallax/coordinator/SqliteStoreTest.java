package io.parallax.coordinator;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.BadInput;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqliteStoreTest extends StoreContract {
  @TempDir Path folder;

  @Override
  String url() {
    return "jdbc:sqlite:" + folder.resolve("books.db");
  }

  @Test
  void aDatabaseThatCannotBeOpenedIsANamedError() {
    assertThatThrownBy(() -> Database.open("jdbc:sqlite:" + folder.resolve("no/such/folder.db")))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("cannot open the database");
    assertThatThrownBy(() -> Database.open("jdbc:mysql://x/y"))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("jdbc:postgresql:");
  }
}

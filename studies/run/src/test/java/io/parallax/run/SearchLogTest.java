package io.parallax.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.BadInput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SearchLogTest {
  @TempDir Path folder;

  @Test
  void aLineThatWasCutDoesNotCount() throws IOException {
    Files.writeString(folder.resolve("search.log"), "a/1/1\t2.5\t7\na/1/2\t2.");
    assertThat(SearchLog.in(folder).find("a/1/1")).contains(new SearchLog.Entry(2.5, 7));
    assertThat(SearchLog.text(folder)).isEqualTo("a/1/1\t2.5\t7\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a\n", "a/1/1\t2.5\n", "a\tb\tc\n", "a\t1\t1.5\n", "\u00e9\n"})
  void aDamagedLogSaysWhatToDo(String text) throws IOException {
    Files.write(folder.resolve("search.log"), text.getBytes(StandardCharsets.ISO_8859_1));
    assertThatThrownBy(() -> SearchLog.in(folder))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("is damaged; remove it");
  }
}

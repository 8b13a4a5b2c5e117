package io.parallax.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FileNameTest {
  @ParameterizedTest
  @ValueSource(strings = {"alphanum", "a", "x-1_2.b", "console", "com", "com10x", "0"})
  void plainNamesStayAsTheyAre(String name) {
    assertThat(FileName.of(name)).isEqualTo(name);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "con", "AUX", "nul.csv", "com1", "Age", "a:b", "a/b", "..", "a.", "a b", "ä", "", "-x",
        "a|b"
      })
  void othersAreReplacedByWhatEverySystemTakes(String name) {
    String made = FileName.of(name);
    assertThat(made).matches("[A-Za-z0-9]*~[0-9a-f]{12}");
    assertThat(FileName.reserved(made)).isFalse();
  }

  @Test
  void namesThatDifferByCaseAloneAreDifferentFilesOnEverySystem() {
    List<String> made = List.of("age", "Age", "AGE", "a:ge").stream().map(FileName::of).toList();
    assertThat(made.stream().map(one -> one.toLowerCase(Locale.ROOT)).distinct()).hasSize(4);
  }

  @Test
  void aPartysNameIsNoDeviceOfWindowsSinceItNamesFiles() {
    assertThatThrownBy(() -> PartyId.of("aux"))
        .isInstanceOf(BadInput.class)
        .hasMessage(
            "party name 'aux' is reserved by Windows, where it can name no file; choose another");
    assertThat(PartyId.of("auxerre").name()).isEqualTo("auxerre");
  }
}

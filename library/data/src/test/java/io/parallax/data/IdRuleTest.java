package io.parallax.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.BadInput;
import io.parallax.data.IdRule.Form;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IdRuleTest {
  @TempDir Path dir;
  private static final String ACCENT = "Ren\u00e9";
  private static final String TWO_SIGNS = "Rene\u0301";
  private static final String WIDE = "\uff30\uff11"; // P1 in full width

  @Test
  void idsWrittenInDifferentWaysBecomeTheSame() {
    assertThat(new IdRule(false, Form.NFC).apply(TWO_SIGNS)).isEqualTo(ACCENT);
    assertThat(new IdRule(true, Form.NFKC).apply(WIDE)).isEqualTo("p1");
    assertThat(new IdRule(true, Form.NONE).apply(" P7 ")).isEqualTo("p7");
    assertThat(IdRule.NONE.apply("party", List.of("P7", WIDE))).containsExactly("P7", WIDE);
  }

  @Test
  void whiteSpaceOfAnyKindAroundAnIdDoesNotCount() throws IOException {
    for (String space : List.of(" ", "\t", "\u00a0", "\u2007", "\u202f", "\u3000")) {
      assertThat(new IdRule(false, Form.NFC).apply(space + "a b" + space)).isEqualTo("a b");
      Path file =
          Files.writeString(dir.resolve("rows.csv"), "id,x\n%sp1%s,1\n".formatted(space, space));
      assertThat(CsvFile.of(file).ids("id", false)).containsExactly("p1");
      assertThat(CsvFile.of(file).ids("id", true)).containsExactly("p1");
    }
  }

  @Test
  void idsThatBecomeTheSameAreRefusedWithoutBeingShown() {
    IdRule rule = new IdRule(true, Form.NFC);
    assertThatThrownBy(() -> rule.apply("party maple", List.of("a", "A", TWO_SIGNS, ACCENT)))
        .isInstanceOf(BadInput.class)
        .hasMessage(
            "party maple: after the normalisation that 'align' sets, 2 ids equal others; every id must occur once");
  }
}

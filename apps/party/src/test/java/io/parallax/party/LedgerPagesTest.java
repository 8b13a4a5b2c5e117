package io.parallax.party;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LedgerPagesTest {
  private static final Ledger.Kind KIND = new Ledger.Kind("Projections", "3x2", "only in sum");
  @TempDir Path folder;

  private Path file() {
    return folder.resolve("ledger.jsonl");
  }

  private void write(int from, int to) {
    try (Ledger ledger = Ledger.open(file(), note -> {})) {
      for (int i = from; i <= to; i++) {
        ledger.add(i % 2 == 0 ? "aa" : "bb", "split-01", i, KIND, 10, "00");
      }
    }
  }

  private static List<Long> numbers(LedgerPages book, long before) {
    return book.page(before).entries().stream().map(LedgerEntry::number).toList();
  }

  @Test
  void entriesComeAPageAtATimeTheNewestFirstAndNewOnesAreFound() {
    LedgerPages book = new LedgerPages(file());
    assertThat(book.page(0).messages()).isZero();
    assertThat(book.page(0).unbroken()).isTrue();
    write(1, 60);
    assertThat(numbers(book, 0)).hasSize(25).startsWith(60L, 59L).endsWith(36L);
    assertThat(numbers(book, 36)).hasSize(25).startsWith(35L).endsWith(11L);
    assertThat(numbers(book, 11)).hasSize(10).startsWith(10L).endsWith(1L);
    write(61, 70);
    assertThat(numbers(book, 0)).startsWith(70L);
    assertThat(book.page(0).totals())
        .isEqualTo(
            List.of(
                new LedgerPages.Total("bb", "Projections", "only in sum", 35, 350),
                new LedgerPages.Total("aa", "Projections", "only in sum", 35, 350)));
  }

  @Test
  void aChangedLineIsFoundWhenAllIsReadAgain() throws Exception {
    write(1, 30);
    LedgerPages book = new LedgerPages(file());
    assertThat(book.page(0).unbroken()).isTrue();
    String good = Files.readString(file());
    Files.writeString(file(), good.replaceFirst("\"bytes\":10", "\"bytes\":11"));
    assertThat(book.verified().unbroken()).isFalse();
    assertThat(book.page(0).fault())
        .isEqualTo(
            "the ledger: line 1 does not fit what stands before it: it was changed, or lines are"
                + " missing");
    Files.writeString(file(), good);
    assertThat(book.verified().unbroken()).isTrue();
    assertThat(book.page(0).messages()).isEqualTo(30);
  }

  @Test
  void theOwnersTokenIsKeptAndFitsOnlyItself() {
    OwnerToken token = OwnerToken.in(folder);
    assertThat(OwnerToken.in(folder).text()).isEqualTo(token.text());
    assertThat(token.fits(token.text())).isTrue();
    for (String wrong : List.of("", "own_", token.text() + "x", token.text().substring(1))) {
      assertThat(token.fits(wrong)).isFalse();
    }
  }
}

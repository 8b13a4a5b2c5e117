package io.parallax.party;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.BadInput;
import io.parallax.grpc.ViewCatalogue;
import io.parallax.grpc.ViewCatalogue.View;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An owner shows what the file says, and nothing by default. */
class CatalogueRuleTest {
  @TempDir Path folder;

  private ViewCatalogue shown(String more) throws IOException {
    String rows =
        IntStream.range(0, 569)
            .mapToObj(i -> "p" + i + ",1,2,ill")
            .collect(Collectors.joining("\n"));
    Files.writeString(folder.resolve("rows.csv"), "id,x,y,label\n" + rows + "\n");
    Path file = folder.resolve("party.yaml");
    Files.writeString(
        file,
        """
        party: maple
        coordinator: localhost
        data: {a: {csv: rows.csv, id: id}}
        labels: {csv: rows.csv, id: id, column: label}
        """
            + more);
    PartyConfig party = PartyConfig.read(file);
    return new PartyStudies(party).catalogue();
  }

  @Test
  void onlyWhatTheOwnerChoseIsShown() throws IOException {
    assertThat(shown("").views()).isEmpty();
    assertThat(shown("catalogue: {views: false}\n").views()).isEmpty();
    assertThat(shown("catalogue: {views: true}\n").views())
        .containsExactly(new View("a", List.of(), ""));
    assertThat(shown("catalogue: {views: true, rows: rounded}\n").views())
        .containsExactly(new View("a", List.of(), "560"));
    assertThat(shown("catalogue: {views: true, columns: true}\n").views())
        .as("neither the id nor the label")
        .containsExactly(new View("a", List.of("x", "y"), ""));
    assertThat(shown("catalogue: {views: true, columns: true}\npolicy: {columns: [y]}\n").views())
        .as("no column that the policy keeps back")
        .containsExactly(new View("a", List.of("y"), ""));
  }

  @Test
  void mistakesAreToldWithTheirLine() {
    assertThatThrownBy(() -> shown("catalogue: {columns: true}\n"))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining(
            "party.yaml:5: catalogue shows columns or rows without 'views: true'");
    assertThatThrownBy(() -> shown("catalogue: {views: true, rows: exact}\n"))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("catalogue.rows is 'exact'; it must be rounded or false");
    assertThatThrownBy(() -> shown("catalogue: {view: true}\n"))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("did you mean 'views'");
  }

  @Test
  void theLedgerSaysItWordForWord() {
    View view = new View("a", List.of("x", "y"), "560");
    assertThat(CatalogueTelling.text(new ViewCatalogue(List.of(view))))
        .isEqualTo("view a, rows: 560, columns: x, y");
    assertThat(CatalogueTelling.text(new ViewCatalogue(List.of())))
        .isEqualTo("nothing is shown any more");
  }
}

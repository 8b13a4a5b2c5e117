package io.parallax.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Regression is compared with R's numbers on public data sets; a changed number is found. */
class VerifyRegressionTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  @TempDir Path root;
  private Path folder;

  /** Makes a folder of vectors with the data sets beside it, as they are shared. */
  @BeforeEach
  void link() throws IOException {
    folder = Files.createDirectory(root.resolve("vectors"));
    Files.createSymbolicLink(root.resolve("data"), Shared.data("birthwt").getParent());
  }

  private void put(String name, String original, Consumer<ObjectNode> change) throws IOException {
    Path file = Shared.regression().resolve(original + ".json");
    ObjectNode root = (ObjectNode) JSON.readTree(file.toFile());
    change.accept(root);
    Files.writeString(folder.resolve(name), root.toString());
  }

  private static void change(ObjectNode root, String path, double factor) {
    ArrayNode list = (ArrayNode) root.at(path);
    list.set(0, JSON.getNodeFactory().numberNode(list.get(0).asDouble() * factor));
  }

  @Test
  void everySharedFileHolds() {
    Cli done = Cli.run("verify", Shared.regression());
    System.out.println(done.out());
    assertThat(done.exit()).isZero();
    assertThat(done.out())
        .containsPattern("holds +cox_rotterdam_rfs_efron.json .* of 1e-08 allowed")
        .containsPattern("largest error .* of 1e-06 allowed \\(parts\\..*standard_errors")
        .containsPattern("holds +cox_rotterdam_to_gbsg.json .* of 1e-10 allowed \\(concordance")
        .contains("6 files checked, 0 beyond tolerance, 0 refused");
  }

  @Test
  void aChangedNumberIsFound() throws IOException {
    put("a.json", "glm_birthwt_low", r -> change(r, "/parts/mother/coefficients", 1 + 3e-8));
    put("b.json", "glm_birthwt_low", r -> change(r, "/parts/history/standard_errors", 1 - 3e-6));
    put("c.json", "glm_birthwt_grams", r -> r.put("deviance", r.get("deviance").asDouble() + 1));
    put("d.json", "cox_rotterdam_to_gbsg", r -> r.put("concordance", 0.65525805));
    put("e.json", "glm_birthwt_low", r -> {});
    Cli done = Cli.run("verify", folder);
    assertThat(done.exit()).isEqualTo(1);
    assertThat(done.out())
        .containsPattern("BEYOND +a.json")
        .contains("parts.mother.coefficients: 3.0")
        .containsPattern("BEYOND +b.json")
        .contains("parts.history.standard_errors: 3.0")
        .containsPattern("BEYOND +c.json .*\\(deviance")
        .containsPattern("BEYOND +d.json")
        .containsPattern("holds +e.json")
        .contains("5 files checked, 4 beyond tolerance, 0 refused");
  }

  @Test
  void whatCannotBeComparedIsRefused() throws IOException {
    put("format.json", "glm_birthwt_low", r -> r.put("format", "parallax-glm-9"));
    put("set.json", "glm_birthwt_low", r -> r.put("data", "births"));
    put("rows.json", "glm_birthwt_low", r -> r.put("rows", 188));
    put("loss.json", "glm_birthwt_low", r -> r.put("loss", "probit"));
    put("ridge.json", "glm_birthwt_low", r -> r.put("ridge", 1));
    put("colour.json", "glm_birthwt_low", r -> r.put("colour", "blue"));
    put("columns.json", "glm_birthwt_low", r -> r.withObject("/parts/mother").putArray("columns"));
    put("none.json", "glm_birthwt_low", r -> r.remove("format"));
    Cli done = Cli.run("verify", folder);
    assertThat(done.exit()).isEqualTo(1);
    assertThat(done.out())
        .contains(
            "its format is 'parallax-glm-9'; it must be one of [parallax-glm-1, parallax-glm-external-1]; use the version it is for")
        .containsPattern("set.json .*the data set 'births' is not in .*; set PARALLAX_DATA")
        .containsPattern("rows.json .*rows is '188'; the data set has 189")
        .containsPattern("loss.json .*settings.loss is 'probit' and must be one of")
        .containsPattern("ridge.json .*ridge is '1'; only 0 can be checked")
        .containsPattern("colour.json .*no check of this version knows colour")
        .containsPattern("columns.json .*parts.mother.columns are not those of the data set")
        .containsPattern("none.json .*has no method")
        .contains("0 files checked, 0 beyond tolerance, 8 refused");
  }
}

package io.parallax.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file is compared under its own parameters, all of them, or refused by name. */
class VerifyTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String METRICS =
      """
      {"method": "clustering metrics", "cases": [
        {"truth": [0, 0, 1, 1], "pred": [1, 1, 0, 0], "acc": 1, "nmi_max_entropy": 1, "purity": 1}]}
      """;
  @TempDir Path folder;

  private void put(String name, String text) throws IOException {
    Files.writeString(folder.resolve(name), text);
  }

  /** A file of exact numbers with a change. */
  private void put(String name, String original, Consumer<ObjectNode> change) throws IOException {
    ObjectNode root = (ObjectNode) JSON.readTree(Shared.oracle().resolve(original).toFile());
    change.accept(root);
    put(name, root.toString());
  }

  private static ObjectNode params(ObjectNode root) {
    return (ObjectNode) root.get("params");
  }

  private Cli verify() {
    return Cli.run("verify", folder);
  }

  @Test
  void aRefusedFileIsNamedAndTheOthersAreChecked() throws IOException {
    put("a.json", METRICS);
    put("b.json", METRICS.replace("\"cases\"", "\"colour\": \"blue\", \"cases\""));
    put("c.json", "{broken");
    put("d.json", METRICS);
    Cli done = verify();
    assertThat(done.exit()).isEqualTo(1);
    assertThat(done.out())
        .containsPattern("holds +a.json")
        .containsPattern("REFUSED +b.json .*no check of this version knows colour")
        .containsPattern("REFUSED +c.json .*not valid JSON")
        .containsPattern("holds +d.json")
        .contains("2 files checked, 0 beyond tolerance, 2 refused");
  }

  @Test
  void everyParameterCounts() throws IOException {
    put("colour.json", "fedmsgl_3_recommended.json", r -> params(r).put("colour", "blue"));
    put("prox.json", "fedmsgl_3_recommended.json", r -> params(r).put("prox", true));
    put("stop.json", "fedmsgl_3_recommended.json", r -> params(r).put("ltol", 0.1));
    put("word.json", "fedmsgl_3_recommended.json", r -> params(r).put("m", "other"));
    put("size.json", "vfedmv_1_basic.json", r -> params(r).put("N", 9));
    put("part.json", "mmvfl_2_moderate.json", r -> params(r).put("inner_iterations", 1.5));
    put("more.json", "hfedmv_1_local1.json", r -> r.putObject("test_phase").put("x", 1));
    put("good.json", "vfedmv_1_basic.json", r -> {});
    Cli done = verify();
    assertThat(done.exit()).isEqualTo(1);
    assertThat(done.out())
        .containsPattern("colour.json .*knows params.colour")
        .containsPattern("prox.json .*params.prox is 'true'; only 'false' can be checked here")
        .containsPattern("stop.json .*params.ltol is '0.1'")
        .containsPattern(
            "word.json .*params.m is 'other'; known are \\[diagM2, exact, none, rank1]")
        .containsPattern("size.json .*params.N is '9'; the file's numbers have 8")
        .containsPattern("part.json .*params.inner_iterations is '1.5'; it must be a whole number")
        .containsPattern("more.json .*knows test_phase")
        .containsPattern("holds +good.json")
        .contains("1 files checked, 0 beyond tolerance, 7 refused");
  }

  /** It was ignored once: a file about columns was compared with rows, and held. */
  @Test
  void theAxisIsNotIgnored() throws IOException {
    put("col.json", "fedmsgl_1_paper_exact13.json", r -> params(r).put("axis", "col"));
    Cli done = verify();
    assertThat(done.exit()).isEqualTo(1);
    assertThat(done.out()).containsPattern("BEYOND +col.json").contains("stage.C_first");
  }

  /** Twelve copies of one view: party 2 comes before party 11. */
  @Test
  void partiesAreInTheOrderOfTheirNumbers() throws IOException {
    put("many.json", "vfedmv_1_basic.json", VerifyTest::firstIterationOfMany);
    assertThat(verify().out())
        .containsPattern("BEYOND +many.json")
        .contains("expected.1.Z:") // the consensus of twelve is another
        .doesNotContain("expected.1.W:", "expected.1.Zk:", "expected.2.W:");
  }

  /** W after one iteration does not depend on other views, so that it can be repeated. */
  private static void firstIterationOfMany(ObjectNode root) {
    for (int k = 3; k < 12; k++) {
      for (String path :
          new String[] {"/X", "/params/d", "/params/beta", "/params/zeta", "/init/W", "/init/Zk"}) {
        var list = (com.fasterxml.jackson.databind.node.ArrayNode) root.at(path);
        list.add(list.get(k % 3));
      }
      var test = (com.fasterxml.jackson.databind.node.ArrayNode) root.at("/test_phase/X_test");
      test.add(test.get(k % 3));
      for (String at : root.get("expected").properties().stream().map(e -> e.getKey()).toList()) {
        for (String what : new String[] {"W", "Zk"}) {
          var list =
              (com.fasterxml.jackson.databind.node.ArrayNode)
                  root.get("expected").get(at).get(what);
          list.add(list.get(k % 3));
        }
      }
    }
    params(root).put("K", 12);
  }
}

package io.parallax.party;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.groups.Tuple.tuple;

import io.parallax.core.BadInput;
import io.parallax.data.Column;
import io.parallax.data.Missing;
import io.parallax.data.Scaler;
import io.parallax.data.Scaling;
import io.parallax.math.Matrix;
import io.parallax.study.model.Model;
import io.parallax.study.model.ModelFolder;
import io.parallax.study.model.ModelPart;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PartyModelsTest {
  @TempDir Path state;
  private PartyModels models;

  @BeforeEach
  void train() throws Exception {
    models = new PartyModels(state);
    for (int i = 1; i <= 3; i++) {
      ModelFolder folder = ModelFolder.at(state.resolve("models/lungs-0000000" + i));
      Model model =
          new Model(
              "lungs",
              "vfedmv",
              Map.of("beta", i),
              true,
              List.of("well", "ill"),
              List.of("a"),
              Map.of("a", 1.0),
              100 + i,
              5,
              0,
              3,
              List.of("maple"));
      folder.write(model, List.of(part()));
      models.trained(folder, "maple");
      Path origin = folder.path().resolve("version.json");
      String day = "2026-0%d-01T00:00:00Z".formatted(i);
      Files.writeString(
          origin,
          Files.readString(origin).replaceFirst("\"trained\":\"[^\"]*", "\"trained\":\"" + day));
    }
  }

  private static ModelPart part() {
    Column column = Column.numeric("a0");
    Scaler scaler = new Scaler(Scaling.STANDARD, new double[1], new double[] {1}, new double[0][]);
    ModelPart.Input input =
        new ModelPart.Input(
            "a",
            "id",
            List.of(column),
            0,
            Missing.ERROR,
            scaler,
            Optional.empty(),
            Optional.empty());
    return new ModelPart("maple", List.of(input), Map.of("a", Matrix.zeros(1, 2)));
  }

  private List<String> names() {
    return models.list().stream().map(PartyModels.Version::name).toList();
  }

  @Test
  void aVersionKnowsTheOneBeforeAndTheNewestThatIsNotRetiredIsInUse() {
    assertThat(models.list())
        .extracting(PartyModels.Version::use, one -> one.origin().before())
        .containsExactly(
            tuple("in use", "lungs-00000002"),
            tuple("earlier", "lungs-00000001"),
            tuple("earlier", ""));
    models.retire("lungs-00000003");
    assertThat(models.inUse()).containsExactly("lungs-00000002");
    assertThat(models.find("lungs").path()).endsWithRaw(Path.of("lungs-00000002"));
    models.restore("lungs-00000003");
    assertThat(models.inUse()).containsExactly("lungs-00000003");
    assertThatThrownBy(() -> models.restore("lungs-00000003"))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("is not retired");
    assertThatThrownBy(() -> models.retire("hearts")).hasMessageContaining("has no model 'hearts'");
  }

  @Test
  void versionsAreErasedByAgeAndByNumber() throws Exception {
    Instant now = Instant.parse("2026-03-02T00:00:00Z");
    assertThat(models.expire(PartyModels.Retention.ANY, now)).isEmpty();
    assertThat(models.expire(new PartyModels.Retention(40, 0), now))
        .containsExactly("model lungs-00000001 was erased: models.keep-days is 40");
    assertThat(models.expire(new PartyModels.Retention(0, 1), now.plus(Duration.ofDays(1))))
        .hasSize(1);
    assertThat(names()).containsExactly("lungs-00000003");
    assertThat(Files.readString(state.resolve("models.log")))
        .contains("erased lungs-00000001: models.keep-days is 40", "erased lungs-00000002: ");
  }

  @Test
  void filesThatTheTrainingDidNotLeaveAreNoticed() throws Exception {
    ModelFolder folder = ModelFolder.at(state.resolve("models/lungs-00000002"));
    assertThat(PartyModels.whole(folder, "maple")).isTrue();
    models.trained(folder, "maple");
    assertThat(models.version("lungs-00000002").origin().trained()).startsWith("2026-02-01");
    Path part = folder.path().resolve("maple.json");
    Files.writeString(part, Files.readString(part) + " ");
    assertThat(PartyModels.whole(folder, "maple")).isFalse();
    Files.delete(part);
    assertThat(PartyModels.whole(folder, "maple")).isFalse();
  }

  @Test
  void twoVersionsAreCompared() {
    List<List<String>> rows =
        ModelComparison.of(models, "maple", "lungs-00000001", "lungs-00000003");
    assertThat(rows)
        .contains(
            List.of("rows", "101", "103"),
            List.of("beta", "1", "3"),
            List.of("version before", "", "lungs-00000002"),
            List.of("own columns", "1", "1"));
    assertThat(rows).noneMatch(row -> row.get(0).startsWith("weight"));
  }
}

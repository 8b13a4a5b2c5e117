package io.parallax.study.rows;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Ids that are left out are told once for each source, with what it lacks. */
class JoinedRowsTest {
  private static Map<String, List<String>> sources(List<String> labels) {
    Map<String, List<String>> ids = new LinkedHashMap<>();
    ids.put("labels.csv", labels);
    ids.put("party gp", List.of("a", "b", "c", "d"));
    ids.put("party lab", List.of("c", "d", "e"));
    return ids;
  }

  @Test
  void labelsOfTheSameIdsAreTheirPartys() {
    List<JoinedRows> joined =
        JoinedRows.of(sources(List.of("d", "c", "b", "a")), "labels.csv", List.of("c", "d"));
    assertThat(joined)
        .containsExactly(new JoinedRows("party gp", 4, 1, 2), new JoinedRows("party lab", 3, 2, 2));
    assertThat(joined)
        .extracting(JoinedRows::leftOut)
        .containsExactly(
            "party gp: 2 of 4 ids are not held by everybody and are left out",
            "party lab: 1 of 3 ids are not held by everybody and are left out");
  }

  @Test
  void labelsThatAreMissingAreToldApart() {
    List<JoinedRows> joined = JoinedRows.of(sources(List.of("a", "c")), "labels.csv", List.of("c"));
    assertThat(joined.get(0)).isEqualTo(new JoinedRows("labels.csv", 2, 3, 1));
    assertThat(joined).hasSize(3);
  }

  @Test
  void viewsOfTheSameIdsAreBothCounted() {
    Map<String, List<String>> ids = new LinkedHashMap<>();
    ids.put("view a", List.of("1", "2"));
    ids.put("view b", List.of("2", "1"));
    List<JoinedRows> joined = JoinedRows.of(ids, "", List.of("1", "2"));
    assertThat(joined).hasSize(2);
    assertThat(joined).extracting(JoinedRows::leftOut).containsOnly("");
  }
}

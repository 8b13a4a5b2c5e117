package io.parallax.study.rows;

import io.parallax.core.BadInput;
import io.parallax.core.Suggestion;
import io.parallax.data.Alignment;
import io.parallax.data.Column;
import io.parallax.data.Steps;
import io.parallax.data.Table;
import io.parallax.data.TypingSessions;
import io.parallax.study.Study;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;

/** A study's rows from the generator of typing sessions: summary numbers, or the sequences. */
final class GeneratedData {
  private static final String USER = "user";
  private final Study study;
  private final TypingSessions made;
  private final List<String> notes = new ArrayList<>();

  private GeneratedData(Study study, TypingSessions made) {
    this.study = study;
    this.made = made;
  }

  static StudyData of(Study study) {
    Study.Generated wanted = study.generated().orElseThrow();
    requireUsers(study.evaluation());
    TypingSessions made =
        TypingSessions.generate(
            new TypingSessions.Settings(
                wanted.users(), wanted.sessions(), wanted.seed().orElse(study.seed())));
    return new GeneratedData(study, made).data();
  }

  /** A session's user is all that splits can go by. */
  private static void requireUsers(Study.Evaluation how) {
    boolean given = how.kind() == Study.Evaluation.Kind.GIVEN;
    if (given || !(how.columns().isEmpty() || how.columns().equals(List.of(USER)))) {
      throw new BadInput(
          "typing sessions can be split by the column '"
              + USER
              + "' only; set evaluate.column to it");
    }
  }

  private StudyData data() {
    Map<String, Table> whole = new LinkedHashMap<>();
    Map<String, List<Column>> columns = new LinkedHashMap<>();
    Map<String, List<String>> ids = new LinkedHashMap<>();
    SourceIds sources = new SourceIds();
    for (String view : study.views()) {
      Table table = table(view);
      sources.view(study.layout().holderName(view), made.ids(), table.ids());
      whole.put(view, table);
      columns.put(view, table.features().stream().map(Column::numeric).toList());
      ids.put(view, table.ids());
    }
    List<String> common = Alignment.common(ids);
    Map<String, Table> tables = new LinkedHashMap<>();
    whole.forEach((view, table) -> tables.put(view, table.rowsFor(common)));
    int[] rows = places(common);
    int[] codes = pick(made.labels(), rows);
    int[] users = pick(made.users(), rows);
    return new StudyData(
            study,
            tables,
            columns,
            codes,
            List.of("not depressed", "depressed"),
            RowOwners.of(study, codes, users),
            study.evaluation().columns().isEmpty() ? new int[0] : users,
            notes)
        .with(sources.tally(common, RowTally.NOT_IN_ALL));
  }

  private Table table(String name) {
    TypingSessions.View view = view(name);
    if (study.generated().orElseThrow().sequences().isEmpty()) {
      return new Table("typing-sessions", made.ids(), made.columns(view), made.features(view));
    }
    Steps steps = study.generated().orElseThrow().sequences().get();
    return steps.taken(name, made.sequences(view, steps), notes::add);
  }

  private static TypingSessions.View view(String name) {
    List<String> known =
        Arrays.stream(TypingSessions.View.values())
            .map(view -> view.name().toLowerCase(Locale.ROOT))
            .toList();
    if (!known.contains(name)) {
      throw new BadInput(
          "typing sessions have no view '" + name + "'" + Suggestion.among(name, known));
    }
    return TypingSessions.View.values()[known.indexOf(name)];
  }

  private int[] places(List<String> common) {
    List<String> all = made.ids();
    Map<String, Integer> index = new LinkedHashMap<>();
    IntStream.range(0, all.size()).forEach(i -> index.put(all.get(i), i));
    return common.stream().mapToInt(index::get).toArray();
  }

  private static int[] pick(int[] from, int[] places) {
    return Arrays.stream(places).map(place -> from[place]).toArray();
  }
}

package io.parallax.study.rows;

import io.parallax.core.BadInput;
import io.parallax.core.PartyId;
import io.parallax.core.Sequences;
import io.parallax.data.CsvText;
import io.parallax.data.ImageFile;
import io.parallax.data.LabelColumn;
import io.parallax.data.NumberedFile;
import io.parallax.data.RowTable;
import io.parallax.data.Steps;
import io.parallax.data.Table;
import io.parallax.study.Layout;
import io.parallax.study.Study;
import io.parallax.study.file.StudyFile;
import io.parallax.study.yaml.Yaml;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.Stream;

/**
 * Cuts the pooled data set of a study into a folder for each party, as CSV files with the cells as
 * they are, images as IDX files, and writes the study that runs on them.
 */
public final class PartyFolders {
  private static final String IMAGES = ".idx";
  private final String text;
  private final StudyData data;
  private final Study study;
  private final Path out;

  /** A party's folder and how many rows it got. */
  public record Written(String party, List<String> views, int rows, boolean labels) {}

  private PartyFolders(String text, StudyData data, Path out) {
    this.text = text;
    this.data = data;
    this.study = data.study();
    this.out = out;
  }

  /**
   * @param parts into how many parts images are cut, whatever the study says; 0: as it says
   */
  public static List<Written> write(Path studyFile, Path out, int parts) {
    Study study = parts == 0 ? StudyFile.read(studyFile) : cut(studyFile, parts);
    if (parts == 0 && !Yaml.read(studyFile).entries().containsKey("partition")) {
      throw new BadInput(
          studyFile
              + ": no 'partition' that says how to cut the data; add one, such as partition: {kind:"
              + " horizontal, parties: 4}");
    }
    if (!Yaml.read(studyFile).isBlock()) {
      throw new BadInput(studyFile + " is written in braces; write each key on a line of its own");
    }
    if (study.layout() instanceof Layout.Pooled pooled) {
      requireWhole(studyFile, pooled.partition());
    }
    requireFileNames(studyFile, study.views());
    try {
      return write(study, Files.readString(studyFile), out);
    } catch (IOException e) {
      throw new BadInput(studyFile + " cannot be read", e);
    }
  }

  /**
   * Writes the parties of a study, and the study that runs on their files.
   *
   * @param text of the study; what it says of data and parties is replaced
   */
  public static List<Written> write(Study study, String text, Path out) {
    requireEmpty(out);
    StudyData data = StudyReader.load(study);
    new StudySplits(data).requireRows(data.everything(), "the data");
    try {
      return new PartyFolders(text, data, out).write();
    } catch (IOException e) {
      throw new BadInput("cannot write to " + out + "; choose another --out", e);
    }
  }

  /** Rejects partitions that change training only, which files cannot say. */
  private static void requireWhole(Path studyFile, Study.Partition partition) {
    if (partition.rows() > 0) {
      throw new BadInput(
          studyFile + ": partition.rows leaves rows out of training, not out of files; remove it");
    }
    if (partition.spoilt().isPresent()) {
      throw new BadInput(
          studyFile + ": partition.spoilt spoils labels in training, not in files; remove it");
    }
  }

  /** Rejects names of views that cannot name files. */
  private static void requireFileNames(Path studyFile, List<String> views) {
    for (String view : views) {
      if (!view.matches("[A-Za-z0-9][A-Za-z0-9._-]{0,63}")) {
        throw new BadInput(
            "%s: view '%s' cannot name a file; use 1 to 64 letters, digits, dots, dashes"
                .formatted(studyFile, view));
      }
    }
  }

  /** The study with its images cut into so many parts. */
  private static Study cut(Path studyFile, int parts) {
    Yaml root = Yaml.read(studyFile);
    Yaml partition = root.entries().get("partition");
    String active =
        partition != null && partition.entries().containsKey("active")
            ? ", active: " + partition.entries().get("active").text()
            : "";
    try {
      String text =
          root.linesWithout(Set.of("partition"), Files.readString(studyFile))
              + "partition: {kind: vertical, parts: %d%s}\n".formatted(parts, active);
      Path folder = studyFile.toAbsolutePath().getParent();
      return StudyFile.parse(studyFile.toString(), text, folder);
    } catch (IOException e) {
      throw new BadInput(studyFile + " cannot be read", e);
    }
  }

  /** Rejects a folder that holds something already. */
  public static void requireEmpty(Path out) {
    try (Stream<Path> inside = Files.exists(out) ? Files.list(out) : Stream.empty()) {
      if (inside.findAny().isPresent()) {
        throw new BadInput(out + " is not empty; choose another --out");
      }
    } catch (IOException e) {
      throw new BadInput(out + " is a file; choose a folder for --out", e);
    }
  }

  private List<Written> write() throws IOException {
    List<Written> written = new ArrayList<>();
    if (data.owners().isPresent()) {
      RowOwners owners = data.owners().get();
      int[] all = data.allRows();
      for (int p = 0; p < owners.ids().size(); p++) {
        String party = owners.ids().get(p).name();
        int[] rows = owners.rows(p, all);
        for (String view : study.views()) {
          view(party, view, rows);
        }
        labels(party, rows);
        written.add(new Written(party, study.views(), rows.length, true));
      }
    } else {
      int[] rows = data.allRows();
      for (Layout.Holder holder : study.layout().holders()) {
        String party = holder.id().name();
        view(party, holder.view(), rows);
        if (holder.labels()) {
          labels(party, rows);
        }
        written.add(new Written(party, List.of(holder.view()), rows.length, holder.labels()));
      }
    }
    Files.writeString(out.resolve("study.yaml"), yaml());
    return written;
  }

  private void view(String party, String view, int[] rows) throws IOException {
    Table table = data.tables().get(view);
    Path folder = Files.createDirectories(out.resolve(party));
    if (table.images().isPresent()) {
      ImageFile.write(table, rows, folder.resolve(view + IMAGES));
      return;
    }
    Path to = folder.resolve(view + ".csv");
    Optional<Study.Source> named =
        study.layout().source(view).filter(source -> source.table().isPresent());
    if (named.isPresent()) {
      Study.Source source = named.get();
      RowTable from = source.table().orElseThrow();
      if (source.steps().timed()) {
        from.copySteps(source.id(), columns(view, source), Set.copyOf(ids(rows)), to);
      } else {
        from.copy(source.id(), columns(view, source), ids(rows), to);
      }
    } else if (table.sequences().isPresent()) {
      steps(table, rows, to);
    } else {
      numbers(table, rows, to);
    }
  }

  /** The columns of a file that a view needs: not the time between steps, which is computed. */
  private List<String> columns(String view, Study.Source source) {
    Set<String> columns = new LinkedHashSet<>(List.of(source.id()));
    if (source.steps().timed()) {
      columns.add(source.steps().time());
    }
    data.columns().get(view).forEach(column -> columns.add(column.name()));
    if (source.steps().gap()) {
      columns.remove(Steps.GAP);
    }
    return List.copyOf(columns);
  }

  /** Writes sequences that are in no file with names, a line for every step. */
  private static void steps(Table table, int[] rows, Path to) {
    Sequences layout = table.sequences().orElseThrow();
    int width = layout.channels().size();
    try (CsvText csv = CsvText.exact(to)) {
      csv.row(line(layout.channels().stream(), Study.ID, Study.TIME));
      for (int row : rows) {
        double[] values = table.values().row(row);
        for (int at = layout.start((int) values[0]), t = 1; at < values.length; at += width, t++) {
          csv.row(line(Arrays.stream(values, at, at + width).boxed(), table.ids().get(row), t));
        }
      }
    }
  }

  private static List<?> line(Stream<?> values, Object... head) {
    return Stream.concat(Arrays.stream(head), values).toList();
  }

  private List<String> ids(int[] rows) {
    return Arrays.stream(rows).mapToObj(data.ids()::get).toList();
  }

  private static void numbers(Table table, int[] rows, Path to) {
    try (CsvText csv = CsvText.exact(to)) {
      csv.row(line(table.columns().stream(), Study.ID));
      for (int row : rows) {
        csv.row(line(Arrays.stream(table.values().row(row)).boxed(), table.ids().get(row)));
      }
    }
  }

  private void labels(String party, int[] rows) throws IOException {
    Path to = out.resolve(party).resolve(labelFile());
    Optional<Study.LabelSource> known = study.layout().labels();
    Optional<NumberedFile> matrix = known.flatMap(Study.LabelSource::matrix);
    if (matrix.isPresent()) {
      LabelColumn labels = matrix.get().labels();
      int[] codes = labels.codesFor(ids(rows));
      numbers(rows, i -> labels.classes().get(codes[i]), to);
    } else if (known.isPresent()) {
      Study.LabelSource source = known.get();
      Set<String> columns = new LinkedHashSet<>(List.of(source.id(), source.column()));
      columns.addAll(study.evaluation().columns());
      source.table().copy(source.id(), List.copyOf(columns), ids(rows), to);
    } else {
      numbers(rows, i -> data.classes().get(data.codes()[rows[i]]), to);
    }
  }

  /** Writes labels that are no text of a file, of the i-th of these rows. */
  private void numbers(int[] rows, IntFunction<String> label, Path to) {
    List<String> subject = study.evaluation().columns();
    try (CsvText csv = CsvText.exact(to)) {
      csv.row(line(subject.stream().limit(1), Study.ID, "label"));
      for (int i = 0; i < rows.length; i++) {
        int row = rows[i];
        csv.row(
            line(
                subject.stream().limit(1).map(column -> data.blocks()[row]),
                data.ids().get(row),
                label.apply(i)));
      }
    }
  }

  /** The study's own lines, but for its data, and then the parties with theirs. */
  private String yaml() {
    Set<String> replaced = Set.of("data", "partition", "parties");
    StringBuilder yaml =
        new StringBuilder(Yaml.parse("the study", text).linesWithout(replaced, text));
    boolean horizontal = data.owners().isPresent();
    if (horizontal) {
      yaml.append("views: [").append(String.join(", ", study.views())).append("]\n");
    }
    yaml.append("parties:\n");
    (horizontal ? data.owners().get().ids() : study.members())
        .forEach(party -> yaml.append(party(party, horizontal)));
    return yaml.toString();
  }

  private String party(PartyId party, boolean horizontal) {
    Map<String, String> files = new LinkedHashMap<>();
    Optional<Layout.Holder> own =
        study.layout().holders().stream().filter(h -> h.id().equals(party)).findFirst();
    for (String view : own.map(Layout.Holder::view).map(List::of).orElse(study.views())) {
      String id = Yaml.quoted(study.layout().source(view).map(Study.Source::id).orElse(Study.ID));
      files.put(
          view,
          data.tables().get(view).images().isPresent()
              ? "{idx: %s/%s%s}".formatted(party, view, IMAGES)
              : "{csv: %s/%s.csv, id: %s%s}".formatted(party, view, id, sequences(view)));
    }
    StringBuilder text = new StringBuilder("  " + party + ":\n");
    if (horizontal) {
      text.append("    data:\n");
      files.forEach((view, source) -> text.append("      " + view + ": " + source + "\n"));
    } else {
      text.append("    view: " + files.keySet().iterator().next() + "\n");
      text.append("    data: " + files.values().iterator().next() + "\n");
    }
    boolean holds = own.map(Layout.Holder::labels).orElse(true);
    return holds ? text.append("    labels: " + labels(party) + "\n").toString() : text.toString();
  }

  /** Returns the sequence keys of a view for a study file; empty if its rows are plain numbers. */
  private String sequences(String view) {
    if (data.tables().get(view).sequences().isEmpty()) {
      return "";
    }
    Steps steps =
        study
            .layout()
            .source(view)
            .map(Study.Source::steps)
            .or(() -> study.generated().flatMap(Study.Generated::sequences))
            .orElseThrow();
    return ", time: "
        + Yaml.quoted(steps.timed() ? steps.time() : Study.TIME)
        + (steps.gap() ? ", gap: true" : "")
        + (steps.most() > 0 ? ", steps: " + steps.most() : "")
        + (steps.least() > 1 ? ", least: " + steps.least() : "");
  }

  private String labels(PartyId party) {
    String where =
        study
            .layout()
            .labels()
            .map(
                source ->
                    "id: %s, column: %s"
                        .formatted(Yaml.quoted(source.id()), Yaml.quoted(source.column())))
            .orElse("id: " + Study.ID + ", column: label");
    return "{csv: " + party + "/" + labelFile() + ", " + where + "}";
  }

  /** A view may be called labels, too. */
  private String labelFile() {
    return study.views().contains("labels") ? "labels-of-rows.csv" : "labels.csv";
  }
}

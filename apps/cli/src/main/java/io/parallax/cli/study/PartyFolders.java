package io.parallax.cli.study;

import io.parallax.core.BadInput;
import io.parallax.core.PartyId;
import io.parallax.core.Sequences;
import io.parallax.data.CsvFile;
import io.parallax.data.ImageFile;
import io.parallax.data.LabelColumn;
import io.parallax.data.NumberedFile;
import io.parallax.data.Steps;
import io.parallax.data.Table;
import java.io.BufferedWriter;
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
  private final Path file;
  private final StudyData data;
  private final Study study;
  private final Path out;

  /** A party's folder and how many rows it got. */
  public record Written(String party, List<String> views, int rows, boolean labels) {}

  private PartyFolders(Path file, StudyData data, Path out) {
    this.file = file;
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
    if (study.partition().map(Study.Partition::rows).orElse(0) > 0) {
      throw new BadInput(
          studyFile + ": partition.rows leaves rows out of training, not out of files; remove it");
    }
    if (study.partition().flatMap(Study.Partition::spoilt).isPresent()) {
      throw new BadInput(
          studyFile + ": partition.spoilt spoils labels in training, not in files; remove it");
    }
    requireEmpty(out);
    StudyData data = StudyReader.load(study);
    new StudySplits(data).requireRows(data.everything(), "the data");
    try {
      return new PartyFolders(studyFile, data, out).write();
    } catch (IOException e) {
      throw new BadInput("cannot write to " + out + "; choose another --out", e);
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

  private static void requireEmpty(Path out) {
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
      Owners owners = data.owners().get();
      int[] all = data.allRows();
      for (int p = 0; p < owners.ids().size(); p++) {
        String party = owners.ids().get(p).name();
        int[] rows = owners.rows(p, all);
        for (Study.Member member : study.parties()) {
          view(party, member, rows);
        }
        labels(party, rows);
        written.add(new Written(party, study.views(), rows.length, true));
      }
    } else {
      int[] rows = data.allRows();
      for (Study.Member member : study.parties()) {
        String party = member.id().name();
        view(party, member, rows);
        if (member.labels()) {
          labels(party, rows);
        }
        written.add(new Written(party, List.of(member.view()), rows.length, member.labels()));
      }
    }
    Files.writeString(out.resolve("study.yaml"), yaml());
    return written;
  }

  private void view(String party, Study.Member member, int[] rows) throws IOException {
    if (data.tables().get(member.id()).images().isPresent()) {
      Path folder = Files.createDirectories(out.resolve(party));
      ImageFile.write(data.tables().get(member.id()), rows, folder.resolve(member.view() + IMAGES));
      return;
    }
    Path to = Files.createDirectories(out.resolve(party)).resolve(member.view() + ".csv");
    if (member.data().filter(source -> source.matrix().isEmpty()).isPresent()) {
      Study.Source source = member.data().get();
      if (source.steps().timed()) {
        CsvFile.copySteps(
            source.file(), source.id(), columns(member, source), Set.copyOf(ids(rows)), to);
      } else {
        CsvFile.copy(source.file(), source.id(), columns(member, source), ids(rows), to);
      }
    } else if (data.tables().get(member.id()).sequences().isPresent()) {
      steps(data.tables().get(member.id()), rows, to);
    } else {
      numbers(data.tables().get(member.id()), rows, to);
    }
  }

  /** The columns of a file that a view needs: not the time between steps, which is computed. */
  private List<String> columns(Study.Member member, Study.Source source) {
    Set<String> columns = new LinkedHashSet<>(List.of(source.id()));
    if (source.steps().timed()) {
      columns.add(source.steps().time());
    }
    data.columns().get(member.id()).forEach(column -> columns.add(column.name()));
    if (source.steps().gap()) {
      columns.remove(Steps.GAP);
    }
    return List.copyOf(columns);
  }

  /** Sequences that are in no file with names, a line for every step. */
  private static void steps(Table table, int[] rows, Path to) throws IOException {
    Sequences layout = table.sequences().orElseThrow();
    int width = layout.channels().size();
    try (BufferedWriter csv = Files.newBufferedWriter(to)) {
      csv.write(Study.ID + "," + Study.TIME + "," + String.join(",", layout.channels()) + "\n");
      for (int row : rows) {
        double[] values = table.values().row(row);
        for (int at = layout.start((int) values[0]), t = 1; at < values.length; t++) {
          csv.write(table.ids().get(row) + "," + t);
          for (int end = at + width; at < end; at++) {
            csv.write("," + values[at]);
          }
          csv.write("\n");
        }
      }
    }
  }

  private List<String> ids(int[] rows) {
    return Arrays.stream(rows).mapToObj(data.ids()::get).toList();
  }

  private static void numbers(Table table, int[] rows, Path to) throws IOException {
    try (BufferedWriter csv = Files.newBufferedWriter(to)) {
      csv.write(Study.ID + "," + String.join(",", table.columns()) + "\n");
      for (int row : rows) {
        csv.write(table.ids().get(row));
        for (int j = 0; j < table.columns().size(); j++) {
          csv.write("," + table.values().get(row, j));
        }
        csv.write("\n");
      }
    }
  }

  private void labels(String party, int[] rows) throws IOException {
    Path to = out.resolve(party).resolve(labelFile());
    Study.Member holder = study.parties().stream().filter(Study.Member::labels).findFirst().get();
    Optional<NumberedFile> matrix = holder.labelSource().flatMap(Study.LabelSource::matrix);
    if (matrix.isPresent()) {
      LabelColumn labels = matrix.get().labels();
      int[] codes = labels.codesFor(ids(rows));
      numbers(rows, i -> labels.classes().get(codes[i]), to);
    } else if (holder.labelSource().isPresent()) {
      Study.LabelSource source = holder.labelSource().get();
      Set<String> columns = new LinkedHashSet<>(List.of(source.id(), source.column()));
      columns.addAll(study.evaluation().columns());
      CsvFile.copy(source.file(), source.id(), List.copyOf(columns), ids(rows), to);
    } else {
      numbers(rows, i -> data.classes().get(data.codes()[rows[i]]), to);
    }
  }

  /** Labels that are no text of a file: of the i-th of these rows. */
  private void numbers(int[] rows, IntFunction<String> label, Path to) throws IOException {
    List<String> subject = study.evaluation().columns();
    String more = subject.isEmpty() ? "" : "," + subject.get(0);
    List<String> lines = new ArrayList<>(List.of(Study.ID + ",label" + more));
    for (int i = 0; i < rows.length; i++) {
      String own = subject.isEmpty() ? "" : "," + data.blocks()[rows[i]];
      lines.add(data.ids().get(rows[i]) + "," + label.apply(i) + own);
    }
    Files.write(to, lines);
  }

  /** The study's own lines, but for its data, and then the parties with theirs. */
  private String yaml() throws IOException {
    Set<String> replaced = Set.of("data", "partition", "parties");
    StringBuilder text =
        new StringBuilder(Yaml.read(file).linesWithout(replaced, Files.readString(file)));
    boolean horizontal = data.owners().isPresent();
    if (horizontal) {
      text.append("views: [").append(String.join(", ", study.views())).append("]\n");
    }
    text.append("parties:\n");
    (horizontal
            ? data.owners().get().ids()
            : study.parties().stream().map(Study.Member::id).toList())
        .forEach(party -> text.append(party(party, horizontal)));
    return text.toString();
  }

  private String party(PartyId party, boolean horizontal) {
    Map<String, String> files = new LinkedHashMap<>();
    for (Study.Member member : study.parties()) {
      if (horizontal || member.id().equals(party)) {
        String id = Yaml.quoted(member.data().map(Study.Source::id).orElse(Study.ID));
        files.put(
            member.view(),
            data.tables().get(member.id()).images().isPresent()
                ? "{idx: %s/%s%s}".formatted(party, member.view(), IMAGES)
                : "{csv: %s/%s.csv, id: %s%s}"
                    .formatted(party, member.view(), id, sequences(member)));
      }
    }
    StringBuilder text = new StringBuilder("  " + party + ":\n");
    if (horizontal) {
      text.append("    data:\n");
      files.forEach((view, source) -> text.append("      " + view + ": " + source + "\n"));
    } else {
      text.append("    view: " + files.keySet().iterator().next() + "\n");
      text.append("    data: " + files.values().iterator().next() + "\n");
    }
    boolean holds =
        horizontal || study.parties().stream().anyMatch(m -> m.id().equals(party) && m.labels());
    return holds ? text.append("    labels: " + labels(party) + "\n").toString() : text.toString();
  }

  /** What a study says of a view's sequences; nothing where rows are just numbers. */
  private String sequences(Study.Member member) {
    if (data.tables().get(member.id()).sequences().isEmpty()) {
      return "";
    }
    Steps steps =
        member
            .data()
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
        study.parties().stream()
            .flatMap(member -> member.labelSource().stream())
            .findFirst()
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

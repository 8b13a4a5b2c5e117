package io.parallax.setup;

import io.parallax.core.BadInput;
import io.parallax.core.PartyId;
import io.parallax.core.Shown;
import io.parallax.data.RowFormat;
import io.parallax.engine.DurableFile;
import io.parallax.study.yaml.Yaml;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Writes the file of a party that has joined, with the policy's defaults. */
public final class PartyFile {
  private static final String POLICY =
      """
      policy:                         # the studies that this party accepts; these are the defaults
        minimum-parties: 3            # a sum over two protects nobody
        minimum-rows: 30              # no study of fewer people
        rounds: 10000                 # the most rounds of a study
        splits: 20                    # splits that all studies together may judge by these labels
        approve: manual               # or automatic: whatever is within the policy
        # aggregation: masked         # refuses studies in which the coordinator could read numbers
        # methods: [joint, vfedmv, mmvfl]     # nothing else is accepted
        # label-epsilon-total: 8      # labels are told randomised only, within this budget
        # approval-days: 180          # an approval ends by itself
      state: state                    # ledger, approvals, and what a restart needs
      # catalogue: {views: true, columns: true, rows: rounded}   # what researchers see of the rows
      """;

  private static final String EMPTY =
      """
      # Fill this in: the views of this party's rows, and its labels if it has some.
      # data:
      #   VIEW: {csv: FILE, id: COLUMN}
      # labels: {csv: FILE, id: COLUMN, column: COLUMN}
      """;

  private final PartyId name;
  private final Path folder;

  /**
   * The rows of a party.
   *
   * @param views files by the view's name
   * @param id the column of ids; empty: not known yet
   * @param labels FILE:COLUMN
   */
  public record Data(Map<String, Path> views, Optional<String> id, Optional<String> labels) {
    public Data {
      if (!views.isEmpty() && id.isEmpty()) {
        throw new BadInput("--id is missing; it names the column of ids in the files of the views");
      }
      if (labels.isPresent() && views.isEmpty()) {
        throw new BadInput("--labels needs --view, too: NAME=FILE");
      }
    }
  }

  public PartyFile(PartyId name, Path folder) {
    this.name = name;
    this.folder = folder;
  }

  /** Returns the path of the file. */
  public Path path() {
    return folder.resolve(name + ".yaml");
  }

  public boolean exists() {
    return Files.exists(path());
  }

  /** Returns whether the file says where rows are. */
  public boolean complete() {
    return Yaml.read(path(), "party").entries().containsKey("data");
  }

  /** Returns the rows that somebody types, view by view. */
  public static Data ask(Questions questions) {
    Map<String, Path> views = new LinkedHashMap<>();
    String view;
    while (!(view = answer(questions, "Name of a view (an empty line ends):")).isEmpty()) {
      views.put(view, Path.of(answer(questions, "Its file:")));
    }
    if (views.isEmpty()) {
      return new Data(views, Optional.empty(), Optional.empty());
    }
    String id = answer(questions, "Column of ids:");
    String labels = answer(questions, "Labels, as FILE:COLUMN (empty: none here):");
    return new Data(views, Optional.of(id), Optional.of(labels).filter(text -> !text.isEmpty()));
  }

  private static String answer(Questions questions, String question) {
    return questions.line(question).orElse("");
  }

  /** Rejects data that cannot be written, before anything is told to anybody. */
  void require(Data data) {
    if (!exists()) {
      rows(data);
    }
  }

  /**
   * Writes the file, unless it is there.
   *
   * @param coordinator its address for parties
   * @return whether it was written
   */
  public boolean write(String coordinator, Data data) {
    if (Files.exists(path())) {
      return false;
    }
    StringBuilder text = new StringBuilder();
    text.append("# Written by './parallax party join'. docs/two-machines.md explains every key.\n");
    text.append("party: ").append(name).append('\n');
    text.append("coordinator: ").append(coordinator).append('\n');
    text.append(data.views().isEmpty() ? EMPTY : rows(data)).append(POLICY);
    DurableFile.replace(path(), text.toString().getBytes(StandardCharsets.UTF_8));
    return true;
  }

  private String rows(Data data) {
    StringBuilder text = new StringBuilder("data:\n");
    data.views()
        .forEach(
            (view, file) ->
                text.append("  %s: {%s}\n".formatted(quoted(view), source(file, data.id()))));
    data.labels().ifPresent(labels -> text.append(labels(labels, data.id())));
    return text.toString();
  }

  private String labels(String labels, Optional<String> id) {
    int end = labels.lastIndexOf(':');
    for (int at = end; at > 0; at = labels.lastIndexOf(':', at - 1)) {
      if (Files.isRegularFile(Path.of(labels.substring(0, at)))) {
        end = at; // a column's name may have colons, too
        break;
      }
    }
    if (end < 1 || end == labels.length() - 1) {
      throw new BadInput("--labels is '%s'; it must be FILE:COLUMN".formatted(Shown.text(labels)));
    }
    String source = source(Path.of(labels.substring(0, end)), id);
    return "labels: {%s, column: %s}\n".formatted(source, quoted(labels.substring(end + 1)));
  }

  private String source(Path file, Optional<String> id) {
    if (!Files.isRegularFile(file)) {
      throw new BadInput(file + " is not there; give the path of a file with rows");
    }
    RowFormat format =
        RowFormat.all().stream()
            .filter(one -> one.inFile() && one.ends(file.getFileName().toString()))
            .findFirst()
            .orElseThrow(
                () ->
                    new BadInput(
                        "%s has an ending of no known format; write its source into %s by hand"
                            .formatted(file, path())));
    Path from = folder.toAbsolutePath().normalize();
    String place = from.relativize(file.toAbsolutePath().normalize()).toString();
    boolean table = format.keys().containsAll(RowFormat.TABLE);
    return format.name()
        + ": "
        + quoted(place)
        + (table ? ", id: " + quoted(id.orElseThrow()) : "");
  }

  /** Returns a text as YAML, in quotes unless it is a plain word. */
  private static String quoted(String text) {
    return text.matches("[A-Za-z][A-Za-z0-9_-]*")
            && !text.matches("(?i)true|false|yes|no|on|off|null")
        ? text
        : "'" + text.replace("'", "''") + "'";
  }
}

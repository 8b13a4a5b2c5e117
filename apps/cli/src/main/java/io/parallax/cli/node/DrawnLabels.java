package io.parallax.cli.node;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.parallax.cli.study.StudyData;
import io.parallax.core.BadInput;
import io.parallax.core.Refused;
import io.parallax.engine.DurableFile;
import io.parallax.engine.Hashes;
import io.parallax.party.LabelExpenses;
import io.parallax.party.Ledger;
import io.parallax.party.Node;
import io.parallax.party.Proposal;
import io.parallax.privacy.RandomisedResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A party's labels as studies are told them: each drawn once for each epsilon, kept, and used again
 * by every later study with the same epsilon and classes, which therefore spends nothing more. What
 * a drawing spends stands in the ledger before it is made, and counts over all files of labels; one
 * that would go beyond the owner's total is refused.
 */
public final class DrawnLabels {
  private static final ObjectMapper JSON = new ObjectMapper();
  private final Path folder;
  private final double total;
  private final LabelExpenses ledger;

  /**
   * One drawing.
   *
   * @param source where the true labels are
   * @param studies that were told it, by name and the beginning of their hash
   * @param drawn classes by the rows' ids
   */
  public record Drawing(
      String source,
      double epsilon,
      List<String> classes,
      SortedSet<String> studies,
      SortedMap<String, Integer> drawn) {
    public Drawing { // a file of an earlier version names no studies
      studies = studies == null ? new TreeSet<>() : studies;
    }

    /** What it is known by. */
    private String key() {
      byte[] all = (source + "\n" + epsilon + "\n" + classes).getBytes(StandardCharsets.UTF_8);
      return HexFormat.of().formatHex(Hashes.of(all)).substring(0, 32);
    }
  }

  /**
   * Epsilon that was spent once and for all.
   *
   * @param kept what was drawn, if it is still there to be used again
   */
  public record Expense(String source, double epsilon, Optional<Drawing> kept) {}

  /** Writes an expense into the ledger, before labels are drawn. */
  interface Writer {
    void write(String source, double epsilon, String name);
  }

  /**
   * @param total epsilon that may be spent on labels
   */
  DrawnLabels(Path state, double total) {
    this.folder = state.resolve("labels");
    this.total = total;
    this.ledger = new LabelExpenses(Node.Setup.ledger(state));
  }

  /** Those of a party. */
  public static DrawnLabels of(PartyConfig party) {
    return new DrawnLabels(party.state(), party.policy().labelEpsilonTotal());
  }

  /** How far all studies together may tell labels apart. */
  public double total() {
    return total;
  }

  /** Epsilon that is spent on labels, over all files. */
  public double spent() {
    return expenses().stream().mapToDouble(Expense::epsilon).sum();
  }

  /**
   * All that was spent: what the ledger says, then drawings of before the ledger knew of them. A
   * drawing whose file is gone is spent all the same.
   */
  public synchronized List<Expense> expenses() {
    Map<String, Drawing> files = files();
    List<Ledger.Entry> entered = new ArrayList<>(ledger.drawings());
    Collections.reverse(entered); // the file is of the newest drawing of its name
    List<Expense> all = new ArrayList<>();
    for (Ledger.Entry entry : entered) {
      Drawing kept = files.remove(entry.sha256());
      all.add(new Expense(entry.text(), entry.epsilon(), Optional.ofNullable(kept)));
    }
    Collections.reverse(all);
    files.values().forEach(d -> all.add(new Expense(d.source, d.epsilon, Optional.of(d))));
    return all;
  }

  /** What a study with this epsilon would cost, as far as it can be told without reading labels. */
  Proposal.Labels asked(String source, double epsilon) {
    boolean known =
        files().values().stream().anyMatch(d -> d.source.equals(source) && d.epsilon == epsilon);
    return new Proposal.Labels(true, epsilon, spent(), known ? 0 : epsilon);
  }

  /** Refuses a drawing that would go beyond the total. */
  synchronized void require(StudyData own, String source, double epsilon) {
    if (!Files.exists(file(none(own, source, epsilon)))) {
      requireBudget(epsilon);
    }
  }

  private void requireBudget(double epsilon) {
    new Proposal.Labels(true, epsilon, spent(), epsilon)
        .beyond(total)
        .ifPresent(
            why -> {
              throw new Refused(why.rule(), " (" + why.own() + ")");
            });
  }

  /** The rows with the labels that training is told. */
  synchronized StudyData taught(
      StudyData own, String source, double epsilon, String study, Writer entering) {
    Drawing none = none(own, source, epsilon);
    Path file = file(none);
    boolean kept = Files.exists(file);
    if (!kept) {
      requireBudget(epsilon);
      entering.write(source, epsilon, none.key());
    }
    Drawing known = kept ? read(file) : none;
    List<String> ids = own.ids();
    int[] fresh =
        IntStream.range(0, ids.size()).filter(i -> !known.drawn.containsKey(ids.get(i))).toArray();
    if (fresh.length > 0) {
      int[] codes = IntStream.of(fresh).map(i -> own.codes()[i]).toArray();
      int[] drawn = new RandomisedResponse(epsilon, own.classes().size()).draw(codes);
      IntStream.range(0, fresh.length).forEach(k -> known.drawn.put(ids.get(fresh[k]), drawn[k]));
    }
    if (known.studies.add(study) || fresh.length > 0) {
      write(file, known);
    }
    return own.teaching(ids.stream().mapToInt(known.drawn::get).toArray());
  }

  private static Drawing none(StudyData own, String source, double epsilon) {
    return new Drawing(source, epsilon, own.classes(), new TreeSet<>(), new TreeMap<>());
  }

  private Path file(Drawing drawing) {
    return folder.resolve(drawing.key() + ".json");
  }

  /** Every drawing that is kept, by what it is known by. */
  private Map<String, Drawing> files() {
    Map<String, Drawing> all = new LinkedHashMap<>();
    if (!Files.isDirectory(folder)) {
      return all;
    }
    try (Stream<Path> files = Files.list(folder)) {
      files
          .filter(f -> f.toString().endsWith(".json"))
          .sorted()
          .map(DrawnLabels::read)
          .forEach(drawing -> all.put(drawing.key(), drawing));
      return all;
    } catch (IOException e) {
      throw new BadInput(folder + " cannot be read; check its rights", e);
    }
  }

  private static Drawing read(Path file) {
    try {
      Drawing drawing = JSON.readValue(file.toFile(), Drawing.class);
      if (!file.endsWith(drawing.key() + ".json")) {
        throw new BadInput(
            file + " was changed: its name no longer fits what it says; restore it from a copy");
      }
      return drawing;
    } catch (IOException e) {
      throw new BadInput(
          file + " cannot be read; what was drawn is lost with it, so restore it from a copy", e);
    }
  }

  private static void write(Path file, Drawing drawing) {
    try {
      DurableFile.replace(file, JSON.writeValueAsBytes(drawing));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }
}

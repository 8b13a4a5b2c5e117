package io.parallax.party;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.parallax.core.BadInput;
import io.parallax.core.Hashes;
import io.parallax.core.Refused;
import io.parallax.data.Json;
import io.parallax.engine.DurableFile;
import io.parallax.privacy.RandomisedResponse;
import io.parallax.study.rows.StudyData;
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
 * Randomises a party's labels within the owner's total of epsilon. Labels are drawn once for each
 * epsilon, stored, and used again by later studies with the same epsilon and classes at no cost.
 * The ledger records an expense before the drawing; it counts over all label files, and a drawing
 * that would exceed the total is rejected.
 */
public final class LabelBudget {
  private final Path folder;
  private final double total;
  private final LabelExpenses ledger;

  /**
   * Randomised labels, drawn once.
   *
   * @param source the location of the true labels
   * @param studies the studies that use it, by name and the beginning of their hash
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

    /** Returns the drawing's name. */
    private String key() {
      byte[] all = (source + "\n" + epsilon + "\n" + classes).getBytes(StandardCharsets.UTF_8);
      return HexFormat.of().formatHex(Hashes.of(all)).substring(0, 32);
    }
  }

  /**
   * Epsilon that was spent.
   *
   * @param kept the drawing, if it is still stored
   */
  public record Expense(String source, double epsilon, Optional<Drawing> kept) {}

  /** Records an expense in the ledger before labels are drawn. */
  interface Writer {
    void write(String source, double epsilon, String name);
  }

  /**
   * @param total the most epsilon for labels
   */
  LabelBudget(Path state, double total) {
    this.folder = state.resolve("labels");
    this.total = total;
    this.ledger = new LabelExpenses(Node.Setup.ledger(state));
  }

  /** Returns the budget of a party. */
  public static LabelBudget of(PartyConfig party) {
    return new LabelBudget(party.state(), party.policy().disclosure().labelEpsilonTotal());
  }

  /** Returns the epsilon that all studies together may spend. */
  public double total() {
    return total;
  }

  /** Returns the epsilon that was spent on all label files. */
  public double spent() {
    return expenses().stream().mapToDouble(Expense::epsilon).sum();
  }

  /**
   * Returns all expenses: those in the ledger, then drawings that are older than the ledger. A
   * drawing whose file was removed remains spent.
   */
  public synchronized List<Expense> expenses() {
    Map<String, Drawing> files = files();
    List<LedgerEntry> entered = new ArrayList<>(ledger.drawings());
    Collections.reverse(entered); // the file is of the newest drawing of its name
    List<Expense> all = new ArrayList<>();
    for (LedgerEntry entry : entered) {
      Drawing kept = files.remove(entry.sha256());
      all.add(new Expense(entry.text(), entry.epsilon(), Optional.ofNullable(kept)));
    }
    Collections.reverse(all);
    files.values().forEach(d -> all.add(new Expense(d.source, d.epsilon, Optional.of(d))));
    return all;
  }

  /** Returns what a study with this epsilon would cost, as far as known without reading labels. */
  Proposal.Labels asked(String source, double epsilon) {
    boolean known =
        files().values().stream().anyMatch(d -> d.source.equals(source) && d.epsilon == epsilon);
    return new Proposal.Labels(true, epsilon, spent(), known ? 0 : epsilon);
  }

  /** Rejects a drawing that would exceed the total. */
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

  /** Returns the rows with the randomised labels for training. */
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

  /** Returns every stored drawing by its name. */
  private Map<String, Drawing> files() {
    Map<String, Drawing> all = new LinkedHashMap<>();
    if (!Files.isDirectory(folder)) {
      return all;
    }
    try (Stream<Path> files = Files.list(folder)) {
      files
          .filter(f -> f.toString().endsWith(".json"))
          .sorted()
          .map(LabelBudget::read)
          .forEach(drawing -> all.put(drawing.key(), drawing));
      return all;
    } catch (IOException e) {
      throw new BadInput(folder + " cannot be read; check its rights", e);
    }
  }

  private static Drawing read(Path file) {
    try {
      Drawing drawing = Json.MAPPER.readValue(file.toFile(), Drawing.class);
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
      DurableFile.replace(file, Json.MAPPER.writeValueAsBytes(drawing));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }
}

package io.parallax.cli.node;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.parallax.cli.study.Study;
import io.parallax.cli.study.StudyData;
import io.parallax.core.BadInput;
import io.parallax.core.Refused;
import io.parallax.engine.DurableFile;
import io.parallax.engine.Hashes;
import io.parallax.privacy.RandomisedResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A party's labels as studies are told them: each drawn once for each epsilon, kept, and used again
 * by every later study with the same epsilon and classes, which therefore spends nothing more. A
 * drawing that would go beyond the owner's total is refused.
 */
public final class DrawnLabels {
  private static final ObjectMapper JSON = new ObjectMapper();
  private final Path folder;
  private final double total;

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
  }

  /**
   * @param total epsilon that may be spent on the labels of one source
   */
  DrawnLabels(Path state, double total) {
    this.folder = state.resolve("labels");
    this.total = total;
  }

  /** Those of a party. */
  public static DrawnLabels of(PartyConfig party) {
    return new DrawnLabels(party.state(), party.policy().labelEpsilonTotal());
  }

  /** How far all studies together may tell the labels of one source apart. */
  public double total() {
    return total;
  }

  /** The rows with the labels that training is told. */
  synchronized StudyData taught(StudyData own, double epsilon, String study) {
    String source = source(own.study());
    Drawing none = new Drawing(source, epsilon, own.classes(), new TreeSet<>(), new TreeMap<>());
    Path file = folder.resolve(hash(source + "\n" + epsilon + "\n" + own.classes()) + ".json");
    if (!Files.exists(file)) {
      requireBudget(source, epsilon);
    }
    Drawing known = Files.exists(file) ? read(file) : none;
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

  private static String source(Study own) {
    Study.LabelSource labels =
        own.sites().isEmpty()
            ? own.parties().get(0).labelSource().orElseThrow()
            : own.sites().get(0).labels();
    return labels.file().toAbsolutePath().normalize() + " " + labels.column();
  }

  private void requireBudget(String source, double epsilon) {
    double spent = 0;
    for (Drawing drawing : all()) {
      spent += drawing.source.equals(source) ? drawing.epsilon : 0;
    }
    if (spent + epsilon > total) {
      throw new Refused(
          "epsilon %s of label-epsilon-total %s is spent on these labels, and the study asks for %s more; use an epsilon that was drawn before, or raise the total"
              .formatted(spent, total, epsilon));
    }
  }

  /** Every drawing so far. */
  public List<Drawing> all() {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      List<Drawing> all = new ArrayList<>();
      files.filter(f -> f.toString().endsWith(".json")).sorted().forEach(f -> all.add(read(f)));
      return all;
    } catch (IOException e) {
      throw new BadInput(folder + " cannot be read; check its rights", e);
    }
  }

  private static Drawing read(Path file) {
    try {
      return JSON.readValue(file.toFile(), Drawing.class);
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

  private static String hash(String text) {
    byte[] hash = Hashes.of(text.getBytes(StandardCharsets.UTF_8));
    return HexFormat.of().formatHex(hash).substring(0, 32);
  }
}

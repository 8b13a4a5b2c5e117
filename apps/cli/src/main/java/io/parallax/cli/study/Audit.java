package io.parallax.cli.study;

import io.parallax.core.BadInput;
import io.parallax.core.Result;
import io.parallax.core.Rounds;
import io.parallax.core.View;
import io.parallax.data.Split;
import io.parallax.engine.Simulation;
import io.parallax.engine.Transcript;
import io.parallax.engine.Transcript.Exchange;
import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import io.parallax.privacy.RandomisedResponse;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Tries attacks on what the coordinator of a recorded run saw in its first split, each beside the
 * same attack on an unprotected training of the same rows.
 */
public final class Audit<C extends Record, R extends Result> {
  private static final int CANARIES = 200;
  private final StudyData data;
  private final Configured<C, R> method;
  private final Split split;
  private final List<Exchange> recorded;
  private final List<Leak> leaks = new ArrayList<>();

  private Audit(StudyData data, Configured<C, R> method, Path transcript) {
    this.data = data;
    this.method = method;
    this.split = new StudySplits(data).all().get(0);
    this.recorded = read(transcript);
  }

  /**
   * What one attack brought.
   *
   * @param control the share that came back without protection
   * @param found the share that came back from this run
   * @param allowed what is expected of the protection; NaN: nothing is promised
   */
  public record Leak(String attack, String target, double control, double found, double allowed) {}

  /** Audits the run of a study, which must have been recorded. */
  public static List<Leak> of(Study study, Optional<Path> out, Path home) {
    try (RunFolder folder = RunFolder.open(study, out, home)) {
      Path transcript = RunFolder.transcriptIn(folder.trialFolder(1));
      if (!study.protection().recorded() || !Files.exists(transcript)) {
        throw new BadInput(
            folder.path()
                + " holds no transcript; give the study 'protection: {record: true}' and run it"
                + " first: ./parallax run STUDY");
      }
      return audit(StudyReader.load(study), study.method(), transcript);
    }
  }

  private static <C extends Record, R extends Result> List<Leak> audit(
      StudyData data, Configured<C, R> method, Path transcript) {
    return new Audit<>(data, method, transcript).run();
  }

  private List<Leak> run() {
    if (data.owners().isEmpty()) {
      List<Exchange> control = train(data.fold(split, "split-1"));
      data.fold(split, "split-1").views().forEach(view -> features(view, control));
    }
    if (data.study().clusters() == 0 && data.owners().isEmpty()) {
      canaries();
    }
    return leaks;
  }

  /** A party's features, from its own messages; what the sums tell is told in any case. */
  private void features(View view, List<Exchange> control) {
    Reconstruction attack = new Reconstruction(view.features().toMatrix());
    int rows = view.features().samples();
    List<Matrix> sums = asked(recorded, rows);
    List<Matrix> own = answered(recorded, view, rows);
    if (own.isEmpty()) {
      return;
    }
    List<Matrix> both = new ArrayList<>(sums);
    both.addAll(own);
    double fromSums = attack.share(sums);
    double found = Math.max(fromSums, Math.max(attack.share(own), attack.share(both)));
    leaks.add(
        new Leak(
            "features of unknown rows",
            view.owner() + "/" + view.name(),
            attack.share(answered(control, view, rows)),
            found,
            data.study().protection().masked() ? fromSums + 0.01 : Double.NaN));
  }

  private static List<Matrix> asked(List<Exchange> exchanges, int rows) {
    return exchanges.stream()
        .flatMap(e -> e.asked().stream())
        .filter(m -> m.rows() == rows)
        .toList();
  }

  private static List<Matrix> answered(List<Exchange> exchanges, View view, int rows) {
    return exchanges.stream()
        .flatMap(e -> e.answered().get(view.owner()).stream())
        .filter(m -> m.rows() == rows)
        .toList();
  }

  /** Rows with labels that nothing but the labels themselves can tell. */
  private void canaries() {
    int[] train = split.train();
    int count = Math.min(CANARIES, train.length / 10);
    int[] places = IntStream.range(0, count).map(i -> i * (train.length / count)).toArray();
    Rng rng = Rng.of(data.study().seed()).child("canaries");
    int classes = data.classes().size();
    int[] told = data.codes().clone();
    for (int place : places) {
      told[train[place]] = rng.below(classes);
    }
    double epsilon = data.study().protection().labelEpsilon();
    double control = recovered(told, told, places);
    double found = control;
    double allowed = Double.NaN;
    if (epsilon > 0) {
      RandomisedResponse response = new RandomisedResponse(epsilon, classes);
      double p = response.truthful();
      found = recovered(response.draw(told), told, places);
      allowed = p + 3 * Math.sqrt(p * (1 - p) / count);
    }
    if (control >= 0) {
      leaks.add(new Leak("labels of canaries", count + " rows", control, found, allowed));
    }
  }

  /** The share of the canaries' labels that every party can read from the last consensus. */
  private double recovered(int[] taught, int[] truth, int[] places) {
    List<Exchange> exchanges = train(data.teaching(taught).fold(split, "split-1"));
    List<Matrix> scores =
        asked(exchanges, split.train().length).stream()
            .filter(m -> m.cols() == data.classes().size())
            .toList();
    if (scores.isEmpty()) {
      return -1;
    }
    int[] read = scores.get(scores.size() - 1).argmaxRows();
    long right = IntStream.of(places).filter(i -> read[i] == truth[split.train()[i]]).count();
    return (double) right / places.length;
  }

  /** An unprotected training, as long as a transcript is. */
  private List<Exchange> train(Fold fold) {
    ByteArrayOutputStream seen = new ByteArrayOutputStream();
    Study study = data.study();
    Simulation.Options options =
        Simulation.Options.inMemory()
            .allowing(study.allowed())
            .through(link -> Transcript.recording(link, seen));
    int rounds = Math.min(Transcript.EXCHANGES, study.stop().rounds());
    Simulation.train(
        method.method(),
        method.config(),
        fold.views(),
        fold.roster(),
        Rounds.of(rounds, study.stop().tolerance()),
        options);
    return Transcript.read(new ByteArrayInputStream(seen.toByteArray()), method.method().asks());
  }

  private List<Exchange> read(Path transcript) {
    try (InputStream in = Files.newInputStream(transcript)) {
      return Transcript.read(in, method.method().asks());
    } catch (IOException e) {
      throw new BadInput(transcript + " cannot be read; check its rights", e);
    }
  }
}

package io.parallax.simulate;

import io.parallax.core.PartyId;
import io.parallax.math.Rng;
import io.parallax.simulate.SmallRows.Layout;
import io.parallax.simulator.FaultKind;
import io.parallax.simulator.Faults;
import io.parallax.simulator.PartyProcess;
import io.parallax.simulator.Protection;
import io.parallax.simulator.StudyPart;
import io.parallax.simulator.StudyPlan;
import io.parallax.simulator.StudyRules;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The studies that are simulated, and the faults of each, drawn from a seed. */
final class Catalogue {
  private static final int AFTERWARDS = 60_000; // steps without faults
  private static final double LEAST = 0.03;
  private static final double MOST = 0.4;

  /** A method with settings under which it is quick. */
  private record Choice(
      String method, Map<String, Object> settings, Layout layout, int rounds, int weight) {}

  private static final List<Choice> CHOICES =
      List.of(
          new Choice("vfedmv", Map.of(), Layout.VIEWS, 3, 200),
          new Choice("mmvfl", Map.of(), Layout.VIEWS, 3, 200),
          new Choice("joint", Map.of(), Layout.VIEWS, 3, 200),
          new Choice("regression", Map.of(), Layout.NUMBERS, 3, 200),
          new Choice("hfedmv", Map.of(), Layout.SITES, 3, 200),
          new Choice("fedmsgl", Map.of(), Layout.GROUPS, 2, 4),
          new Choice("fedavg", Map.of(), Layout.SITES, 2, 4),
          new Choice("fedprox", Map.of(), Layout.SITES, 2, 1),
          new Choice("tvfl", Map.of(), Layout.VIEWS, 1, 1),
          new Choice("apfed", Map.of(), Layout.VIEWS, 2, 1));

  private Catalogue() {}

  /** Returns the study of a seed. */
  static StudyPlan study(long seed) {
    Rng rng = Rng.of(seed).child("study");
    Protection protection = protection(rng);
    if (rng.below(3) == 0) {
      int parties = 4 + rng.below(2);
      Protection often = rng.below(8) == 0 ? Protection.MASKED : protection;
      List<StudyPart> parts = new ArrayList<>();
      int block = 1 + rng.below(3);
      int rounds = (3 + rng.below(10)) * (often == Protection.PLAIN ? 2 : 1); // masks take long
      for (int split = 1; split <= 1 + rng.below(3); split++) {
        parts.add(new Counting("split-" + split, parties, often, rounds, block));
      }
      return plan("counting, %d parties, %s, lost: continue".formatted(parties, often), parts);
    }
    Choice choice = chosen(rng);
    boolean goesOn = rng.below(4) == 0;
    int parties = goesOn ? 4 : 3;
    SmallStudy<?, ?> small =
        SmallStudy.of(choice.method, choice.settings, choice.layout, parties, choice.rounds);
    double clip = protection == Protection.PROVED ? 1 : 0;
    int block = rng.below(3) == 0 ? 1 + rng.below(20) : 1 << 20;
    Training training = new Training("split-1", small, protection, goesOn, clip, block);
    String name =
        "%s, %d parties, %s%s"
            .formatted(
                choice.method, parties, protection, training.goesOn() ? ", lost: continue" : "");
    Protection judged = protection == Protection.PROVED ? Protection.MASKED : protection;
    return plan(name, List.of(training, new Judging("verdict-1", parties, judged)));
  }

  private static StudyPlan plan(String name, List<StudyPart> parts) {
    LedgerProcess.Left left = new LedgerProcess.Left();
    return new StudyPlan() {
      @Override
      public PartyProcess process(PartyId id, Path folder, StudyRules rules) {
        return new LedgerProcess(id, folder, rules, left);
      }

      @Override
      public void inspect(PartyId id, Path folder, boolean powerFailed) {
        left.inspect(id, folder, powerFailed);
      }

      @Override
      public String name() {
        return name;
      }

      @Override
      public List<StudyPart> parts() {
        return parts;
      }
    };
  }

  private static Protection protection(Rng rng) {
    double u = rng.uniform();
    return u < 0.003 ? Protection.PROVED : u < 0.07 ? Protection.MASKED : Protection.PLAIN;
  }

  private static Choice chosen(Rng rng) {
    int all = CHOICES.stream().mapToInt(Choice::weight).sum();
    int at = rng.below(all);
    for (Choice choice : CHOICES) {
      at -= choice.weight;
      if (at < 0) {
        return choice;
      }
    }
    throw new IllegalStateException("weights have changed");
  }

  /** Returns the faults of a seed: each kind is on or off, and as frequent as it happens. */
  static Faults faults(long seed, Optional<Set<Integer>> only) {
    Rng rng = Rng.of(seed).child("faults");
    Map<FaultKind, Double> rates = new EnumMap<>(FaultKind.class);
    for (FaultKind kind : FaultKind.values()) {
      boolean on = rng.chance(kind.lie() ? 0.15 : 0.5);
      double rate = LEAST * Math.pow(MOST / LEAST, rng.uniform()) * kind.share();
      if (on) {
        rates.put(kind, rate);
      }
    }
    int end = (int) (200 * Math.pow(20, rng.uniform()));
    return new Faults(seed, rates, end, end + AFTERWARDS, only);
  }
}

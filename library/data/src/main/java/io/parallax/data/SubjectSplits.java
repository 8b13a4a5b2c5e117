package io.parallax.data;

import io.parallax.core.BadInput;
import io.parallax.math.Rng;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Training and test parts that never share a subject. Every party keeps a subject for training, and
 * every class occurs among the training rows. If each subject has one class, classes keep their
 * shares of subjects.
 */
public final class SubjectSplits {
  private static final int ATTEMPTS = 200;
  private final int[] subjects;
  private final int[] labels;
  private final int[] parties;
  private final Map<Integer, int[]> strata = new TreeMap<>();

  /**
   * @param subjects each row's subject, from 0
   * @param labels each row's class, from 0
   * @param parties each row's party, from 0
   */
  public SubjectSplits(int[] subjects, int[] labels, int[] parties) {
    this.subjects = subjects.clone();
    this.labels = labels.clone();
    this.parties = parties.clone();
    stratify();
  }

  /**
   * Uses the classes as strata if each subject has one class; else all subjects are one stratum.
   */
  private void stratify() {
    Map<Integer, Integer> classes = new LinkedHashMap<>();
    boolean one = true;
    for (int i = 0; i < subjects.length; i++) {
      Integer known = classes.putIfAbsent(subjects[i], labels[i]);
      one &= known == null || known == labels[i];
    }
    boolean pure = one;
    Map<Integer, List<Integer>> members = new TreeMap<>();
    classes.forEach(
        (subject, c) -> members.computeIfAbsent(pure ? c : 0, k -> new ArrayList<>()).add(subject));
    members.forEach((c, all) -> strata.put(c, all.stream().mapToInt(i -> i).sorted().toArray()));
  }

  /** Returns the number of subjects. */
  public int count() {
    return strata.values().stream().mapToInt(all -> all.length).sum();
  }

  /** Independent splits with the given share of the subjects to test on. */
  public List<Split> heldOut(double test, int repeats, Rng rng) {
    requireSubjects(2, "to hold one out");
    if (largestParty() < 2) {
      throw new BadInput(
          "every party has one subject, so none can be held out while each party keeps one for training; hold out each subject's last rows: 'split: last'");
    }
    return IntStream.range(0, repeats)
        .mapToObj(r -> drawn(test, rng.child("subjects", Integer.toString(r))))
        .toList();
  }

  /**
   * Returns as many splits as folds; each subject is tested in one of them, except subjects that
   * are the only one of their party.
   */
  public List<Split> folds(int folds, Rng rng) {
    requireSubjects(folds, "for " + folds + " folds");
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      List<BitSet> dealt = dealt(folds, rng.child("folds", Integer.toString(attempt)));
      if (dealt.stream().allMatch(held -> !held.isEmpty() && trainable(held))) {
        return dealt.stream().map(this::split).toList();
      }
    }
    throw new BadInput(
        "the subjects cannot be divided into %d folds such that every party keeps one for training and every class occurs in training; use fewer folds or fewer parties"
            .formatted(folds));
  }

  private void requireSubjects(int least, String purpose) {
    if (count() < least) {
      throw new BadInput(
          "there are too few subjects to train on %s; at least %d are needed"
              .formatted(purpose, least));
    }
  }

  private List<BitSet> dealt(int folds, Rng rng) {
    List<BitSet> dealt = new ArrayList<>();
    IntStream.range(0, folds).forEach(f -> dealt.add(new BitSet()));
    Map<Integer, BitSet> all = subjectsByParty();
    int next = 0;
    for (int[] members : strata.values()) {
      for (int subject : shuffled(members, rng)) {
        if (all.values().stream().allMatch(own -> spares(own, subject))) {
          dealt.get(next++ % folds).set(subject);
        }
      }
    }
    return dealt;
  }

  private Split drawn(double test, Rng rng) {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      BitSet held = draw(test, rng.child(Integer.toString(attempt)));
      if (!held.isEmpty() && trainable(held) && classes(held, true) == classes()) {
        return split(held);
      }
    }
    throw new BadInput(
        "%.0f %% of the subjects cannot be held out such that every party keeps one for training and every class occurs in both parts; use fewer parties or another 'test'; or 'split: last'"
            .formatted(100 * test));
  }

  /**
   * Draws a share of each stratum, but no party's last subject; returns an empty set if impossible.
   */
  private BitSet draw(double test, Rng rng) {
    Map<Integer, BitSet> left = subjectsByParty();
    BitSet held = new BitSet();
    for (int[] members : strata.values()) {
      long wanted = Math.max(1, Math.min(members.length - 1, Math.round(test * members.length)));
      for (int subject : shuffled(members, rng)) {
        if (wanted > 0 && left.values().stream().allMatch(own -> spares(own, subject))) {
          left.values().forEach(own -> own.clear(subject));
          held.set(subject);
          wanted--;
        }
      }
      if (wanted > 0) {
        return new BitSet();
      }
    }
    return held;
  }

  private static boolean spares(BitSet own, int subject) {
    return !own.get(subject) || own.cardinality() > 1;
  }

  private Map<Integer, BitSet> subjectsByParty() {
    Map<Integer, BitSet> found = new TreeMap<>();
    for (int i = 0; i < subjects.length; i++) {
      found.computeIfAbsent(parties[i], p -> new BitSet()).set(subjects[i]);
    }
    return found;
  }

  private int largestParty() {
    return subjectsByParty().values().stream().mapToInt(BitSet::cardinality).max().orElse(0);
  }

  /** Returns true if all parties and all classes occur among the rows that are not held out. */
  private boolean trainable(BitSet held) {
    BitSet met = new BitSet();
    rows(held, false).forEach(i -> met.set(parties[i]));
    return met.cardinality() == Arrays.stream(parties).distinct().count()
        && classes(held, false) == classes();
  }

  private long classes(BitSet held, boolean wanted) {
    return rows(held, wanted).map(i -> labels[i]).distinct().count();
  }

  private long classes() {
    return Arrays.stream(labels).distinct().count();
  }

  private IntStream rows(BitSet held, boolean wanted) {
    return IntStream.range(0, subjects.length).filter(i -> held.get(subjects[i]) == wanted);
  }

  private Split split(BitSet held) {
    return new Split(rows(held, false).toArray(), rows(held, true).toArray());
  }

  private static int[] shuffled(int[] members, Rng rng) {
    int[] copy = members.clone();
    rng.shuffle(copy);
    return copy;
  }
}

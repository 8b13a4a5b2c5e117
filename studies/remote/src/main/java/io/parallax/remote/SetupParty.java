package io.parallax.remote;

import io.parallax.core.Answers;
import io.parallax.core.BadInput;
import io.parallax.core.Hashes;
import io.parallax.core.Party;
import io.parallax.core.PartyId;
import io.parallax.data.Column;
import io.parallax.data.Split;
import io.parallax.engine.MessageCodec;
import io.parallax.remote.NodeMessages.AskHeldOut;
import io.parallax.remote.NodeMessages.AskMoments;
import io.parallax.remote.NodeMessages.DescribeRows;
import io.parallax.remote.NodeMessages.HeldOutRows;
import io.parallax.remote.NodeMessages.Moments;
import io.parallax.remote.NodeMessages.Rows;
import io.parallax.study.Study;
import io.parallax.study.Task;
import io.parallax.study.rows.StudyData;
import io.parallax.study.rows.StudySplits;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Tells what everybody has to know before training; keeps nothing. */
public final class SetupParty implements Party {
  /** The rows of a label that tell its name without the study's saying so. */
  private static final int FEWEST = 5;

  private final PartyId me;
  private final Study study;
  private final StudyData rows;
  private final String id;
  private final byte[] secret;
  private final SameFactsGuard told;

  /** Nothing. */
  record State() {}

  /**
   * @param study as everybody knows it
   * @param rows this party's
   * @param id the study's hash, so that a hash of row ids fits this study only
   * @param secret for random numbers that nobody but this party may guess
   * @param told remembers what this party tells, and is told of all rows
   */
  public SetupParty(
      PartyId me, Study study, StudyData rows, String id, byte[] secret, SameFactsGuard told) {
    this.me = me;
    this.study = study;
    this.rows = rows;
    this.id = id;
    this.secret = secret.clone();
    this.told = told;
  }

  @Override
  public Answers answers() {
    return new Answers()
        .on(DescribeRows.class, ask -> describe())
        .on(AskHeldOut.class, ask -> heldOut())
        .on(AskMoments.class, this::moments);
  }

  private boolean holdsLabels() {
    return study.layout().spreadsRows() || rows.study().layout().labelled();
  }

  private Rows describe() {
    if (!study.layout().spreadsRows()) {
      requireViews();
    }
    List<String> columns = new ArrayList<>();
    rows.columns().values().stream()
        .flatMap(List::stream)
        .map(Column::toString)
        .forEach(columns::add);
    boolean labels = holdsLabels();
    return new Rows(
        rows.codes().length,
        width(),
        !study.layout().spreadsRows() && !study.protection().align().apart()
            ? hash(rows.ids())
            : "",
        hash(columns),
        labels,
        labels ? String.join("\n", tellable()) : "");
  }

  /**
   * Returns the number of columns: those that are scaled together with the other parties', or this
   * party's own with those that say which rows and cells it has.
   */
  private int width() {
    return study.layout().spreadsRows()
        ? rows.tables().values().stream().mapToInt(MomentRows::width).sum()
        : rows.tables().keySet().stream().mapToInt(view -> rows.features(view).size()).sum();
  }

  /** Names of classes are told: those of the study, or labels of many rows, never a slip. */
  private List<String> tellable() {
    int[] counts = new int[rows.classes().size()];
    Arrays.stream(rows.codes()).forEach(code -> counts[code]++);
    boolean few = Arrays.stream(counts).anyMatch(n -> n > 0 && n < FEWEST);
    if (study.preparation().classes().isEmpty() && few) {
      String sentence =
          study.task() instanceof Task.Values
              ? "party %s has a stratum of fewer than %d rows, and strata's names are revealed; correct it, join it to another, or leave 'stratum' out of the study"
              : "party %s has a label on fewer than %d rows, and labels' names are revealed; correct it, or name the study's 'classes'";
      throw new BadInput(sentence.formatted(me, FEWEST));
    }
    return rows.classes();
  }

  private String hash(List<String> lines) {
    return Hashes.ofLines(() -> Stream.concat(Stream.of(id), lines.stream()).iterator());
  }

  /** Before anything is told, everything that could speak against the study's splits. */
  private void requireViews() {
    RowOutline outline = RowOutline.ofViews(study, rows.codes().length).requireFewSums(groups());
    if (!RowOutline.told(study)) {
      outline.split(1, ""); // all splits hold out as many rows
    }
    if (holdsLabels()) {
      List<Split> splits = new StudySplits(rows).all(); // every class is among the training rows
      for (int trial = 1; RowOutline.told(study) && trial <= splits.size(); trial++) {
        outline.split(trial, Bits.of(splits.get(trial - 1).test()));
      }
    }
  }

  /** Returns the number of classes or clusters, as far as this party knows it. */
  private int groups() {
    return study.task().outcomes(Math.max(SiteRules.LEAST_CLASSES, rows.classes().size()));
  }

  /** Only the party with the labels can tell which rows are held out where splits go by them. */
  private HeldOutRows heldOut() {
    if (!holdsLabels()) {
      return new HeldOutRows(false, "");
    }
    String splits =
        new StudySplits(rows)
            .all().stream().map(s -> Bits.of(s.test())).collect(Collectors.joining("\n"));
    told.require("held-out rows", splits);
    return new HeldOutRows(true, splits);
  }

  private Moments moments(AskMoments ask) {
    RowOutline outline = RowOutline.ofSites(study, ask.rows()).requireFewSums(groups());
    int[] train = outline.own(me, rows.codes().length, outline.split(1, "")).train();
    told.require("numbers of rows", ask.rows());
    MomentLimbs limbs =
        new MomentLimbs(study.views().stream().map(view -> rows.moments(view, train)).toList());
    return study.protection().masked() ? limbs.borrowing(key(ask)) : limbs.asTheyAre();
  }

  /** Returns a key for this ask alone; the same after a restart, so that the sum is the same. */
  private byte[] key(AskMoments ask) {
    byte[] asked = MessageCodec.encode(ask);
    return Hashes.of(
        ByteBuffer.allocate(secret.length + asked.length).put(secret).put(asked).array());
  }

  @Override
  public State state() {
    return new State();
  }

  @Override
  public void restore(Record state) {}
}

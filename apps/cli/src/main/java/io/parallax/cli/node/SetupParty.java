package io.parallax.cli.node;

import io.parallax.cli.node.NodeMessages.AskHeldOut;
import io.parallax.cli.node.NodeMessages.AskMoments;
import io.parallax.cli.node.NodeMessages.DescribeRows;
import io.parallax.cli.node.NodeMessages.HeldOut;
import io.parallax.cli.node.NodeMessages.Moments;
import io.parallax.cli.node.NodeMessages.Rows;
import io.parallax.cli.study.Study;
import io.parallax.cli.study.StudyData;
import io.parallax.cli.study.StudySplits;
import io.parallax.core.Answers;
import io.parallax.core.BadInput;
import io.parallax.core.Party;
import io.parallax.core.PartyId;
import io.parallax.data.Column;
import io.parallax.engine.Hashes;
import io.parallax.engine.MessageCodec;
import io.parallax.math.Matrix;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** Tells what everybody has to know before training; keeps nothing. */
final class SetupParty implements Party {
  private final PartyId me;
  private final Study study;
  private final StudyData rows;
  private final String id;
  private final byte[] secret;
  private final ToldRows told;

  /** Nothing. */
  record State() {}

  /**
   * @param study as everybody knows it
   * @param rows this party's
   * @param id the study's hash, so that a hash of row ids fits this study only
   * @param secret for random numbers that nobody but this party may guess
   * @param told remembers what this party is told of all rows
   */
  SetupParty(PartyId me, Study study, StudyData rows, String id, byte[] secret, ToldRows told) {
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
    return !study.sites().isEmpty() || rows.study().parties().get(0).labels();
  }

  private Rows describe() {
    List<String> columns = new ArrayList<>();
    rows.columns().values().stream()
        .flatMap(List::stream)
        .map(Column::toString)
        .forEach(columns::add);
    boolean labels = holdsLabels();
    return new Rows(
        rows.codes().length,
        rows.tables().values().stream().mapToInt(MomentRows::width).sum(),
        study.sites().isEmpty() && !study.protection().align().apart() ? hash(rows.ids()) : "",
        hash(columns),
        labels,
        labels ? String.join("\n", rows.classes()) : "",
        labels ? counts(rows.codes(), rows.classes().size()) : NodeMessages.NONE);
  }

  private static Matrix counts(int[] codes, int classes) {
    return Matrix.fill(
        1, classes, (i, c) -> Arrays.stream(codes).filter(code -> code == c).count());
  }

  private String hash(List<String> lines) {
    return Hashes.ofLines(() -> Stream.concat(Stream.of(id), lines.stream()).iterator());
  }

  private HeldOut heldOut() {
    if (!holdsLabels() || !study.sites().isEmpty()) {
      return new HeldOut(false, "");
    }
    List<String> splits = new StudySplits(rows).all().stream().map(s -> Bits.of(s.test())).toList();
    return new HeldOut(true, String.join("\n", splits));
  }

  private Moments moments(AskMoments ask) {
    if (study.sites().isEmpty()) {
      throw new BadInput("parties that hold the same people scale each for itself");
    }
    List<String> classes = Bits.lines(ask.classes());
    StudyData own = Classes.coded(rows, classes);
    SiteOutline outline = new SiteOutline(study, classes, ask.counts());
    int[] train = outline.own(me, own, ask.trial(), outline.split(ask.trial())).train();
    told.require(ask.classes(), ask.counts());
    MomentLimbs limbs =
        new MomentLimbs(study.parties().stream().map(m -> rows.moments(m, train)).toList());
    return study.protection().masked() ? limbs.borrowing(key(ask)) : limbs.asTheyAre();
  }

  /** Of this ask alone; the same after a restart, so that the sum is the same. */
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

package io.parallax.privacy;

import io.parallax.core.Answers;
import io.parallax.core.Party;
import io.parallax.core.PartyId;
import io.parallax.core.ProtocolViolation;
import io.parallax.privacy.AlignMessages.AskBlinded;
import io.parallax.privacy.AlignMessages.AskOwnRows;
import io.parallax.privacy.AlignMessages.AskRaised;
import io.parallax.privacy.AlignMessages.AskSize;
import io.parallax.privacy.AlignMessages.Blinded;
import io.parallax.privacy.AlignMessages.KeepRows;
import io.parallax.privacy.AlignMessages.OrderRows;
import io.parallax.privacy.AlignMessages.OwnRows;
import io.parallax.privacy.AlignMessages.PlaceRows;
import io.parallax.privacy.AlignMessages.Raised;
import io.parallax.privacy.AlignMessages.RowOrder;
import io.parallax.privacy.AlignMessages.RowsKept;
import io.parallax.privacy.AlignMessages.RowsPlaced;
import io.parallax.privacy.AlignMessages.SetSize;
import io.parallax.privacy.AlignMessages.SizesSeen;
import io.parallax.privacy.AlignMessages.TellSizes;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * A party's side of a private alignment: blinds its own ids and those of others with a secret
 * scalar. Everything follows from the secret and the ids, so that a restarted party continues with
 * the same blinded ids in the same order.
 */
public final class AlignParty implements Party {
  /** The most ids that fit into a party's order. */
  public static final int MOST = BlindedIds.MOST;

  private final PartyId me;
  private final BlindedIds ids;
  private final Keeper keeper;
  private final ReceivedSets sets;
  private final Optional<Ordered> partial;

  /**
   * The terms of an alignment, set by the study and the owner.
   *
   * @param all all parties, including this one
   * @param pad the number of ids is padded to a multiple of this; 1 for no padding
   * @param limit the most ids that another party may bring
   * @param partial the label holder and the order of its ids, where parties may lack rows; empty:
   *     every party has every row
   */
  public record Terms(Set<PartyId> all, int pad, SetLimit limit, Optional<Ordered> partial) {
    public Terms {
      all = Set.copyOf(all);
    }

    /** Terms of an alignment for which every party has every row. */
    public Terms(Set<PartyId> all, int pad, SetLimit limit) {
      this(all, pad, limit, Optional.empty());
    }
  }

  /**
   * The party whose ids are the study's, and their order.
   *
   * @param held whether this party's view has the row of an id, asked for its own ids alone
   */
  public record Ordered(PartyId labels, Comparator<String> order, Predicate<String> held) {}

  /** Stores the result of an alignment and the notes taken during it. */
  public interface Keeper {
    /** Returns the name of an earlier result among the same parties with the same ids, or "". */
    String kept();

    void keep(String name, List<String> common);

    /**
     * Stores where this party's ids stand among the study's rows.
     *
     * @param rows number of the study's rows
     */
    void keep(String name, List<String> held, int[] places, int rows);

    /** Returns the note of this name in this alignment, if there is one. */
    Optional<String> noted(String what);

    /**
     * Records a note before it is acted on; it lives as long as the alignment.
     *
     * @return true if it is the first under this name, or the same again
     */
    boolean note(String what, String content);

    /** Shows the owner how many ids each party brings. */
    void show(String sizes);
  }

  /** The state for resuming: empty, because everything follows from the secret and the ids. */
  record State() {}

  /**
   * @param ids all different
   */
  public AlignParty(PartyId me, List<String> ids, byte[] secret, Terms terms, Keeper keeper) {
    this.me = me;
    this.ids = new BlindedIds(ids, secret, terms.pad());
    this.keeper = keeper;
    this.partial = terms.partial();
    this.sets = new ReceivedSets(me, ids.size(), this.ids.size(), terms, keeper);
  }

  @Override
  public Answers answers() {
    Answers answers =
        new Answers()
            .on(AskSize.class, ask -> size())
            .on(TellSizes.class, this::sizes)
            .on(AskBlinded.class, ask -> new Blinded(blinded(ask.from())))
            .on(AskRaised.class, ask -> new Raised(raised(ask)));
    if (partial.isEmpty()) {
      return answers.on(KeepRows.class, this::keep);
    }
    return answers
        .on(AskOwnRows.class, ask -> own())
        .on(OrderRows.class, this::order)
        .on(PlaceRows.class, this::place);
  }

  /** Returns the size; a result among other rows is found anew in each study. */
  private SetSize size() {
    return new SetSize(ids.size(), partial.isEmpty() ? keeper.kept() : "", ids.code());
  }

  private SizesSeen sizes(TellSizes told) {
    sets.told(told.sizes());
    return new SizesSeen();
  }

  private byte[] blinded(int from) {
    byte[] points = ids.block(from, sets.block(me, from));
    sets.passed(me, from, points);
    return points;
  }

  private byte[] raised(AskRaised ask) {
    PartyId owner = sets.other(ask.owner());
    byte[] given = ask.points();
    int count = sets.block(owner, ask.from());
    if (given.length != Ristretto.SIZE * count) {
      throw new ProtocolViolation(
          "%d bytes of party %s's blinded ids were received; there must be %d"
              .formatted(given.length, owner, Ristretto.SIZE * count));
    }
    byte[] raised = ids.raised(given);
    sets.passed(owner, ask.from(), given);
    return raised;
  }

  private RowsKept keep(KeepRows ask) {
    sets.requireAround();
    BitSet rows = BitSet.valueOf(ask.rows());
    if (rows.length() > ids.size()) {
      throw new ProtocolViolation("the coordinator reports more common ids than this party has");
    }
    List<String> common = new ArrayList<>();
    rows.stream().filter(ids::real).forEach(place -> common.add(ids.id(place)));
    if (common.isEmpty() || !Aligner.count(ask.name()).equals(OptionalInt.of(common.size()))) {
      throw new ProtocolViolation(
          "the reported common ids include none of this party, or not as many as their name says");
    }
    sets.found(ask.rows());
    keeper.keep(ask.name(), common);
    return new RowsKept(common.size());
  }

  private OwnRows own() {
    requireLabels();
    Predicate<String> held = partial.orElseThrow().held();
    BitSet rows = new BitSet();
    IntStream.range(0, ids.size())
        .filter(i -> !ids.real(i) || held.test(ids.id(i)))
        .forEach(rows::set);
    return new OwnRows(rows.toByteArray());
  }

  private void requireLabels() {
    if (!partial.orElseThrow().labels().equals(me)) {
      throw new ProtocolViolation("the order of rows was asked of a party without labels");
    }
    sets.requireAround();
  }

  private RowOrder order(OrderRows ask) {
    requireLabels();
    int[] wanted = wanted(ask.rows());
    sets.ordered(ask.rows());
    Integer[] sorted = Arrays.stream(wanted).filter(ids::real).boxed().toArray(Integer[]::new);
    Arrays.sort(sorted, Comparator.comparing(ids::id, partial.orElseThrow().order()));
    Map<Integer, Integer> places = new HashMap<>();
    for (int i = 0; i < sorted.length; i++) {
      places.put(sorted[i], i);
    }
    return new RowOrder(
        RowPlaces.bytes(
            Arrays.stream(wanted).map(place -> places.getOrDefault(place, -1)).toArray()));
  }

  private int[] wanted(byte[] rows) {
    BitSet wanted = BitSet.valueOf(rows);
    if (wanted.length() > ids.size()) {
      throw new ProtocolViolation("the coordinator reports more rows than this party has");
    }
    return wanted.stream().toArray();
  }

  private RowsPlaced place(PlaceRows ask) {
    sets.requireAround();
    int total = Aligner.count(ask.name()).orElse(0);
    int[] held = wanted(ask.rows());
    int[] places = RowPlaces.read(ask.places(), held.length, total, false);
    if (total == 0 || !Arrays.stream(held).allMatch(ids::real)) {
      throw new ProtocolViolation(
          "the reported rows are none, or include an id that this party does not have");
    }
    sets.found(
        ByteBuffer.allocate(ask.rows().length + ask.places().length)
            .put(ask.rows())
            .put(ask.places())
            .array());
    keeper.keep(ask.name(), Arrays.stream(held).mapToObj(ids::id).toList(), places, total);
    return new RowsPlaced(held.length);
  }

  @Override
  public State state() {
    return new State();
  }

  @Override
  public void restore(Record state) {}
}

package io.parallax.privacy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.Ask;
import io.parallax.core.BadInput;
import io.parallax.core.Disclosed;
import io.parallax.core.PartyId;
import io.parallax.core.ProtocolViolation;
import io.parallax.core.Refused;
import io.parallax.privacy.AlignMessages.AskBlinded;
import io.parallax.privacy.AlignMessages.AskOwnRows;
import io.parallax.privacy.AlignMessages.AskRaised;
import io.parallax.privacy.AlignMessages.OrderRows;
import io.parallax.privacy.AlignMessages.PlaceRows;
import io.parallax.privacy.AlignMessages.RowOrder;
import io.parallax.privacy.AlignMessages.TellSizes;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Alignments for which parties may lack rows: each learns the places of its own, and no more. */
class AlignPartialTest {
  private static final PartyId MAPLE = PartyId.of("maple"); // the label holder
  private static final PartyId BIRCH = PartyId.of("birch");
  private static final PartyId CEDAR = PartyId.of("cedar");
  private static final int PEOPLE = 200;

  /** A party's result. */
  private static final class Kept extends InMemoryKeeper {
    private Map<String, Integer> places = Map.of();
    private int rows;

    @Override
    public void keep(String name, List<String> held, int[] own, int total) {
      places = new TreeMap<>();
      IntStream.range(0, own.length).forEach(i -> places.put(held.get(i), own[i]));
      rows = total;
    }
  }

  /** Rows of the label holder that so many others have. */
  private record Need(int others) implements RowChoice {
    @Override
    public PartyId labels() {
      return MAPLE;
    }

    @Override
    public Rows choose(int rows, List<BitSet> held) {
      int[] used =
          IntStream.range(0, rows)
              .filter(i -> held.subList(0, 2).stream().filter(own -> own.get(i)).count() >= others)
              .toArray();
      List<BitSet> views = new ArrayList<>();
      for (BitSet own : held) {
        BitSet view = new BitSet();
        IntStream.range(0, used.length).filter(i -> own.get(used[i])).forEach(view::set);
        views.add(view);
      }
      return new Rows(used, views);
    }
  }

  private final SortedMap<PartyId, Kept> kept = new TreeMap<>();
  private final SortedMap<PartyId, List<Ask<?>>> heard = new TreeMap<>();

  private static List<String> some(Random random, double share) {
    return IntStream.range(0, PEOPLE)
        .filter(i -> random.nextDouble() < share)
        .mapToObj("p%03d"::formatted)
        .toList();
  }

  private Aligner.Outcome align(SortedMap<PartyId, List<String>> sets, int pad, int need) {
    SortedMap<PartyId, Aligner.Line> lines = new TreeMap<>();
    sets.forEach(
        (id, ids) -> {
          kept.put(id, new Kept());
          lines.put(id, watched(id, party(id, ids, pad, kept.get(id))));
        });
    return new Aligner(lines, PEOPLE * 2, Optional.empty(), percent -> {})
        .choosing(new Need(need))
        .run();
  }

  private static AlignParty party(PartyId id, List<String> ids, int pad, Kept own) {
    AlignParty.Ordered order =
        new AlignParty.Ordered(MAPLE, Comparator.naturalOrder(), AlignPartialTest::inView);
    AlignParty.Terms terms =
        new AlignParty.Terms(Set.of(MAPLE, BIRCH, CEDAR), pad, SetLimit.NONE, Optional.of(order));
    byte[] secret = Arrays.copyOf(id.name().getBytes(StandardCharsets.UTF_8), 32);
    return new AlignParty(id, ids, secret, terms, own);
  }

  /** The label holder's view lacks the people whose numbers end in 7. */
  private static boolean inView(String id) {
    return !id.endsWith("7");
  }

  private Aligner.Line watched(PartyId id, AlignParty party) {
    Aligner.Line line = new LocalLine(id, party);
    List<Ask<?>> asks = new ArrayList<>();
    heard.put(id, asks);
    return new Aligner.Line() {
      @Override
      public <U extends Disclosed> U ask(Ask<U> ask) {
        asks.add(ask);
        return line.ask(ask);
      }
    };
  }

  private static SortedMap<PartyId, List<String>> sets(int seed) {
    Random random = new Random(seed);
    SortedMap<PartyId, List<String>> sets = new TreeMap<>();
    sets.put(MAPLE, some(random, 0.8));
    sets.put(BIRCH, some(random, 0.5));
    sets.put(CEDAR, some(random, 0.5));
    return sets;
  }

  @Test
  void everyPartyLearnsThePlacesOfItsRowsInTheOrderOfTheLabelHolders() {
    for (int need = 0; need <= 2; need++) {
      SortedMap<PartyId, List<String>> sets = sets(need);
      Aligner.Outcome found = align(sets, 16, need);
      int others = need;
      List<String> rows =
          sets.get(MAPLE).stream()
              .filter(
                  id ->
                      (sets.get(BIRCH).contains(id) ? 1 : 0)
                              + (sets.get(CEDAR).contains(id) ? 1 : 0)
                          >= others)
              .sorted()
              .toList();
      assertThat(found.common()).isEqualTo(rows.size());
      sets.forEach(
          (id, own) -> {
            Map<String, Integer> places = new TreeMap<>();
            IntStream.range(0, rows.size())
                .filter(i -> own.contains(rows.get(i)))
                .forEach(i -> places.put(rows.get(i), i));
            assertThat(kept.get(id).places).isEqualTo(places);
            assertThat(kept.get(id).rows).isEqualTo(rows.size());
            long held =
                id.equals(MAPLE)
                    ? places.keySet().stream().filter(AlignPartialTest::inView).count()
                    : places.size();
            assertThat(found.held()).containsEntry(id, (int) held);
          });
    }
  }

  @Test
  void noRowAtAllIsSaid() {
    SortedMap<PartyId, List<String>> sets = sets(1);
    sets.put(BIRCH, List.of("q1", "q2"));
    sets.put(CEDAR, List.of("q3"));
    assertThatThrownBy(() -> align(sets, 1, 1))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("no id of party maple is held by as many others as align.need asks");
    assertThatThrownBy(() -> align(sets, 1, 0))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("party birch has none of the study's rows");
  }

  /**
   * An attack on who holds what: birch's messages are the same whatever cedar has, up to elements
   * that are as good as random. The control: the coordinator's differ, as is declared.
   */
  @Test
  void whatAPartyIsToldDoesNotDependOnWhatAnotherHas() {
    SortedMap<PartyId, List<String>> sets = sets(3);
    List<Integer> known = new ArrayList<>();
    List<String> told = new ArrayList<>();
    for (int world = 0; world < 2; world++) {
      List<String> cedars = new ArrayList<>(sets.get(CEDAR).subList(0, 80));
      if (world == 1) { // as many, but others
        cedars.replaceAll(id -> "p%03d".formatted(PEOPLE - 1 - Integer.parseInt(id.substring(1))));
      }
      sets.put(CEDAR, cedars);
      known.add(align(sets, 1, 0).held().get(CEDAR));
      told.add(readable(heard.get(BIRCH)));
    }
    assertThat(told.get(0)).isEqualTo(told.get(1)).contains("PlaceRows");
    assertThat(known.get(0)).as("the control").isNotEqualTo(known.get(1));
  }

  /**
   * The label holder's view of the same: birch and cedar change places, and it is told the same,
   * also which of its ids are rows. The control: what birch is told is not.
   */
  @Test
  void theLabelHolderIsNotToldWhoOfTwoOthersHasARow() {
    SortedMap<PartyId, List<String>> sets = sets(4);
    List<String> one = sets.get(BIRCH).subList(0, 80);
    List<String> two = sets.get(CEDAR).subList(0, 80);
    List<String> maple = new ArrayList<>();
    List<String> birch = new ArrayList<>();
    for (int world = 0; world < 2; world++) {
      sets.put(BIRCH, world == 0 ? one : two);
      sets.put(CEDAR, world == 0 ? two : one);
      align(sets, 1, 1);
      maple.add(readable(heard.get(MAPLE)));
      birch.add(readable(heard.get(BIRCH)));
    }
    assertThat(maple.get(0)).isEqualTo(maple.get(1)).contains("OrderRows {");
    assertThat(birch.get(0)).as("the control").isNotEqualTo(birch.get(1));
  }

  /** Returns asks without blinded elements and random names. */
  private static String readable(List<Ask<?>> asks) {
    StringBuilder text = new StringBuilder();
    for (Ask<?> ask : asks) {
      if (ask instanceof PlaceRows told) {
        text.append("PlaceRows ").append(BitSet.valueOf(told.rows()));
        text.append(Arrays.toString(told.places())).append('\n');
      } else if (ask instanceof OrderRows told) {
        text.append("OrderRows ").append(BitSet.valueOf(told.rows())).append('\n');
      } else if (ask instanceof TellSizes told) {
        text.append(told).append('\n');
      } else if (!(ask instanceof AskRaised) && !(ask instanceof AskBlinded)) {
        text.append(ask.getClass().getSimpleName()).append('\n');
      }
    }
    return text.toString();
  }

  @Test
  void aLyingCoordinatorIsRefused() {
    List<String> ids = List.of("p1", "p2", "p3");
    String name = "0123456789abcdef0123456789abcdef-";
    byte[] all = {7};
    for (PartyId id : List.of(MAPLE, BIRCH)) {
      Kept own = new Kept();
      Supplier<Aligner.Line> line = () -> new LocalLine(id, party(id, ids, 1, own));
      refused(line, new PlaceRows(name + 3, all, RowPlaces.bytes(new int[] {0, 1, 2})));
      refused(line, new OrderRows(all));
      refused(line, new AskOwnRows());
      around(line.get(), id);
      refused(line, new PlaceRows(name + 3, all, RowPlaces.bytes(new int[] {0, 1, 1})));
      refused(line, new PlaceRows(name + 3, all, RowPlaces.bytes(new int[] {0, 1, 3})));
      refused(line, new PlaceRows(name + 3, all, RowPlaces.bytes(new int[] {0, 1, -1})));
      refused(line, new PlaceRows(name + 3, all, RowPlaces.bytes(new int[] {0, 1})));
      refused(line, new PlaceRows("../" + name + 3, all, RowPlaces.bytes(new int[] {0, 1, 2})));
      refused(line, new PlaceRows(name + 3, new byte[] {15}, RowPlaces.bytes(new int[4])));
      if (id.equals(BIRCH)) {
        refused(line, new OrderRows(all)); // it has no labels
        refused(line, new AskOwnRows());
      } else {
        assertThat(line.get().ask(new AskOwnRows()).rows()).containsExactly(7);
        RowOrder order = line.get().ask(new OrderRows(all));
        assertThat(RowPlaces.read(order.places(), 3, 3, false)).containsExactlyInAnyOrder(0, 1, 2);
        refused(line, new OrderRows(new byte[] {3})); // a second one would compare ids
      }
      line.get().ask(new PlaceRows(name + 5, all, RowPlaces.bytes(new int[] {4, 0, 2})));
      assertThat(own.places.values()).containsExactlyInAnyOrder(0, 2, 4);
      refused(line, new PlaceRows(name + 5, all, RowPlaces.bytes(new int[] {3, 0, 2})));
    }
  }

  private static void around(Aligner.Line line, PartyId id) {
    line.ask(new TellSizes("birch=3,cedar=3,maple=3"));
    line.ask(new AskBlinded(0));
    for (PartyId other : List.of(MAPLE, BIRCH, CEDAR)) {
      if (!other.equals(id)) {
        byte[] points = new byte[3 * Ristretto.SIZE];
        for (int i = 0; i < 3; i++) {
          byte[] element = Ristretto.element((other.name() + i).getBytes(StandardCharsets.UTF_8));
          System.arraycopy(element, 0, points, i * Ristretto.SIZE, Ristretto.SIZE);
        }
        line.ask(new AskRaised(other.name(), 0, points));
      }
    }
  }

  /** Asks a party that was opened again, as after every refusal. */
  private static void refused(Supplier<Aligner.Line> line, Ask<? extends Disclosed> ask) {
    assertThatThrownBy(() -> line.get().ask(ask))
        .isInstanceOfAny(ProtocolViolation.class, Refused.class)
        .hasMessageNotContaining("p1");
  }
}

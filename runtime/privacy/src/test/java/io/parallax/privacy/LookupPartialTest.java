package io.parallax.privacy;

import static org.assertj.core.api.Assertions.assertThat;

import io.parallax.core.Ask;
import io.parallax.core.Disclosed;
import io.parallax.core.Party;
import io.parallax.core.PartyId;
import io.parallax.math.Matrix;
import io.parallax.privacy.LookupMessages.FindRows;
import io.parallax.privacy.LookupMessages.PlacePeople;
import io.parallax.privacy.LookupMessages.TakePartialScores;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Joint predictions of people whom parties lack: each party learns of its own people only. */
class LookupPartialTest {
  private static final List<String> WANTED = people(0, 12);
  private static final LookupLimits NONE =
      new LookupLimits() {
        @Override
        public void listed(String owner, byte[] points) {}

        @Override
        public void wanted(int people) {}

        @Override
        public void found(List<String> ids) {}
      };

  private final Map<String, List<String>> told = new TreeMap<>();
  private final SortedMap<String, List<Ask<?>>> heard = new TreeMap<>();

  private static List<String> people(int from, int to) {
    return IntStream.range(from, to).mapToObj(i -> "p" + i).toList();
  }

  private static byte[] secret(String name) {
    return Arrays.copyOf(name.getBytes(StandardCharsets.UTF_8), 32);
  }

  private Aligner.Line watched(String name, Party party) {
    List<Ask<?>> asks = new ArrayList<>();
    heard.put(name, asks);
    Aligner.Line line =
        new LocalLine(
            PartyId.of(name),
            party,
            LookupMessages.PARTIAL,
            LookupMessages.disclosures(true),
            LookupMessages.letters(4, 2));
    return new Aligner.Line() {
      @Override
      public <U extends Disclosed> U ask(Ask<U> ask) {
        asks.add(ask);
        return line.ask(ask);
      }
    };
  }

  /** Looks people up at three others, and gives the asking party scores of all. */
  private int[] lookUp(Map<String, List<String>> others, int least) {
    SortedMap<PartyId, Aligner.Line> lines = new TreeMap<>();
    AskingParty maple =
        new AskingParty(
            WANTED,
            new HoldingParty.Ids(WANTED, secret("maple"), 8),
            NONE,
            ids -> told.put("maple", ids),
            (scores, held) -> {});
    lines.put(PartyId.of("maple"), watched("maple", maple));
    others.forEach(
        (name, ids) -> {
          HoldingParty.Ids own = new HoldingParty.Ids(ids, secret(name), 8);
          HoldingParty party = new HoldingParty(own, NONE, found -> told.put(name, found));
          lines.put(PartyId.of(name), watched(name, party));
        });
    Lookup lookup = new Lookup(PartyId.of("maple"), lines, new Lookup.Listings(), Runnable::run);
    int[] held = lookup.place(least);
    lookup.give(Matrix.zeros(held.length, 2), held);
    return held;
  }

  @Test
  void eachIsScoredByThoseWhoHaveThemUnlessTheyAreTooFew() {
    Map<String, List<String>> others =
        Map.of("birch", people(0, 6), "cedar", people(4, 9), "oak", people(5, 10));
    assertThat(lookUp(others, 0)).containsExactly(2, 2, 2, 2, 3, 4, 3, 3, 3, 2, 1, 1);
    assertThat(told.get("birch").subList(0, 7))
        .containsExactly("p0", "p1", "p2", "p3", "p4", "p5", HoldingParty.NOBODY);
    assertThat(lookUp(others, 3)).containsExactly(1, 1, 1, 1, 3, 4, 3, 3, 3, 1, 1, 1);
    assertThat(told.get("birch").subList(0, 6)) // p0 to p3 would be its own numbers
        .containsExactly("", "", "", "", "p4", "p5");
  }

  /**
   * An attack on who has whom: cedar and oak change places. What birch and the asking party are
   * told is the same, but for elements that are as good as random. The control: what cedar is told
   * is not.
   */
  @Test
  void nobodyIsToldWhoOfTwoOthersHasAPerson() {
    List<String> first = people(3, 9);
    List<String> second = List.of("p1", "p4", "p6", "p8", "p10", "p11"); // as many
    for (int least : List.of(0, 3)) {
      lookUp(Map.of("birch", people(0, 6), "cedar", first, "oak", second), least);
      Map<String, String> here = readable();
      lookUp(Map.of("birch", people(0, 6), "cedar", second, "oak", first), least);
      Map<String, String> there = readable();
      for (String name : List.of("birch", "maple")) {
        assertThat(there.get(name)).as(name).isEqualTo(here.get(name));
      }
      assertThat(here.get("birch")).contains("PlacePeople");
      assertThat(here.get("maple")).contains("TakePartialScores");
      assertThat(there.get("cedar")).as("the control").isNotEqualTo(here.get("cedar"));
    }
  }

  /** Returns what each party is asked, without blinded elements. */
  private Map<String, String> readable() {
    Map<String, String> all = new TreeMap<>();
    heard.forEach(
        (name, asks) -> {
          StringBuilder text = new StringBuilder();
          asks.forEach(ask -> text.append(words(ask)).append('\n'));
          all.put(name, text.toString());
        });
    return all;
  }

  private static String words(Ask<?> ask) {
    Optional<Matrix> numbers =
        ask instanceof PlacePeople place
            ? Optional.of(place.places())
            : ask instanceof FindRows find
                ? Optional.of(find.places())
                : ask instanceof TakePartialScores take
                    ? Optional.of(take.held())
                    : Optional.empty();
    return ask.getClass().getSimpleName()
        + numbers.map(one -> Arrays.deepToString(one.toRows())).orElse("");
  }
}

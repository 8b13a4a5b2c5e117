package io.parallax.privacy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.Party;
import io.parallax.core.PartyId;
import io.parallax.core.ProtocolViolation;
import io.parallax.core.Refused;
import io.parallax.math.Matrix;
import io.parallax.privacy.LookupMessages.AskListing;
import io.parallax.privacy.LookupMessages.FindRows;
import io.parallax.privacy.LookupMessages.RaiseListing;
import io.parallax.privacy.LookupMessages.RaiseWanted;
import io.parallax.privacy.LookupMessages.TakeScores;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LookupTest {
  private static final PartyId MAPLE = PartyId.of("maple");
  private static final PartyId BIRCH = PartyId.of("birch");
  private static final PartyId CEDAR = PartyId.of("cedar");
  private final Map<String, List<String>> told = new TreeMap<>();
  private final List<Matrix> given = new ArrayList<>();

  /** Counts what is revealed, and refuses more than a number of each. */
  private static final class Counted implements LookupLimits {
    private final int most;
    private int listed;
    private int wanted;
    private int found;

    Counted(int most) {
      this.most = most;
    }

    @Override
    public void listed(String owner, byte[] points) {
      listed = require(listed + points.length / Ristretto.SIZE);
    }

    @Override
    public void wanted(int people) {
      wanted = require(wanted + people);
    }

    @Override
    public void found(List<String> ids) {
      found = require(found + ids.size());
    }

    private int require(int count) {
      if (count > most) {
        throw new Refused("too many");
      }
      return count;
    }
  }

  private static byte[] secret(String name) {
    return java.util.Arrays.copyOf(name.getBytes(StandardCharsets.UTF_8), 32);
  }

  private AskingParty asking(List<String> wanted, LookupLimits limits) {
    HoldingParty.Ids own = new HoldingParty.Ids(wanted, secret("maple"), 8);
    return new AskingParty(
        wanted, own, limits, ids -> told.put("maple", ids), (scores, held) -> given.add(scores));
  }

  private HoldingParty holding(String name, List<String> ids, LookupLimits limits) {
    HoldingParty.Ids own = new HoldingParty.Ids(ids, secret(name), 8);
    return new HoldingParty(own, limits, found -> told.put(name, found));
  }

  private static LocalLine line(PartyId id, Party party) {
    return new LocalLine(
        id,
        party,
        LookupMessages.ALL,
        LookupMessages.disclosures(false),
        LookupMessages.letters(3, 2));
  }

  private static List<String> people(int from, int to) {
    return IntStream.range(from, to).mapToObj(i -> "p" + i).toList();
  }

  private Lookup lookup(
      AskingParty maple, HoldingParty birch, HoldingParty cedar, Lookup.Listings known) {
    SortedMap<PartyId, Aligner.Line> lines = new TreeMap<>();
    lines.put(MAPLE, line(MAPLE, maple));
    lines.put(BIRCH, line(BIRCH, birch));
    lines.put(CEDAR, line(CEDAR, cedar));
    return new Lookup(MAPLE, lines, known, Runnable::run);
  }

  @Test
  void thoseWhomAllPartiesHaveAreFoundInTheOrderAskedFor() {
    Counted none = new Counted(1000);
    Lookup.Listings known = new Lookup.Listings();
    List<String> wanted = List.of("p7", "p3", "nobody", "p21", "p5");
    Lookup first =
        lookup(
            asking(wanted, none),
            holding("birch", people(0, 20), none),
            holding("cedar", people(5, 30), none),
            known);
    assertThat(first.find()).isEqualTo(2);
    assertThat(told.values()).containsOnly(List.of("p7", "p5")).hasSize(3);
    first.give(Matrix.of(new double[][] {{1, 0}, {0, 1}}));
    assertThat(given.get(0).get(1, 1)).isEqualTo(1);

    Lookup again =
        lookup(
            asking(List.of("p9"), new Counted(1)), // no listing is blinded again
            holding("birch", people(0, 20), none),
            holding("cedar", people(5, 30), none),
            known);
    assertThat(again.find()).isEqualTo(1);
  }

  @Test
  void aPersonWhoIsNewIsFoundAndNobodyIsFoundElsewhere() {
    Counted any = new Counted(1000);
    Lookup.Listings known = new Lookup.Listings();
    assertThat(
            lookup(
                    asking(List.of("new"), any),
                    holding("birch", people(0, 20), any),
                    holding("cedar", people(0, 20), any),
                    known)
                .find())
        .isZero();
    assertThat(told).isEmpty();
    List<String> more = new ArrayList<>(people(0, 20));
    more.add("new");
    assertThat(
            lookup(
                    asking(List.of("new"), any),
                    holding("birch", more, any),
                    holding("cedar", more, any),
                    known)
                .find())
        .isEqualTo(1);
  }

  /** An attack: a party asks for people that it does not have, to learn who has them. */
  @Test
  void inventedPeopleAreTestedOnlyAsFarAsTheOwnersLimit() {
    Counted any = new Counted(100_000);
    assertThat(
            lookup(
                    asking(people(0, 5000), any),
                    holding("birch", people(100, 200), any),
                    holding("cedar", people(100, 200), any),
                    new Lookup.Listings())
                .find())
        .as("the control")
        .isEqualTo(100);
    told.clear();
    assertThatThrownBy(
            () ->
                lookup(
                        asking(people(0, 5000), any),
                        holding("birch", people(100, 200), new Counted(400)),
                        holding("cedar", people(100, 200), new Counted(400)),
                        new Lookup.Listings())
                    .find())
        .isInstanceOf(Refused.class);
    assertThat(told).isEmpty();
  }

  @Test
  void aLyingCoordinatorIsToldNothingMore() {
    Counted any = new Counted(1000);
    byte[] points =
        line(CEDAR, holding("cedar", people(0, 4), any)).ask(new AskListing(0)).points();
    LocalLine early = line(BIRCH, holding("birch", people(0, 20), any));
    refused(early, new FindRows(places(0)), "1 people are to be scored; 0 were asked for");
    refused(birch(points), new FindRows(places(0, 0)), "one of them twice");
    refused(birch(points), new FindRows(places(24)), "does not exist");
    refused(birch(points), new FindRows(places(0.5)), "does not exist");
    refused(birch(points), new AskListing(8), "from place 8 on");
    refused(birch(points), new RaiseListing("cedar", points), "");
    refused(birch(points), new TakeScores(Matrix.zeros(1, 2)), "");
    int real = 0;
    for (int place = 0; place < 24; place++) { // 4 of 24 are made up
      LocalLine one = birch(points);
      try {
        one.ask(new FindRows(places(place)));
        real++;
      } catch (ProtocolViolation e) {
        assertThat(e).hasMessageContaining("not one of this party's");
      }
    }
    assertThat(real).isEqualTo(20);
    refused(maple(), new TakeScores(Matrix.zeros(1, 2)), "scores of 1 people were sent");
    refused(maple(), new RaiseListing("cedar", points), "too many");
  }

  private LocalLine maple() {
    return line(MAPLE, asking(List.of("p1"), new Counted(3)));
  }

  /** A party that has been asked for people. */
  private LocalLine birch(byte[] points) {
    LocalLine birch = line(BIRCH, holding("birch", people(0, 20), new Counted(1000)));
    birch.ask(new RaiseWanted(points));
    return birch;
  }

  private static Matrix places(double... places) {
    return Matrix.fill(places.length, 1, (i, j) -> places[i]);
  }

  private static <U extends io.parallax.core.Disclosed> void refused(
      LocalLine line, io.parallax.core.Ask<U> ask, String why) {
    assertThatThrownBy(() -> line.ask(ask))
        .isInstanceOfAny(ProtocolViolation.class, Refused.class)
        .hasMessageContaining(why);
  }
}

package io.parallax.privacy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.Ask;
import io.parallax.core.BadInput;
import io.parallax.core.Disclosed;
import io.parallax.core.PartyId;
import io.parallax.core.ProtocolViolation;
import io.parallax.core.Refused;
import io.parallax.privacy.AlignMessages.AskRaised;
import io.parallax.privacy.AlignMessages.AskSize;
import io.parallax.privacy.AlignMessages.Blinded;
import io.parallax.privacy.AlignMessages.Raised;
import io.parallax.privacy.AlignMessages.TellSizes;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AlignTest {
  private static final int MOST = 100_000;
  private final SortedMap<PartyId, Kept> kept = new TreeMap<>();
  private final List<byte[]> seen = Collections.synchronizedList(new ArrayList<>());

  private static final class Kept extends InMemoryKeeper {
    String sizes = "";
    String name = "";
    Set<String> common = Set.of();

    @Override
    public String kept() {
      return name;
    }

    @Override
    public void keep(String named, List<String> rows) {
      name = named;
      common = new TreeSet<>(rows);
    }

    @Override
    public void show(String told) {
      sizes = told;
    }
  }

  /** People of whom each party has about two thirds, each in an order of its own. */
  private static SortedMap<PartyId, List<String>> people(int parties, int count) {
    Random random = new Random(parties);
    SortedMap<PartyId, List<String>> sets = new TreeMap<>();
    for (int p = 0; p < parties; p++) {
      List<String> own = new ArrayList<>();
      IntStream.range(0, count).filter(i -> random.nextInt(3) > 0).forEach(i -> own.add("p" + i));
      Collections.shuffle(own, random);
      sets.put(PartyId.of("party-" + p), own);
    }
    return sets;
  }

  private static Set<String> common(SortedMap<PartyId, List<String>> sets) {
    Set<String> common = new TreeSet<>(sets.get(sets.firstKey()));
    sets.values().forEach(set -> common.retainAll(new HashSet<>(set)));
    return common;
  }

  private SortedMap<PartyId, Aligner.Line> lines(SortedMap<PartyId, List<String>> sets, int pad) {
    return lines(sets, pad, SetLimit.NONE);
  }

  private SortedMap<PartyId, Aligner.Line> lines(
      SortedMap<PartyId, List<String>> sets, int pad, SetLimit limit) {
    AlignParty.Terms terms = new AlignParty.Terms(sets.keySet(), pad, limit);
    SortedMap<PartyId, Aligner.Line> lines = new TreeMap<>();
    sets.forEach(
        (id, ids) -> {
          byte[] secret = Arrays.copyOf(id.name().getBytes(StandardCharsets.UTF_8), 32);
          Kept own = kept.computeIfAbsent(id, i -> new Kept());
          LocalLine line = new LocalLine(id, new AlignParty(id, ids, secret, terms, own));
          lines.put(id, watched(line));
        });
    return lines;
  }

  private Aligner.Line watched(Aligner.Line line) {
    return new Aligner.Line() {
      @Override
      public <U extends Disclosed> U ask(Ask<U> ask) {
        U answer = line.ask(ask);
        if (answer instanceof Blinded b) {
          seen.add(b.points());
        } else if (answer instanceof Raised r) {
          seen.add(r.points());
        }
        return answer;
      }
    };
  }

  private static Aligner.Outcome align(SortedMap<PartyId, Aligner.Line> lines) {
    return new Aligner(lines, MOST, Optional.empty(), percent -> {}).run();
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 5})
  void everyPartyLearnsWhichOfItsOwnIdsAllHave(int parties) {
    SortedMap<PartyId, List<String>> sets = people(parties, 300);
    Aligner.Outcome found = align(lines(sets, 1));
    assertThat(found.common()).isEqualTo(common(sets).size()).isPositive();
    assertThat(found.earlier()).isFalse();
    kept.values().forEach(own -> assertThat(own.common).isEqualTo(common(sets)));
  }

  @Test
  void whatWasFoundIsFoundAgainWithoutASingleBlindedId() {
    SortedMap<PartyId, List<String>> sets = people(3, 60);
    int common = align(lines(sets, 1)).common();
    seen.clear();
    Aligner.Outcome again = align(lines(sets, 1));
    assertThat(again.earlier()).isTrue();
    assertThat(again.common()).isEqualTo(common);
    assertThat(seen).isEmpty();
  }

  @Test
  void paddingHidesTheSizesAndChangesNothingElse() {
    SortedMap<PartyId, List<String>> sets = people(3, 300);
    Aligner.Outcome found = align(lines(sets, 512));
    assertThat(found.sizes().values()).containsOnly(512);
    kept.values().forEach(own -> assertThat(own.common).isEqualTo(common(sets)));
  }

  /** Whoever knows every id and sees all that the coordinator saw recognises none. */
  @Test
  void aDictionaryOfAllIdsFindsNothingInTheTranscript() {
    SortedMap<PartyId, List<String>> sets = people(3, 100);
    align(lines(sets, 1));
    Set<String> hashes = new HashSet<>();
    Set<String> points = new HashSet<>();
    Set<String> hashed = new HashSet<>(); // what parties would send who only hash: the control
    for (List<String> own : sets.values()) {
      own.forEach(id -> hashed.add(HexFormat.of().formatHex(element(id))));
    }
    IntStream.range(0, 100).forEach(i -> hashes.add(HexFormat.of().formatHex(element("p" + i))));
    for (byte[] block : seen) {
      for (int i = 0; i < block.length; i += Ristretto.SIZE) {
        points.add(HexFormat.of().formatHex(Arrays.copyOfRange(block, i, i + Ristretto.SIZE)));
      }
    }
    assertThat(hashes).as("control").containsAll(hashed);
    assertThat(points).hasSizeGreaterThan(hashed.size()).doesNotContainAnyElementsOf(hashes);
  }

  private static byte[] element(String id) {
    return Ristretto.element(("id " + id).getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void anInterruptedAlignmentGoesOnWhereItWas(@TempDir Path folder) {
    int count = 2 * Aligner.BLOCK + 100;
    List<String> many = IntStream.range(0, count).mapToObj(i -> "p" + i).toList();
    SortedMap<PartyId, List<String>> sets = new TreeMap<>();
    sets.put(PartyId.of("ash"), many);
    sets.put(PartyId.of("elm"), List.of("p3", "p70", "x"));
    SortedMap<PartyId, Aligner.Line> lines = lines(sets, 1);
    Aligner.Line elm = lines.get(PartyId.of("elm"));
    int[] asked = {0};
    lines.put(
        PartyId.of("elm"),
        new Aligner.Line() {
          @Override
          public <U extends Disclosed> U ask(Ask<U> ask) {
            if (ask instanceof AskRaised && ++asked[0] == 2) {
              throw new ProtocolViolation("the power is off");
            }
            return elm.ask(ask);
          }
        });
    assertThatThrownBy(() -> new Aligner(lines, MOST, Optional.of(folder), percent -> {}).run())
        .hasMessage("the power is off");
    seen.clear();
    new Aligner(lines(sets, 1), MOST, Optional.of(folder), percent -> {}).run();
    assertThat(kept.get(PartyId.of("ash")).common).containsExactly("p3", "p70");
    long again = seen.stream().filter(b -> b.length == Aligner.BLOCK * Ristretto.SIZE).count();
    assertThat(again).as("whole blocks, blinded by the owner and by the other").isEqualTo(2);
  }

  @Test
  void noCommonIdIsSaidWithWhatCouldHelp() {
    SortedMap<PartyId, List<String>> sets = new TreeMap<>();
    sets.put(PartyId.of("ash"), List.of("P1", "P2"));
    sets.put(PartyId.of("elm"), List.of("p1", "p2"));
    assertThatThrownBy(() -> align(lines(sets, 1)))
        .isInstanceOf(BadInput.class)
        .hasMessage(
            "no id is common to all parties [ash, elm]; check that ids mean the same and are written the same way (align: {case: lower, unicode: nfkc})");
  }

  @Test
  void aSetBeyondItsCapIsRefusedBeforeAnythingIsBlinded() {
    SortedMap<PartyId, List<String>> sets = people(2, 100);
    assertThatThrownBy(() -> new Aligner(lines(sets, 1), 50, Optional.empty(), percent -> {}).run())
        .isInstanceOf(BadInput.class)
        .hasMessageMatching(
            "party party-0 announces \\d+ ids, including those that align.pad adds; it must be 1 to 50; raise align.most if that is intended");
    assertThat(seen).isEmpty();
  }

  /** Ids that one party has, and a list of 10,000 that another has made up, with all of them. */
  private static SortedMap<PartyId, List<String>> invented() {
    SortedMap<PartyId, List<String>> sets = new TreeMap<>();
    sets.put(PartyId.of("ash"), IntStream.range(0, 400).mapToObj(i -> "p" + 25 * i).toList());
    sets.put(PartyId.of("elm"), IntStream.range(0, 10_000).mapToObj(i -> "p" + i).toList());
    return sets;
  }

  @Test
  void aMadeUpListNamesEverybodyWhereNothingBoundsIt() {
    SortedMap<PartyId, List<String>> sets = invented();
    align(lines(sets, 1, SetLimit.NONE));
    assertThat(kept.get(PartyId.of("elm")).common)
        .containsExactlyInAnyOrderElementsOf(sets.get(PartyId.of("ash")));
  }

  @Test
  void aMadeUpListIsRefusedBeforeAnythingIsBlindedAndTheOwnerSeesItsSize() {
    for (SetLimit limit : List.of(SetLimit.USUAL, new SetLimit(9_999, false))) {
      assertThatThrownBy(() -> align(lines(invented(), 1, limit)))
          .isInstanceOf(Refused.class)
          .hasMessageStartingWith(
              "party elm brings 10000 ids, including those that align.pad adds, but policy.align-most of"
                  + " party ash is "
                  + limit
                  + ":");
      assertThat(kept.get(PartyId.of("ash")).sizes).isEqualTo("ash=400,elm=10000");
      assertThat(seen).isEmpty();
    }
    align(lines(invented(), 1, new SetLimit(10_000, false)));
  }

  @Test
  void whatAPadAddsCountsAsIdsThatSomebodyMayHaveListed() {
    assertThatThrownBy(() -> align(lines(people(2, 60), 2048, SetLimit.USUAL)))
        .isInstanceOf(Refused.class)
        .hasMessageContaining("brings 2048 ids, including those that align.pad adds")
        .hasMessageEndingWith("or lower align.pad");
    align(lines(people(2, 60), 1000, SetLimit.USUAL));
  }

  /** A party that tells of few ids and sends more, or others in their place. */
  @Test
  void noPartyIsGivenMoreBlindedIdsThanItToldOf() {
    SortedMap<PartyId, Aligner.Line> lines = lines(people(2, 60), 1);
    PartyId honest = PartyId.of("party-0");
    Aligner.Line line = lines.get(honest);
    int own = line.ask(new AskSize()).points();
    line.ask(new TellSizes("party-0=" + own + ",party-1=2"));
    byte[] three = points("a", "b", "c");
    byte[] two = Arrays.copyOf(three, 2 * Ristretto.SIZE);
    byte[] others = Arrays.copyOfRange(three, Ristretto.SIZE, 3 * Ristretto.SIZE);
    assertThatThrownBy(() -> line.ask(new AskRaised("party-1", 0, three)))
        .isInstanceOf(ProtocolViolation.class)
        .hasMessageContaining(
            "96 bytes of party party-1's blinded ids were received; there must be 64");
    SortedMap<PartyId, Aligner.Line> restarted = lines(people(2, 60), 1);
    Aligner.Line again = restarted.get(honest);
    byte[] raised = again.ask(new AskRaised("party-1", 0, two)).points();
    assertThat(lines(people(2, 60), 1).get(honest).ask(new AskRaised("party-1", 0, two)).points())
        .as("after a restart")
        .isEqualTo(raised);
    assertThatThrownBy(() -> again.ask(new AskRaised("party-1", 0, others)))
        .isInstanceOf(Refused.class)
        .hasMessageContaining("received different values in this alignment before");
    assertThatThrownBy(
            () ->
                lines(people(2, 60), 1)
                    .get(honest)
                    .ask(new TellSizes("party-0=" + own + ",party-1=3")))
        .isInstanceOf(Refused.class)
        .hasMessageContaining("received different values in this alignment before");
  }

  private static byte[] points(String... ids) {
    ByteBuffer points = ByteBuffer.allocate(ids.length * Ristretto.SIZE);
    Arrays.stream(ids).map(AlignTest::element).forEach(points::put);
    return points.array();
  }

  @Test
  void anIdSentTwiceIsRefused() {
    long[] twice = {1, 2, 3, 4, 1, 2};
    assertThatThrownBy(() -> PointSets.common(new TreeMap<>(Map.of(PartyId.of("ash"), twice))))
        .isInstanceOf(BadInput.class)
        .hasMessage("party ash sent the same blinded id twice; every id must occur once");
  }

  @Test
  void surplusAndMissingBlindedIdsAreRefused() {
    SortedMap<PartyId, Aligner.Line> lines = lines(people(2, 30), 1);
    Aligner.Line honest = lines.get(lines.firstKey());
    lines.put(
        lines.firstKey(),
        new Aligner.Line() {
          @Override
          @SuppressWarnings("unchecked")
          public <U extends Disclosed> U ask(Ask<U> ask) {
            U answer = honest.ask(ask);
            return answer instanceof Raised r
                ? (U) new Raised(Arrays.copyOf(r.points(), r.points().length + Ristretto.SIZE))
                : answer;
          }
        });
    assertThatThrownBy(() -> align(lines))
        .isInstanceOf(ProtocolViolation.class)
        .hasMessageContaining("bytes of blinded ids; there must be");
  }
}

package io.parallax.privacy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.parallax.core.Answers;
import io.parallax.core.Ask;
import io.parallax.core.BadInput;
import io.parallax.core.Disclosed;
import io.parallax.core.Party;
import io.parallax.core.PartyId;
import io.parallax.core.ProtocolViolation;
import io.parallax.core.Refused;
import io.parallax.privacy.AlignMessages.AskBlinded;
import io.parallax.privacy.AlignMessages.AskRaised;
import io.parallax.privacy.AlignMessages.AskSize;
import io.parallax.privacy.AlignMessages.Blinded;
import io.parallax.privacy.AlignMessages.KeepRows;
import io.parallax.privacy.AlignMessages.Raised;
import io.parallax.privacy.AlignMessages.RowsKept;
import io.parallax.privacy.AlignMessages.SetSize;
import io.parallax.privacy.AlignMessages.SizesSeen;
import io.parallax.privacy.AlignMessages.TellSizes;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A coordinator that lies to one party of an alignment: other numbers, places, orders and elements.
 * Whatever it says, the party refuses it, or blinds no more than was told and keeps only its own.
 */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class AlignLiesTest {
  private static final int CASES = 1000;
  private static final PartyId OAK = PartyId.of("oak");
  private static final PartyId ASH = PartyId.of("ash");
  private static final PartyId ELM = PartyId.of("elm");
  private static final SetLimit LIMIT = new SetLimit(12, false);
  private static final byte[] SECRET = new byte[32];
  private static final List<String> IDS = IntStream.range(0, 6).mapToObj(i -> "p" + i).toList();
  private static final String NAME = "0123456789abcdef0123456789abcdef-";
  private static final BitSet REAL = real();

  /** An ask of the coordinator, and whether an honest one would never send it. */
  private record Step(Ask<? extends Disclosed> ask, boolean lie) {}

  private static Step honest(Ask<? extends Disclosed> ask) {
    return new Step(ask, false);
  }

  private static Step lie(Ask<? extends Disclosed> ask) {
    return new Step(ask, true);
  }

  /** The party's record, visible to the test. */
  private static final class Kept extends InMemoryKeeper {
    final List<List<String>> common = new ArrayList<>();

    @Override
    public void keep(String name, List<String> rows) {
      common.add(rows);
    }
  }

  private static AlignParty party(Kept kept) {
    AlignParty.Terms terms = new AlignParty.Terms(Set.of(ASH, ELM, OAK), 4, LIMIT);
    return new AlignParty(OAK, IDS, SECRET, terms, kept);
  }

  private static String sizes(int ash, int elm, int oak) {
    return "ash=" + ash + ",elm=" + elm + ",oak=" + oak;
  }

  private static byte[] points(String of, int count) {
    ByteBuffer points = ByteBuffer.allocate(count * Ristretto.SIZE);
    for (int i = 0; i < count; i++) {
      points.put(Ristretto.element((of + " " + i).getBytes(StandardCharsets.UTF_8)));
    }
    return points.array();
  }

  private static List<Step> beginning() {
    return List.of(
        honest(new AskSize()),
        honest(new TellSizes(sizes(7, 9, 8))),
        honest(new AskBlinded(0)),
        honest(new AskRaised("ash", 0, points("ash", 7))),
        honest(new AskRaised("elm", 0, points("elm", 9))));
  }

  private static List<Step> script(Random random) {
    List<Step> steps = new ArrayList<>(beginning());
    BitSet rows = new BitSet();
    IntStream.range(0, 8).filter(i -> random.nextInt(3) > 0).forEach(rows::set);
    rows.set(REAL.nextSetBit(0));
    BitSet own = (BitSet) REAL.clone();
    own.and(rows);
    steps.add(honest(new KeepRows(NAME + own.cardinality(), rows.toByteArray())));
    return steps;
  }

  /** Returns which of the party's eight positions are ids; the others are made up. */
  private static BitSet real() {
    BitSet real = new BitSet();
    for (int place = 0; place < 8; place++) {
      BitSet one = new BitSet();
      one.set(place);
      Kept kept = new Kept();
      List<Step> steps = new ArrayList<>(beginning());
      steps.add(honest(new KeepRows(NAME + 1, one.toByteArray())));
      run(steps, new Random(1), () -> party(kept));
      real.set(place, !kept.common.isEmpty());
    }
    assertThat(real.cardinality()).isEqualTo(IDS.size());
    return real;
  }

  private static Step wrongSizes(Random random) {
    int huge = 13 + random.nextInt(Integer.MAX_VALUE - 13);
    List<String> lies =
        List.of(
            sizes(7, 9, 7),
            sizes(7, 9, 9),
            sizes(huge, 9, 8),
            sizes(7, huge, 8),
            sizes(0, 9, 8),
            sizes(-7, 9, 8),
            "ash=7,elm=99999999999999999999,oak=8",
            "ash=7,oak=8",
            "ash=7,elm=9",
            sizes(7, 9, 8) + ",fir=3",
            "ash=7,ash=7,elm=9,oak=8",
            "oak=8,elm=9,ash=7",
            "ash=7;elm=9;oak=8",
            "ash=07,elm=9,oak=8",
            "Ash=7,elm=9,oak=8",
            "",
            ",",
            "=",
            "ash=7,elm=9,oak=8\u202e",
            "x".repeat(1 + random.nextInt(100_000)),
            "=,".repeat(1 + random.nextInt(10_000)));
    return lie(new TellSizes(lies.get(random.nextInt(lies.size()))));
  }

  private static Step wrongBlinded(Random random) {
    int[] from = {-1, 1, 7, 8, 9, 8192, 16384, Integer.MIN_VALUE, Integer.MAX_VALUE, -8192};
    return lie(new AskBlinded(from[random.nextInt(from.length)]));
  }

  private static Step wrongRaised(Random random) {
    byte[] ash = points("ash", 7);
    return switch (random.nextInt(12)) {
      case 0 -> lie(new AskRaised("fir", 0, ash));
      case 1 -> lie(new AskRaised("oak", 0, points("oak", 8)));
      case 2 -> lie(new AskRaised("x".repeat(random.nextInt(1000)), 0, ash));
      case 3 -> lie(new AskRaised("ash", 1 + random.nextInt(9000), ash));
      case 4 -> lie(new AskRaised("ash", -8192 * random.nextInt(3) - 1, ash));
      case 5 -> lie(new AskRaised("ash", 0, points("ash", 6)));
      case 6 -> lie(new AskRaised("ash", 0, points("ash", 8)));
      case 7 -> lie(new AskRaised("ash", 0, Arrays.copyOf(ash, random.nextInt(ash.length))));
      case 8 -> lie(new AskRaised("ash", 0, repeated(ash, random)));
      case 9 -> lie(new AskRaised("ash", 0, noElement(ash, random)));
      case 10 -> lie(new AskRaised("ash", 0, new byte[0]));
      default -> lie(new AskRaised("ash", 0, new byte[ash.length])); // neutral
    };
  }

  private static byte[] repeated(byte[] points, Random random) {
    int from = random.nextInt(3);
    byte[] changed = points.clone();
    System.arraycopy(
        points, from * Ristretto.SIZE, changed, (from + 1) * Ristretto.SIZE, Ristretto.SIZE);
    return changed;
  }

  /** Beyond the field, negative, or any bytes that happen to be no element. */
  private static byte[] noElement(byte[] points, Random random) {
    int at = random.nextInt(points.length / Ristretto.SIZE) * Ristretto.SIZE;
    byte[] changed = points.clone();
    switch (random.nextInt(3)) {
      case 0 -> changed[at + 31] |= (byte) 0x80;
      case 1 -> changed[at] |= 1;
      default -> {
        byte[] any = new byte[Ristretto.SIZE];
        do {
          random.nextBytes(any);
        } while (Ristretto.valid(any));
        System.arraycopy(any, 0, changed, at, Ristretto.SIZE);
      }
    }
    return changed;
  }

  private static Step wrongRows(Random random) {
    byte[] few = {(byte) 0xff};
    byte[] many = new byte[2 + random.nextInt(5000)];
    many[many.length - 1] = 1;
    return switch (random.nextInt(6)) {
      case 0 -> lie(new KeepRows(NAME + 8, many));
      case 1 -> lie(new KeepRows(NAME + 0, new byte[0]));
      case 2 -> lie(new KeepRows(NAME + 5, few)); // six of them are ids
      case 3 -> lie(new KeepRows("../../" + NAME + 6, few));
      case 4 -> lie(new KeepRows("", few));
      default -> lie(new KeepRows(NAME + "99999999999", few));
    };
  }

  /** Returns a step with another set than before; the first of them could be an honest one. */
  private static Step another(Random random) {
    return honest(
        switch (random.nextInt(4)) {
          case 0 -> new TellSizes(sizes(10 + random.nextInt(3), 10, 8));
          case 1 -> new AskRaised("ash", 0, points("dictionary " + random.nextInt(), 7));
          case 2 -> new AskRaised("elm", 0, points("dictionary " + random.nextInt(), 9));
          default -> new AskRaised("elm", 0, points("ash", 9)); // ash's, again
        });
  }

  private static List<Step> lies(Random random) {
    List<Step> steps = script(random);
    int lies = 1 + random.nextInt(3);
    for (int i = 0; i < lies; i++) {
      int at = random.nextInt(steps.size() + 1);
      switch (random.nextInt(8)) {
        case 0 -> steps.add(at, wrongSizes(random));
        case 1 -> steps.add(at, wrongBlinded(random));
        case 2 -> steps.add(at, wrongRaised(random));
        case 3 -> steps.add(at, wrongRows(random));
        case 4 -> steps.add(at, another(random));
        case 5 -> Collections.shuffle(steps, random);
        case 6 -> steps.addAll(at, script(random)); // all of it again, with other common rows
        default -> steps.remove(random.nextInt(steps.size()));
      }
    }
    return steps;
  }

  /** The answers that the coordinator has got from a party. */
  private static final class Taken {
    final Set<ByteBuffer> raised = new HashSet<>();
    final Map<String, Integer> limits = new HashMap<>();
    boolean before; // anything was blinded before sizes were accepted
    boolean believed; // a lie was answered
    int refused;

    void take(Step step, Disclosed answer) {
      believed |= step.lie();
      if (answer instanceof SizesSeen) {
        String told = ((TellSizes) step.ask()).sizes();
        SetSizes.read(told).forEach((id, size) -> limits.put(id.name(), size));
      }
      before |= limits.isEmpty() && (answer instanceof Blinded || answer instanceof Raised);
      if (answer instanceof Raised && step.ask() instanceof AskRaised ask) {
        for (int i = 0; i < ask.points().length; i += Ristretto.SIZE) {
          raised.add(ByteBuffer.wrap(Arrays.copyOfRange(ask.points(), i, i + Ristretto.SIZE)));
        }
      }
    }

    boolean harmless() {
      int told = limits.getOrDefault("ash", 0) + limits.getOrDefault("elm", 0);
      return !before && !believed && raised.size() <= told;
    }
  }

  private interface Restart {
    Party party();
  }

  /** Goes through all steps; in some cases the party is killed on the way and started again. */
  private static Taken run(List<Step> steps, Random random, Restart restart) {
    Taken taken = new Taken();
    Aligner.Line line = new LocalLine(OAK, restart.party());
    for (Step step : steps) {
      if (random.nextInt(6) == 0) {
        line = new LocalLine(OAK, restart.party());
      }
      try {
        taken.take(step, line.ask(step.ask()));
      } catch (ProtocolViolation | Refused | BadInput e) {
        assertThat(e.getMessage()).isNotBlank().doesNotContain("p0", "p1", "p2");
        taken.refused++;
        line = new LocalLine(OAK, restart.party()); // as a coordinator would open it again
      } catch (RuntimeException | Error e) {
        fail("no sentence for " + step.ask().getClass().getSimpleName(), e);
      }
    }
    return taken;
  }

  @Test
  void everyLieIsRefusedOrHarmless() {
    int refused = 0;
    int finished = 0;
    for (int seed = 0; seed < CASES; seed++) {
      Random random = new Random(seed);
      List<Step> steps = lies(random);
      Kept kept = new Kept();
      Taken taken = run(steps, random, () -> party(kept));
      assertThat(taken.harmless()).as("case %d: %s", seed, steps).isTrue();
      assertThat(new HashSet<>(kept.common)).as("case %d", seed).hasSizeLessThan(2);
      kept.common.forEach(rows -> assertThat(IDS).containsAll(rows));
      refused += taken.refused > 0 ? 1 : 0;
      finished += kept.common.isEmpty() ? 0 : 1;
    }
    assertThat(refused).as("cases with a refusal").isGreaterThan(CASES / 2);
    assertThat(finished).as("cases that came to an end beside the lie").isGreaterThan(CASES / 10);
  }

  @Test
  void withoutALieNothingIsRefused() {
    for (int seed = 0; seed < 20; seed++) {
      Random random = new Random(seed);
      List<Step> steps = script(random);
      steps.addAll(2, steps); // asked again, as after a crash
      Kept kept = new Kept();
      Taken taken = run(steps.subList(0, 2 + 6), random, () -> party(kept));
      assertThat(taken.refused).isZero();
      assertThat(taken.harmless()).isTrue();
      assertThat(kept.common).hasSize(1);
    }
  }

  /** A party that believes what it is told, as one would be without these rules: the control. */
  private record Trusting(byte[] scalar) implements Party {
    record State() {}

    @Override
    public Answers answers() {
      return new Answers()
          .on(AskSize.class, ask -> new SetSize(8, "", ""))
          .on(TellSizes.class, ask -> new SizesSeen())
          .on(AskBlinded.class, ask -> new Blinded(raise(points("oak", 8))))
          .on(AskRaised.class, ask -> new Raised(raise(ask.points())))
          .on(KeepRows.class, ask -> new RowsKept(BitSet.valueOf(ask.rows()).cardinality()));
    }

    private byte[] raise(byte[] points) {
      ByteBuffer raised = ByteBuffer.allocate(points.length);
      for (int i = 0; i + Ristretto.SIZE <= points.length; i += Ristretto.SIZE) {
        raised.put(Ristretto.raise(scalar, Arrays.copyOfRange(points, i, i + Ristretto.SIZE)));
      }
      return raised.array();
    }

    @Override
    public Record state() {
      return new State();
    }

    @Override
    public void restore(Record state) {}
  }

  @Test
  void aTrustingPartyIsDeceivedByMostOfThem() {
    int deceived = 0;
    for (int seed = 0; seed < CASES; seed++) {
      Random random = new Random(seed);
      List<Step> steps = lies(random).stream().filter(AlignLiesTest::readable).toList();
      Taken taken = run(steps, random, () -> new Trusting(Ristretto.scalar(SECRET)));
      deceived += taken.harmless() ? 0 : 1;
    }
    assertThat(deceived).isGreaterThan(CASES / 2);
  }

  /** The test itself reads the sizes that a party has believed. */
  private static boolean readable(Step step) {
    try {
      return !(step.ask() instanceof TellSizes told) || !SetSizes.read(told.sizes()).isEmpty();
    } catch (ProtocolViolation e) {
      return false;
    }
  }
}

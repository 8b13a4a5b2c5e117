package io.parallax.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.parallax.core.Ask;
import io.parallax.core.BadInput;
import io.parallax.core.Diverged;
import io.parallax.core.OutOfRange;
import io.parallax.core.Party;
import io.parallax.core.ProtocolViolation;
import io.parallax.core.Refused;
import io.parallax.engine.AskJournal;
import io.parallax.engine.AskRules;
import io.parallax.engine.AttemptLost;
import io.parallax.engine.Endpoint;
import io.parallax.engine.IncomingAsk;
import io.parallax.engine.MessageCodec;
import io.parallax.engine.PartyStore;
import io.parallax.engine.Sizes;
import io.parallax.engine.SumProtocol;
import io.parallax.math.Rng;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Leads a party through an honest run of a part and, before each of some asks, tries every {@link
 * AskLies lie} on a copy of it. A lie must be refused with a message, or be an ask that the study
 * allows; and after it was answered the exchange is settled: no other ask is answered in its place,
 * neither at once, nor after a restart, nor, tried once for each exchange, after the party was
 * taken back to its beginning.
 */
public final class LyingCoordinator {
  private static final byte[] RUN = new byte[32];
  private static final int EACH = 2; // exchanges of every kind of ask that are tested
  private static final List<Class<?>> REFUSALS =
      List.of(
          ProtocolViolation.class,
          Refused.class,
          BadInput.class,
          OutOfRange.class,
          Diverged.class,
          AttemptLost.class);
  private final Supplier<Party> fresh;
  private final List<Class<? extends Ask<?>>> asks;
  private final int parties;
  private final Set<String> allowed;
  private final Map<String, Long> letters;
  private final Path folder;
  private final Set<Long> replayed = new HashSet<>();
  private int cases;
  private int answered;
  private int files;

  /**
   * @param fresh makes the party in its state before the first exchange
   * @param letters the values of letters in sizes, without those of the party's own rows
   * @param folder for journals
   */
  public LyingCoordinator(
      Supplier<Party> fresh,
      List<Class<? extends Ask<?>>> asks,
      int parties,
      Set<String> allowed,
      Map<String, Long> letters,
      Path folder) {
    this.fresh = fresh;
    this.asks = asks;
    this.parties = parties;
    this.allowed = allowed;
    this.letters = letters;
    this.folder = folder;
  }

  /** Returns the number of lies told. */
  public int cases() {
    return cases;
  }

  /** Returns the number of lies that were answered, as the study implies. */
  public int answered() {
    return answered;
  }

  /**
   * Tries them all.
   *
   * @param honest the envelopes of an honest run, in order
   */
  public void against(List<byte[]> honest) {
    Path journal = folder.resolve("honest");
    Party party = fresh.get();
    Endpoint endpoint = endpoint(party, PartyStore.NONE, journal);
    Map<Class<?>, Integer> seen = new java.util.HashMap<>();
    for (byte[] ask : honest) {
      Ask<?> opened = open(ask);
      if (seen.merge(opened.getClass(), 1, Integer::sum) <= EACH) {
        long position = endpoint.position();
        Record state = party.state();
        AskLies.of(ask, opened, others(honest, ask), asks.size(), Rng.of(position))
            .forEach(lie -> tell(lie, ask, honest, position, state, journal));
        skips(position, state, journal);
      }
      endpoint.answer(new IncomingAsk(ask));
    }
    exhaust(honest, endpoint);
  }

  private static List<byte[]> others(List<byte[]> honest, byte[] ask) {
    List<byte[]> some = new ArrayList<>();
    Set<Integer> numbers = new HashSet<>();
    for (byte[] other : honest) {
      if (other != ask && numbers.add((int) number(other))) {
        some.add(other);
      }
    }
    return some;
  }

  private static short number(byte[] envelope) {
    return ByteBuffer.wrap(envelope).order(ByteOrder.LITTLE_ENDIAN).getShort(8);
  }

  private Ask<?> open(byte[] envelope) {
    byte[] record = java.util.Arrays.copyOfRange(envelope, 10, envelope.length);
    return (Ask<?>)
        MessageCodec.decode(asks.get(number(envelope)).asSubclass(Record.class), record);
  }

  private Endpoint endpoint(Party party, PartyStore store, Path journal) {
    Map<String, Long> all = new java.util.HashMap<>(letters);
    party.sizes().forEach((letter, most) -> all.merge(letter, most, Math::min));
    Endpoint endpoint =
        new Endpoint(
            io.parallax.core.PartyId.of("victim"),
            party,
            asks,
            parties,
            SumProtocol.plain(),
            allowed,
            store);
    return endpoint.under(new AskRules(asks, Sizes.of(all), AskJournal.in(journal, RUN), true));
  }

  /** The party as it stood, with a copy of its journal. */
  private Endpoint copy(long position, Record state, Path journal) {
    Path own = folder.resolve("copy-" + files++);
    try {
      Files.copy(journal, own, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return restarted(position, state, own);
  }

  private Endpoint restarted(long position, Record state, Path journal) {
    return endpoint(
        fresh.get(),
        new PartyStore() {
          @Override
          public long restore(Party party) {
            if (position > 0) {
              party.restore(state);
            }
            return position;
          }

          @Override
          public void offer(long at, Party party) {}
        },
        journal);
  }

  private void tell(
      AskLies.Lie lie, byte[] ask, List<byte[]> honest, long position, Record state, Path journal) {
    cases++;
    Endpoint endpoint = copy(position, state, journal);
    Path own = folder.resolve("copy-" + (files - 1));
    boolean stepped = answers(lie.what(), endpoint, lie.bytes());
    boolean next = stepped && endpoint.position() == position + 1;
    if (!next || java.util.Arrays.equals(lie.bytes(), ask)) {
      remove(own);
      return;
    }
    answered++;
    // the exchange is settled: the honest ask comes too late, even after a restart
    assertThat(answers(lie.what(), endpoint, ask)).as("%s, then the truth", lie.what()).isFalse();
    Endpoint again = restarted(position, state, own);
    assertThat(answers(lie.what(), again, ask)).as("%s, restarted", lie.what()).isFalse();
    if (position < 40 && replayed.add(position)) { // a replay costs as much as all of the training
      Endpoint begun = restarted(0, null, own);
      honest.stream()
          .filter(earlier -> AskLies.sequence(earlier) <= position)
          .forEach(earlier -> begun.answer(new IncomingAsk(earlier)));
      assertThat(answers(lie.what(), begun, ask)).as("%s, from the start", lie.what()).isFalse();
    }
    remove(own);
  }

  /**
   * Returns true if a message was answered; if it was not, it must have been refused with a
   * message.
   */
  private boolean answers(String what, Endpoint endpoint, byte[] bytes) {
    try {
      return endpoint.answer(new IncomingAsk(bytes)).length > 0;
    } catch (RuntimeException | Error e) {
      assertThat(REFUSALS.stream().anyMatch(type -> type.isInstance(e)))
          .as("%s ends in %s", what, trace(e))
          .isTrue();
      return false;
    }
  }

  private static String trace(Throwable e) {
    java.io.StringWriter text = new java.io.StringWriter();
    e.printStackTrace(new java.io.PrintWriter(text, true));
    return text.toString();
  }

  private void skips(long position, Record state, Path journal) {
    for (long to : new long[] {-1, 0, position, position + 1, position + 9, Long.MAX_VALUE}) {
      cases++;
      Endpoint endpoint = copy(position, state, journal);
      try {
        endpoint.skip(to);
      } catch (ProtocolViolation | Refused e) {
        continue;
      }
      assertThat(endpoint.position()).isEqualTo(Math.max(position, to));
    }
    if (position > 1) { // from the start over what it has answered
      cases++;
      Endpoint begun = restarted(0, null, journalCopy(journal));
      org.assertj.core.api.Assertions.assertThatThrownBy(() -> begun.skip(position))
          .isInstanceOf(Refused.class);
    }
  }

  private Path journalCopy(Path journal) {
    Path own = folder.resolve("copy-" + files++);
    try {
      return Files.copy(journal, own, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** However often an ask is repeated under new numbers, it is answered as often as it may. */
  private void exhaust(List<byte[]> honest, Endpoint endpoint) {
    Set<Integer> numbers = new HashSet<>();
    for (byte[] ask : honest) {
      if (numbers.add((int) number(ask))) {
        int more = 0;
        while (more <= 2000) {
          cases++;
          byte[] again = ask.clone();
          ByteBuffer.wrap(again).order(ByteOrder.LITTLE_ENDIAN).putLong(0, endpoint.position() + 1);
          if (!answers("more of the same", endpoint, again)) {
            break;
          }
          more++;
        }
        assertThat(more).as("answers to %s", open(ask).getClass()).isLessThan(2000);
      }
    }
  }

  private static void remove(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

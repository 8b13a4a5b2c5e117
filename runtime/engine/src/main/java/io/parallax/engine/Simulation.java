package io.parallax.engine;

import io.parallax.core.Ask;
import io.parallax.core.Coordinator;
import io.parallax.core.Method;
import io.parallax.core.Parties;
import io.parallax.core.Party;
import io.parallax.core.PartyId;
import io.parallax.core.Result;
import io.parallax.core.Roster;
import io.parallax.core.Rounds;
import io.parallax.core.RowLimits;
import io.parallax.core.View;
import io.parallax.math.Matrix;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** Runs a study in one process: every party is a virtual node with the messages of a network. */
public final class Simulation {
  private static final Duration PAUSE = Duration.ofSeconds(1);

  private Simulation() {}

  /**
   * Options of a run.
   *
   * @param folder the folder of the round log and the parties' states; if empty, nothing is written
   * @param run 32-byte run ID; opening a round log of another run fails
   * @param allowed the disclosures that each party's owner allows
   * @param link a wrapper around the link, for faults and delays in tests
   * @param pause the time between two saves of a party's state
   * @param absence the reaction to a party that leaves
   * @param sums the protocol that adds up the parties' words
   * @param limits the limits on the rows that a party may add
   * @param block the number of words in a block of an answer; empty for the default
   * @param changed a party that runs a modified program, which does not clip its rows
   */
  public record Options(
      Optional<Path> folder,
      byte[] run,
      Map<PartyId, Set<String>> allowed,
      UnaryOperator<Link> link,
      Duration pause,
      Absence absence,
      Function<SortedSet<PartyId>, SumProtocol> sums,
      RowLimits limits,
      OptionalInt block,
      Optional<PartyId> changed) {

    /** Returns options that write and disclose nothing. */
    public static Options inMemory() {
      return with(Optional.empty(), new byte[32]);
    }

    /** Returns options that keep the state in a folder, so that an interrupted run resumes. */
    public static Options in(Path folder, byte[] run) {
      return with(Optional.of(folder), run);
    }

    private static Options with(Optional<Path> folder, byte[] run) {
      return new Options(
          folder,
          run,
          Map.of(),
          UnaryOperator.identity(),
          PAUSE,
          Absence.STOP,
          ids -> SumProtocol.plain(),
          RowLimits.NONE,
          OptionalInt.empty(),
          Optional.empty());
    }

    public Options allowing(Map<PartyId, Set<String>> disclosures) {
      return new Options(
          folder, run, disclosures, link, pause, absence, sums, limits, block, changed);
    }

    public Options through(UnaryOperator<Link> wrapper) {
      return new Options(
          folder, run, allowed, wrapper, pause, absence, sums, limits, block, changed);
    }

    public Options savingEvery(Duration time) {
      return new Options(folder, run, allowed, link, time, absence, sums, limits, block, changed);
    }

    public Options when(Absence absence) {
      return new Options(folder, run, allowed, link, pause, absence, sums, limits, block, changed);
    }

    /** Adds up in another way than in plain sight. */
    public Options summing(Function<SortedSet<PartyId>, SumProtocol> protocol) {
      return new Options(
          folder, run, allowed, link, pause, absence, protocol, limits, block, changed);
    }

    /** Clips rows that are longer than these limits. */
    public Options limiting(RowLimits rows) {
      return new Options(folder, run, allowed, link, pause, absence, sums, rows, block, changed);
    }

    /** Divides answers to sums into blocks of this many words. */
    public Options inBlocks(int words) {
      OptionalInt each = OptionalInt.of(words);
      return new Options(folder, run, allowed, link, pause, absence, sums, limits, each, changed);
    }

    /** Lets a party run a modified program, which does not clip its own rows. */
    public Options changed(PartyId party) {
      Optional<PartyId> liar = Optional.of(party);
      return new Options(folder, run, allowed, link, pause, absence, sums, limits, block, liar);
    }

    /** Records a {@link Transcript} of answers that come as a whole. */
    public Options recorded(Consumer<byte[]> to) {
      return through(link -> Transcript.recording(link, to)).inBlocks(Integer.MAX_VALUE);
    }
  }

  /**
   * The outcome of a run.
   *
   * @param parties the trained parties; each keeps its part of the model
   */
  public record Outcome<R>(R result, SortedMap<PartyId, Party> parties, Traffic traffic) {}

  /** Trains a method among these views and scores their held-out rows. */
  public static <C extends Record, R extends Result> Outcome<R> train(
      Method<C, R> method,
      C config,
      List<View> views,
      Roster roster,
      Rounds rounds,
      Options options) {
    views.forEach(view -> method.checkView(config, view.name(), view.sequences()));
    method.check(config, roster);
    SortedMap<PartyId, Party> parties = new TreeMap<>();
    View.byOwner(views).forEach((id, own) -> parties.put(id, method.party(config, own, roster)));
    Sizes sizes = Sizes.of(method.sizes(config, roster));
    return run(method.asks(), method.coordinator(config, roster), parties, sizes, rounds, options);
  }

  /** Trains in memory: nothing is written, nothing is disclosed. */
  public static <C extends Record, R extends Result> Outcome<R> train(
      Method<C, R> method, C config, List<View> views, Roster roster, Rounds rounds) {
    return train(method, config, views, roster, rounds, Options.inMemory());
  }

  /** Runs one coordinator among parties that are there already. */
  public static <R> Outcome<R> run(
      Method<?, ?> method,
      Coordinator<R> coordinator,
      SortedMap<PartyId, Party> parties,
      Rounds rounds,
      Options options) {
    return run(method.asks(), coordinator, parties, Sizes.unknown(), rounds, options);
  }

  /** Runs one coordinator among parties that answer these asks, whatever was trained before. */
  public static <R> Outcome<R> run(
      List<Class<? extends Ask<?>>> asks,
      Coordinator<R> coordinator,
      SortedMap<PartyId, Party> parties,
      Options options) {
    return run(asks, coordinator, parties, Sizes.unknown(), Rounds.of(1, 0), options);
  }

  /** Scores the held-out rows of trained parties, which answer the predictor's asks only. */
  public static <C extends Record> Matrix score(
      Method<C, ?> method,
      C config,
      Coordinator<Matrix> predictor,
      SortedMap<PartyId, Party> parties,
      Rounds rounds,
      Options options) {
    List<Class<? extends Ask<?>>> asks = new ArrayList<>(method.scoringAsks(config));
    asks.addAll(method.blankAsks(config));
    return run(asks, predictor, parties, Sizes.unknown(), rounds, options).result();
  }

  private static <R> Outcome<R> run(
      List<Class<? extends Ask<?>>> asks,
      Coordinator<R> coordinator,
      SortedMap<PartyId, Party> parties,
      Sizes sizes,
      Rounds rounds,
      Options options) {
    return session(asks, parties, sizes, options)
        .run(
            () -> coordinator,
            traffic -> rounds,
            ended -> new Outcome<>(ended.found(), parties, ended.traffic()));
  }

  /** Connects parties in memory, in plain sums. */
  public static Parties connect(Method<?, ?> method, SortedMap<PartyId, Party> parties) {
    Session session = session(method.asks(), parties, Sizes.unknown(), Options.inMemory());
    return session.connect(session.opener().open(Optional.empty()), Optional.empty());
  }

  private static Session session(
      List<Class<? extends Ask<?>>> asks,
      SortedMap<PartyId, Party> parties,
      Sizes sizes,
      Options options) {
    SumProtocol sums = options.sums().apply(new TreeSet<>(parties.keySet()));
    return new Session(
        log -> options.link().apply(link(asks, parties, sums, options, log)),
        asks,
        sums,
        sizes,
        options.folder().map(f -> new Session.Log(f.resolve("rounds.log"), options.run(), false)),
        options.absence(),
        Duration.ZERO,
        options.limits(),
        options.block());
  }

  private static Link link(
      List<Class<? extends Ask<?>>> asks,
      SortedMap<PartyId, Party> parties,
      SumProtocol sums,
      Options options,
      Optional<RoundLog> log) {
    SortedMap<PartyId, Endpoint> endpoints = new TreeMap<>();
    parties.forEach(
        (id, party) ->
            endpoints.put(
                id,
                new Endpoint(
                    id,
                    party,
                    asks,
                    parties.size(),
                    sums,
                    options.allowed().getOrDefault(id, Set.of()),
                    store(id, options, log),
                    options.changed().filter(id::equals).isPresent()
                        ? RowLimits.NONE
                        : options.limits())));
    options.block().ifPresent(words -> endpoints.values().forEach(one -> one.inBlocks(words)));
    return new InProcessLink(endpoints);
  }

  private static PartyStore store(PartyId id, Options options, Optional<RoundLog> log) {
    if (log.isEmpty()) {
      return PartyStore.NONE;
    }
    Path file = options.folder().orElseThrow().resolve("parties").resolve(id + ".state");
    return new FilePartyStore(file, options.run(), log.get().resumable(), options.pause());
  }
}

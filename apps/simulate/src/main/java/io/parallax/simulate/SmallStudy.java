package io.parallax.simulate;

import io.parallax.core.Ask;
import io.parallax.core.Hashes;
import io.parallax.core.Method;
import io.parallax.core.Methods;
import io.parallax.core.Often;
import io.parallax.core.Parties;
import io.parallax.core.Party;
import io.parallax.core.PartyId;
import io.parallax.core.Result;
import io.parallax.core.Rounds;
import io.parallax.core.RowLimits;
import io.parallax.core.Settings;
import io.parallax.core.Target;
import io.parallax.core.View;
import io.parallax.engine.Simulation;
import io.parallax.math.Matrix;
import io.parallax.simulate.SmallRows.Layout;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A small study of a method, with settings under which it takes a moment.
 *
 * @param rounds of its training
 */
record SmallStudy<C extends Record, R extends Result>(
    Method<C, R> method, C config, Layout layout, SmallRows rows, int rounds) {
  private static final Map<Trained, byte[]> RESULTS = new ConcurrentHashMap<>();

  private static final Map<String, Method<?, ?>> METHODS = new ConcurrentHashMap<>();

  /** All that a result depends on. */
  private record Trained(
      String method, Record config, Layout layout, int parties, int rounds, double clip) {}

  /**
   * Returns a study of a method by its name.
   *
   * @param settings those that are not the defaults, as texts
   */
  static SmallStudy<?, ?> of(
      String method, Map<String, Object> settings, Layout layout, int parties, int rounds) {
    Method<?, ?> found = METHODS.computeIfAbsent(method, Methods::named);
    return of(found, settings, layout, parties, rounds);
  }

  private static <C extends Record, R extends Result> SmallStudy<C, R> of(
      Method<C, R> method, Map<String, Object> settings, Layout layout, int parties, int rounds) {
    C config =
        layout == Layout.NUMBERS
            ? method.defaultsFor(Target.Numbers.class).orElseThrow()
            : method.defaults();
    Map<String, Object> typed = new HashMap<>(settings);
    for (var component : config.getClass().getRecordComponents()) {
      typed.computeIfPresent(
          component.getName(),
          (name, value) ->
              component.getType().isEnum() ? constant(component.getType(), value) : value);
    }
    C chosen = Settings.with(config, typed);
    return new SmallStudy<>(method, chosen, layout, SmallRows.of(layout, parties), rounds);
  }

  private static Object constant(Class<?> type, Object name) {
    return Arrays.stream(type.getEnumConstants())
        .filter(one -> one.toString().equalsIgnoreCase(name.toString()))
        .findFirst()
        .orElseThrow();
  }

  List<Class<? extends Ask<?>>> asks() {
    return method.asks(config);
  }

  /** Returns the values of letters in the sizes of messages, as all parties know them. */
  Map<String, Long> letters() {
    Map<String, Long> letters = new HashMap<>(method.sizes(config, rows.roster()));
    letters.put(Often.EACH_ROUND, (long) rounds);
    return letters;
  }

  Set<String> disclosures() {
    return method.disclosures(config);
  }

  boolean goesOnWithout(PartyId id) {
    return method.goesOnWithout(id, rows.roster());
  }

  Party party(PartyId id) {
    List<View> own = rows.views().stream().filter(view -> view.owner().equals(id)).toList();
    return method.party(config, own, rows.roster());
  }

  RowLimits limits(double clip) {
    return clip == 0 ? RowLimits.NONE : method.limits(config, rows.roster(), clip);
  }

  byte[] run(Parties parties, Rounds rounds) {
    return essence(method.coordinator(config, rows.roster()).run(parties, rounds));
  }

  private byte[] essence(R result) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (Matrix one : result.essence()) {
      ByteBuffer bytes = ByteBuffer.allocate(8 + 8 * one.rows() * one.cols());
      bytes.putInt(one.rows()).putInt(one.cols());
      one.write(bytes);
      all.writeBytes(bytes.array());
    }
    return Hashes.of(all.toByteArray());
  }

  /**
   * Returns the result without faults, in plain sums in memory, computed once.
   *
   * @param clip the limit on rows; 0: none
   */
  byte[] expected(double clip) {
    int parties = rows.roster().members().size();
    return RESULTS.computeIfAbsent(
        new Trained(method.name(), config, layout, parties, rounds, clip), key -> trained(clip));
  }

  private byte[] trained(double clip) {
    SortedMap<PartyId, Party> parties = new TreeMap<>();
    Map<PartyId, Set<String>> allowed = new HashMap<>();
    for (PartyId id : rows.roster().ids()) {
      parties.put(id, party(id));
      allowed.put(id, disclosures());
    }
    Simulation.Options options =
        Simulation.Options.inMemory().allowing(allowed).limiting(limits(clip));
    return essence(
        Simulation.run(
                method,
                method.coordinator(config, rows.roster()),
                parties,
                Rounds.of(rounds, 0),
                options)
            .result());
  }
}

package io.parallax.engine;

import io.parallax.core.Answer;
import io.parallax.core.PartyId;
import io.parallax.core.ProtocolViolation;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.stream.Stream;

/**
 * The log entry of a sum with its members. An entry holds the sum and, after it, the names of the
 * parties that are not in it; a mark before a name says that the party's answer was refused, so
 * that it has seen the ask.
 */
final class SumMembers {
  private static final String REFUSED = "!";

  private SumMembers() {}

  /** A log entry's sum, and the parties that are not in it. */
  record Logged(FixedPoint.Words total, List<PartyId> away, List<PartyId> refused) {}

  static ByteChunks write(
      FixedPoint.Words total, Collection<PartyId> away, Collection<PartyId> refused) {
    List<String> names =
        away.stream().map(id -> (refused.contains(id) ? REFUSED : "") + id.name()).toList();
    return ByteChunks.of(total, String.join(" ", names).getBytes(StandardCharsets.UTF_8));
  }

  static Logged read(Class<? extends Answer> type, byte[] entry) {
    Envelope.Sealed total = Envelope.begin(type, entry);
    int size = (int) Envelope.size(total.shapes(), total.count());
    String text = new String(entry, size, entry.length - size, StandardCharsets.UTF_8);
    List<String> names = Stream.of(text.split(" ")).filter(name -> !name.isEmpty()).toList();
    return new Logged(
        Envelope.read(total),
        names.stream().map(name -> PartyId.of(name.replace(REFUSED, ""))).toList(),
        names.stream()
            .filter(name -> name.startsWith(REFUSED))
            .map(name -> PartyId.of(name.substring(1)))
            .toList());
  }

  /**
   * Returns the parties whose answers have a different shape than most; none if two shapes are
   * equally frequent.
   */
  static List<PartyId> misfits(
      Class<? extends Answer> type, SortedMap<PartyId, byte[]> answers, Blocks blocks) {
    Map<List<Integer>, Integer> counts = new HashMap<>();
    answers.values().forEach(answer -> counts.merge(shapes(type, answer, blocks), 1, Integer::sum));
    if (counts.size() <= 1) {
      return List.of();
    }
    int most = Collections.max(counts.values());
    boolean clear = Collections.frequency(counts.values(), most) == 1;
    return answers.keySet().stream()
        .filter(id -> !clear || counts.get(shapes(type, answers.get(id), blocks)) < most)
        .toList();
  }

  private static List<Integer> shapes(Class<? extends Answer> type, byte[] answer, Blocks blocks) {
    try {
      return Arrays.stream(Envelope.open(type, answer, blocks, 0).shapes()).boxed().toList();
    } catch (ProtocolViolation e) {
      return List.of(); // no shape at all
    }
  }
}

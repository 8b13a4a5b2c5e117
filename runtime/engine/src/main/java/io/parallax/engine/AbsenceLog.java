package io.parallax.engine;

import io.parallax.core.PartyId;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The parties that were absent in rounds of a training that goes on without some. */
public final class AbsenceLog {
  private final SortedMap<String, Gap> gaps = new TreeMap<>();

  /**
   * The rounds that a party missed.
   *
   * @param rounds the first and the last of each stretch
   * @param end whether it was away after the last round, when the result was judged or kept
   */
  public record Gap(List<List<Integer>> rounds, boolean end) {
    private Gap round(int number) {
      List<List<Integer>> more = new ArrayList<>(rounds);
      boolean goesOn = !more.isEmpty() && more.get(more.size() - 1).get(1) == number - 1;
      int first = goesOn ? more.remove(more.size() - 1).get(0) : number;
      more.add(List.of(first, number));
      return new Gap(more, end);
    }

    private String words(String after) {
      List<String> parts =
          rounds.stream()
              .map(r -> r.get(0).equals(r.get(1)) ? "" + r.get(0) : r.get(0) + " to " + r.get(1))
              .collect(Collectors.toList());
      boolean one = rounds.size() == 1 && rounds.get(0).get(0).equals(rounds.get(0).get(1));
      String trained =
          parts.isEmpty() ? "" : (one ? " in round " : " in rounds ") + String.join(", ", parts);
      return trained + (end ? (trained.isEmpty() ? " " : " and ") + after : "");
    }
  }

  private static final Gap NONE = new Gap(List.of(), false);

  /** A round is over in which these were away, at its end at least. */
  public void round(int number, Set<PartyId> away) {
    away.forEach(id -> gaps.put(id.name(), gaps.getOrDefault(id.name(), NONE).round(number)));
  }

  /** All is over, and these are away. */
  public SortedMap<String, Gap> end(Set<PartyId> away) {
    away.forEach(
        id -> gaps.put(id.name(), new Gap(gaps.getOrDefault(id.name(), NONE).rounds(), true)));
    return gaps;
  }

  /** In words, a party each. */
  public static List<String> sentences(
      String training, SortedMap<String, Gap> missing, String after) {
    return missing.entrySet().stream()
        .map(
            one ->
                "%s: without party %s and its rows%s."
                    .formatted(training, one.getKey(), one.getValue().words(after)))
        .toList();
  }
}

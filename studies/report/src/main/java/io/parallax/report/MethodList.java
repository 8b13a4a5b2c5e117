package io.parallax.report;

import io.parallax.core.BadInput;
import io.parallax.core.Method;
import io.parallax.core.Methods;
import io.parallax.core.PartyId;
import io.parallax.core.Roster;
import io.parallax.study.Task;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The methods, each with what it learns and who holds what, as the methods themselves say it. */
public final class MethodList {
  private static final List<String> VIEWS = List.of("a", "b", "c");
  private static final int ROWS = 100;

  private MethodList() {}

  /** Prints a paragraph for each method. */
  public static void print(PrintWriter out) {
    Methods.all()
        .forEach(method -> WrappedText.print(out, "  %-13s".formatted(method.name()), of(method)));
  }

  private static String of(Method<?, ?> method) {
    String modes = String.join(", ", method.about().modes().keySet());
    return "%s: %s; %s; %s.%s"
        .formatted(
            method.about().title(),
            learns(method),
            parties(method),
            MethodText.samples(method),
            modes.isEmpty() ? "" : " Modes: " + modes + ".");
  }

  private static String learns(Method<?, ?> method) {
    if (method.clusters()) {
      return "groups, without labels";
    }
    List<String> words =
        Arrays.stream(Task.Values.Kind.values())
            .filter(kind -> method.defaultsFor(kind.type()).isPresent())
            .map(
                kind ->
                    switch (kind) {
                      case NUMBER -> "numbers";
                      case COUNT -> "counts";
                      case TIME -> "times until an event";
                    })
            .toList();
    if (words.isEmpty()) {
      boolean targets = !method.nameForTargets().equals(method.name());
      return "classes" + (targets ? " (targets by " + method.nameForTargets() + ")" : "");
    }
    return words.stream().collect(Collectors.joining(", "));
  }

  private static <C extends Record> String parties(Method<C, ?> method) {
    boolean vertical = takes(method, vertical(!method.clusters()));
    boolean horizontal = takes(method, horizontal());
    if (vertical && horizontal) {
      return "different views of the same people, or different people";
    }
    return horizontal ? "different people in the same views" : "different views of the same people";
  }

  private static <C extends Record> boolean takes(Method<C, ?> method, Roster roster) {
    try {
      method.check(method.defaults(), roster);
      return true;
    } catch (BadInput other) {
      return false;
    }
  }

  private static Roster vertical(boolean labelled) {
    return roster(
        p -> Roster.Member.vertical(party(p), VIEWS.get(p), labelled && p == 0, ROWS), ROWS);
  }

  private static Roster horizontal() {
    return roster(p -> new Roster.Member(party(p), VIEWS, true, ROWS), VIEWS.size() * ROWS);
  }

  private static PartyId party(int p) {
    return PartyId.of("party-" + p);
  }

  private static Roster roster(IntFunction<Roster.Member> member, int rows) {
    List<Roster.Member> members = IntStream.range(0, VIEWS.size()).mapToObj(member).toList();
    return new Roster(members, rows, ROWS, 2, 1);
  }
}

package io.parallax.study;

import io.parallax.core.AddedBy;
import io.parallax.core.Answers;
import io.parallax.core.Ask;
import io.parallax.core.Disclosed;
import io.parallax.core.Result;
import io.parallax.core.Reveals;
import io.parallax.core.Summand;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The information that each side learns by a method with its settings, message by message. */
public record Exposure(List<Line> lines, List<String> sumsOfOne, List<String> sumsOfTwo) {
  /** Nothing is known of what was sent. */
  public static final Exposure NONE = new Exposure(List.of(), List.of(), List.of());

  /**
   * One kind of message.
   *
   * @param way "sum", "shown" or "down"
   * @param what it reveals to whom
   */
  public record Line(String message, String way, String what) {}

  public static Exposure of(Study study) {
    List<Class<? extends Ask<?>>> asks = asks(study);
    return new Exposure(
        lines(asks),
        named(asks, AddedBy.Who.LABEL_HOLDER),
        study.members().size() == 3 ? named(asks, AddedBy.Who.ALL_OTHERS) : List.of());
  }

  /** Returns whether the label holder adds to all sums to which others do. */
  public static boolean labelHolderAdds(Configured<?, ?> method) {
    return named(asks(method), AddedBy.Who.ALL_OTHERS).isEmpty();
  }

  /** Returns all that the study's parties answer in training. */
  public static List<Class<? extends Ask<?>>> asks(Study study) {
    List<Class<? extends Ask<?>>> asks = new ArrayList<>(asks(study.method()));
    if (study.partial()) {
      asks.addAll(blankAsks(study.method()));
    }
    return asks;
  }

  private static <C extends Record> List<Class<? extends Ask<?>>> blankAsks(
      Configured<C, ?> method) {
    return method.method().blankAsks(method.config());
  }

  /** All that the method's parties answer: what nobody has allowed they refuse to show. */
  public static <C extends Record, R extends Result> List<Class<? extends Ask<?>>> asks(
      Configured<C, R> method) {
    Set<String> allowed = method.method().disclosures(method.config());
    return method.method().asks(method.config()).stream()
        .filter(ask -> isSum(ask) || allowed.contains(Disclosed.nameOf(Answers.typeFor(ask))))
        .toList();
  }

  private static boolean isSum(Class<?> ask) {
    return Summand.class.isAssignableFrom(Answers.typeFor(ask));
  }

  /** Answers first, then what comes back; without those that reveal nothing. */
  public static List<Line> lines(List<Class<? extends Ask<?>>> asks) {
    Set<Class<?>> answers = new LinkedHashSet<>();
    asks.forEach(ask -> answers.add(Answers.typeFor(ask)));
    List<Line> lines = new ArrayList<>();
    answers.forEach(a -> lines.add(line(a, Summand.class.isAssignableFrom(a) ? "sum" : "shown")));
    asks.forEach(ask -> lines.add(line(ask, "down")));
    return lines.stream().filter(line -> !line.what().equals("nothing")).toList();
  }

  private static Line line(Class<?> message, String way) {
    return new Line(message.getSimpleName(), way, what(message));
  }

  /** Returns a sentence about the information that a message reveals. */
  public static String what(Class<?> message) {
    Reveals reveals = message.getAnnotation(Reveals.class);
    String who =
        Optional.ofNullable(message.getAnnotation(AddedBy.class))
            .map(by -> by.value().means())
            .orElse("");
    return reveals == null ? "(not described)" : reveals.value() + who;
  }

  private static List<String> named(List<Class<? extends Ask<?>>> asks, AddedBy.Who who) {
    return asks.stream()
        .map(Answers::typeFor)
        .filter(answer -> answer.isAnnotationPresent(AddedBy.class))
        .filter(answer -> answer.getAnnotation(AddedBy.class).value() == who)
        .map(Class::getSimpleName)
        .distinct()
        .toList();
  }

  /** Returns the messages that are seen one by one. */
  List<String> shown() {
    return lines.stream().filter(l -> l.way().equals("shown")).map(Line::message).toList();
  }
}

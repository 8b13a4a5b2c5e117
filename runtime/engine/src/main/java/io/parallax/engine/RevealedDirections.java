package io.parallax.engine;

import io.parallax.core.AddedBy;
import io.parallax.core.Answers;
import io.parallax.core.Ask;
import io.parallax.core.Learnt;
import io.parallax.core.Often;
import io.parallax.core.Padded;
import io.parallax.core.Size;
import io.parallax.core.Summand;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Counts the directions that a training reveals, from the types of its messages. A direction is a
 * combination of the parties' columns: one number for every training row, in sum over the parties.
 * A receiver of as many directions as the parties have columns knows the sum over the parties
 * completely.
 *
 * @param parts the matrices with a row for each training row, in the parties' summands
 */
public record RevealedDirections(List<Part> parts) {
  /** The count for a study whose parties have different rows: there are no columns to combine. */
  public static final RevealedDirections NONE = new RevealedDirections(List.of());

  private static final String ROWS = "N" + Sizes.TIMES;

  /**
   * One matrix of an answer.
   *
   * @param kind the answer's type
   * @param name the component's
   * @param columns the number of columns, a letter or a number
   * @param often the most times it comes, as in {@link Often}
   * @param padded whether only the party with the labels can read it
   * @param learnt whether learners made it, so that it is not a linear combination of columns
   */
  record Part(
      String kind, String name, String columns, String often, boolean padded, boolean learnt) {
    /** Returns the same matrix without how often it comes. */
    Part once() {
      return new Part(kind, name, columns, "1", padded, learnt);
    }
  }

  public RevealedDirections {
    parts = List.copyOf(parts);
  }

  /** Returns the count for a training with these asks. */
  public static RevealedDirections of(List<Class<? extends Ask<?>>> asks) {
    return new RevealedDirections(asks.stream().flatMap(RevealedDirections::parts).toList());
  }

  private static Stream<Part> parts(Class<? extends Ask<?>> ask) {
    Class<?> answer = Answers.typeFor(ask);
    AddedBy who = answer.getAnnotation(AddedBy.class);
    Often often = ask.getAnnotation(Often.class);
    boolean labels = who != null && who.value() == AddedBy.Who.LABEL_HOLDER;
    return labels || !Summand.class.isAssignableFrom(answer)
        ? Stream.empty()
        : Stream.of(answer.getRecordComponents())
            .filter(RevealedDirections::tells)
            .map(part -> part(answer, part, often == null ? "1" : often.value()));
  }

  private static Part part(Class<?> answer, RecordComponent component, String often) {
    String columns = component.getAnnotation(Size.class).value().substring(ROWS.length());
    boolean padded = answer.isAnnotationPresent(Padded.class);
    boolean learnt = answer.isAnnotationPresent(Learnt.class);
    return new Part(answer.getSimpleName(), component.getName(), columns, often, padded, learnt);
  }

  /** Returns true if a component of an answer has a row for every training row. */
  private static boolean tells(RecordComponent component) {
    Size size = component.getAnnotation(Size.class);
    return FixedPoint.isMatrix(component) && size != null && size.value().startsWith(ROWS);
  }

  public boolean none() {
    return parts.isEmpty();
  }

  /** Returns true if only the party with the labels can read all of them. */
  public boolean padded() {
    return parts.stream().allMatch(Part::padded);
  }

  /** Returns true if all of them are outputs of learners. */
  public boolean learnt() {
    return parts.stream().allMatch(Part::learnt);
  }

  /** Returns true if an answer of this type reveals directions. */
  public boolean tells(Class<?> answer) {
    return parts.stream().anyMatch(part -> part.kind().equals(answer.getSimpleName()));
  }

  /**
   * Returns the largest possible number in one training.
   *
   * @param letters what they mean in sizes, with R for rounds
   */
  public long most(Map<String, Long> letters) {
    Sizes sizes = Sizes.of(letters);
    return parts.stream()
        .mapToLong(p -> sizes.product(p.columns() + Sizes.TIMES + p.often(), p.kind()))
        .reduce(0, Math::addExact);
  }

  /** Returns the number that a finished training has revealed. */
  public long told(Map<String, Long> letters, Traffic traffic) {
    Sizes sizes = Sizes.of(letters);
    Map<String, Traffic.Kind> kinds = traffic.kinds();
    return parts.stream()
        .map(Part::once)
        .distinct()
        .filter(part -> kinds.containsKey(part.kind()))
        .mapToLong(
            part -> kinds.get(part.kind()).exchanges() * sizes.product(part.columns(), part.kind()))
        .sum();
  }

  /**
   * Returns the largest number in one training as text: {@code "100 × number of classes"}.
   *
   * @param known numbers or words for letters
   */
  public String text(Map<String, String> known) {
    return parts.stream().map(part -> text(part, known)).collect(Collectors.joining(" + "));
  }

  private static String text(Part part, Map<String, String> known) {
    long number = 1;
    List<String> words = new ArrayList<>();
    for (String factor : (part.often() + Sizes.TIMES + part.columns()).split(Sizes.TIMES)) {
      String meaning = known.getOrDefault(factor, factor);
      if (meaning.matches("\\d+")) {
        number = Math.multiplyExact(number, Long.parseLong(meaning));
      } else {
        words.add(meaning);
      }
    }
    if (number != 1 || words.isEmpty()) {
      words.add(0, Long.toString(number));
    }
    return String.join(Sizes.TIMES, words);
  }
}

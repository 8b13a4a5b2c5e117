package io.parallax.engine;

import io.parallax.core.Answer;
import io.parallax.core.Answers;
import io.parallax.core.Ask;
import io.parallax.core.Bound;
import io.parallax.core.Methods;
import io.parallax.core.Scaled;
import io.parallax.core.Summand;
import io.parallax.math.Matrix;
import io.parallax.privacy.AlignMessages;
import io.parallax.privacy.LookupMessages;
import io.parallax.remote.CertaintyMessages;
import io.parallax.remote.NodeMessages;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** The types of all messages, and a message of each. */
final class Samples {
  /** Each kind of component, and a record within a record. */
  record Everything(
      Matrix matrix,
      double number,
      long whole,
      int small,
      boolean flag,
      String text,
      Inner inner) {}

  record Inner(byte[] bytes) {}

  /** A summand with each kind of component that can be summed. */
  record Summed(@Bound(1 << 16) Matrix matrix, @Bound(1 << 16) double number, long whole, int small)
      implements Summand {}

  record AskSummed(int round) implements Ask<Summed> {}

  private Samples() {}

  /** Returns the asks of all methods, and one of each kind of component. */
  static List<Class<? extends Ask<?>>> asks() {
    Set<Class<? extends Ask<?>>> asks = new LinkedHashSet<>(List.of(AskSummed.class));
    Methods.all().forEach(method -> asks.addAll(method.asks()));
    return List.copyOf(asks);
  }

  /** Returns the types of all messages that travel as records. */
  static List<Class<? extends Record>> records() {
    Stream<Class<?>> ofMethods =
        asks().stream().flatMap(ask -> Stream.of(ask, Answers.typeFor(ask)));
    Stream<Class<?>> others =
        Stream.of(
                NodeMessages.class,
                CertaintyMessages.class,
                AlignMessages.class,
                LookupMessages.class)
            .flatMap(holder -> Arrays.stream(holder.getDeclaredClasses()));
    List<Class<? extends Record>> records = new ArrayList<>(List.of(Everything.class));
    Stream.concat(ofMethods, others)
        .filter(Class::isRecord)
        .filter(type -> sample(type).isPresent())
        .distinct()
        .forEach(type -> records.add(type.asSubclass(Record.class)));
    return records;
  }

  /** Returns the types of all summands. */
  static List<Class<? extends Answer>> summands() {
    List<Class<? extends Answer>> found = new ArrayList<>();
    for (Class<? extends Ask<?>> ask : asks()) {
      if (Envelope.isSum(ask) && !found.contains(Answers.typeFor(ask))) {
        found.add(Answers.typeFor(ask));
      }
    }
    return found;
  }

  /** Returns a message of a type; empty if small numbers are not allowed in it. */
  static <T> Optional<T> sample(Class<T> type) {
    RecordComponent[] components = type.getRecordComponents();
    Class<?>[] types =
        Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
    try {
      var made = type.getDeclaredConstructor(types);
      made.setAccessible(true);
      T message = made.newInstance(Arrays.stream(types).map(Samples::component).toArray());
      MessageCodec.encode((Record) message);
      return Optional.of(message);
    } catch (InvocationTargetException | IllegalArgumentException e) {
      return Optional.empty(); // the record is stricter
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Object component(Class<?> type) {
    if (type == Matrix.class) {
      return Matrix.of(new double[][] {{1, 0.5}, {0, -1}});
    } else if (type == Scaled.class) {
      return new Scaled(Matrix.of(new double[][] {{1}}), 1);
    } else if (type == double.class) {
      return 0.5;
    } else if (type == long.class) {
      return 1L;
    } else if (type == int.class) {
      return 1;
    } else if (type == boolean.class) {
      return true;
    } else if (type == byte[].class) {
      return new byte[] {1, 2, 3};
    } else if (type == String.class) {
      return "maple";
    }
    return sample(type).orElseThrow(IllegalArgumentException::new);
  }
}

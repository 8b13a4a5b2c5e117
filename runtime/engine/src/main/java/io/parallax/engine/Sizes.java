package io.parallax.engine;

import io.parallax.core.Answer;
import io.parallax.core.Answers;
import io.parallax.core.Ask;
import io.parallax.core.ProtocolViolation;
import io.parallax.core.Scaled;
import io.parallax.core.Size;
import io.parallax.core.Summand;
import io.parallax.math.Matrix;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The largest possible sizes of messages, known before they arrive: from {@link Size} and the
 * values of letters. The coordinator limits answers by them, and an ask may define a letter; a
 * party limits asks by them.
 */
public final class Sizes {
  static final String TIMES = " × ";
  private final Optional<Map<String, Long>> letters;

  private Sizes(Optional<Map<String, Long>> letters) {
    this.letters = letters;
  }

  /** Returns sizes without any limit. */
  public static Sizes unknown() {
    return new Sizes(Optional.empty());
  }

  /**
   * Returns the sizes for these letters. Every answer has a limit; an undefined letter is a mistake
   * of the method.
   */
  public static Sizes of(Map<String, Long> letters) {
    return new Sizes(Optional.of(Map.copyOf(letters)));
  }

  /**
   * The largest size of an answer.
   *
   * @param bytes bytes of the answer
   * @param row bytes of the longest row, and of everything before it
   */
  record Due(long bytes, long row) {
    /** Returns the bytes of its first block. */
    long first(Blocks blocks) {
      return row == Long.MAX_VALUE ? row : Math.min(bytes, row + 8L * blocks.words());
    }
  }

  /** Returns the largest size of an answer to this ask. */
  Due most(Ask<?> ask) {
    if (letters.isEmpty()) {
      return new Due(Long.MAX_VALUE, Long.MAX_VALUE);
    }
    Map<String, Long> meaning = new HashMap<>(letters.get());
    explain((Record) ask, meaning);
    Class<? extends Answer> type = Answers.typeFor(ask.getClass());
    boolean words = Summand.class.isAssignableFrom(type);
    long bytes = 0;
    long row = 0;
    for (RecordComponent component : type.getRecordComponents()) {
      bytes += words ? word(component, meaning) : plain(component, meaning);
      row += words ? 8 + row(component, meaning) : 0;
    }
    return new Due(bytes, row);
  }

  /**
   * Returns the largest number of bytes of an ask of this type; unlimited if a letter is unknown.
   */
  long mostAsked(Class<? extends Ask<?>> type) {
    long bytes = 0;
    for (RecordComponent component : type.getRecordComponents()) {
      if (!bounded(component)) {
        return Long.MAX_VALUE;
      }
      bytes = Math.addExact(bytes, plain(component, letters.orElseThrow()));
    }
    return bytes;
  }

  private boolean bounded(RecordComponent component) {
    Class<?> type = component.getType();
    boolean fixed = type.isPrimitive();
    Size size = component.getAnnotation(Size.class);
    return letters.isPresent()
        && (fixed || size != null && Arrays.stream(factors(size)).allMatch(this::known));
  }

  private boolean known(String factor) {
    return Character.isDigit(factor.charAt(0)) || letters.orElseThrow().containsKey(factor);
  }

  /** Rejects an ask whose components are larger than their sizes allow. */
  void requireAsked(Ask<?> ask) {
    if (letters.isEmpty()) {
      return;
    }
    RecordComponent[] components = ask.getClass().getRecordComponents();
    Object[] parts = MessageCodec.parts((Record) ask);
    for (int i = 0; i < parts.length; i++) {
      Size size = components[i].getAnnotation(Size.class);
      if (size != null) {
        requireAsked(components[i], parts[i], size);
      }
    }
  }

  private void requireAsked(RecordComponent component, Object part, Size size) {
    String[] factors = factors(size);
    if (part instanceof Matrix m) {
      require(component, m.rows(), factors[0], size.orLess());
      require(component, m.cols(), factors[1], size.orLess());
    } else if (part instanceof Integer number) {
      require(component, number, factors[0], true);
    } // texts and bytes have no shape: the ask's bytes bound them
  }

  private void require(RecordComponent component, long value, String factor, boolean orLess) {
    if (!known(factor)) {
      return;
    }
    long most = value(factor, component.getName(), letters.orElseThrow());
    if (value < 0 || value > most || (value < most && !orLess)) {
      throw new ProtocolViolation(
          "%s.%s has size %d; in this study it must be %d (%s)"
              .formatted(
                  component.getDeclaringRecord().getSimpleName(),
                  component.getName(),
                  value,
                  most,
                  factor));
    }
  }

  /** Evaluates a product of numbers and letters. */
  long product(String formula, String name) {
    long product = 1;
    for (String factor : formula.split(TIMES)) {
      product = Math.multiplyExact(product, value(factor, name, letters.orElseThrow()));
    }
    return product;
  }

  /** Returns the bytes of one row; a component that is not a matrix counts as one row. */
  private static long row(RecordComponent component, Map<String, Long> meaning) {
    if (!FixedPoint.isMatrix(component)) {
      return word(component, meaning);
    }
    String[] factors = factors(component.getAnnotation(Size.class));
    String name = component.getDeclaringRecord().getSimpleName() + "." + component.getName();
    return 8 * value(factors[factors.length - 1], name, meaning);
  }

  private static void explain(Record ask, Map<String, Long> meaning) {
    RecordComponent[] components = ask.getClass().getRecordComponents();
    Object[] parts = MessageCodec.parts(ask);
    for (int i = 0; i < parts.length; i++) {
      Size size = components[i].getAnnotation(Size.class);
      if (size == null) {
        continue;
      }
      String[] letters = factors(size);
      if (parts[i] instanceof Matrix m) {
        meaning.putIfAbsent(letters[0], (long) m.rows());
        meaning.putIfAbsent(letters[1], (long) m.cols());
      } else if (parts[i] instanceof byte[] b) {
        meaning.putIfAbsent(letters[0], (long) b.length);
      } else if (parts[i] instanceof String s) {
        meaning.putIfAbsent(letters[0], (long) s.getBytes(StandardCharsets.UTF_8).length);
      } else {
        meaning.putIfAbsent(letters[0], ((Number) parts[i]).longValue());
      }
    }
  }

  private static String[] factors(Size size) {
    return size.value().split(TIMES);
  }

  /** Returns the bytes in a summand: a shape and a word for each cell, as in {@link Envelope}. */
  private static long word(RecordComponent component, Map<String, Long> meaning) {
    return FixedPoint.isMatrix(component)
        ? 8 + 8 * cells(component, meaning)
        : component.getType() == double.class ? 16 : 8;
  }

  /** Returns the bytes in the format of {@link MessageCodec}. */
  private static long plain(RecordComponent component, Map<String, Long> meaning) {
    Class<?> type = component.getType();
    if (type == Matrix.class || type == Scaled.class) {
      return 8 + 8 * cells(component, meaning);
    } else if (type == String.class || type == byte[].class) {
      return 4 + cells(component, meaning);
    } else if (type == int.class) {
      return 4;
    }
    return type == boolean.class ? 1 : 8;
  }

  private static long cells(RecordComponent component, Map<String, Long> meaning) {
    String name = component.getDeclaringRecord().getSimpleName() + "." + component.getName();
    Size size = component.getAnnotation(Size.class);
    if (size == null) {
      throw new IllegalArgumentException(name + " has no @Size");
    }
    long cells = 1;
    for (String factor : factors(size)) {
      cells = Math.multiplyExact(cells, value(factor, name, meaning));
    }
    return cells;
  }

  private static long value(String factor, String name, Map<String, Long> meaning) {
    if (Character.isDigit(factor.charAt(0))) {
      return Long.parseLong(factor);
    }
    Long value = meaning.get(factor);
    if (value == null) {
      throw new IllegalArgumentException(name + " has a size with an undefined letter: " + factor);
    }
    return value;
  }
}

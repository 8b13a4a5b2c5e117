package io.parallax.core.verify;

import io.parallax.core.BadInput;
import java.util.Map;
import java.util.TreeSet;

/**
 * The parameters of a vector file, each converted to its meaning; an unsupported one is rejected by
 * name, so that no comparison uses other settings than the file's.
 */
public record Parameters(Vectors file) {
  private static String path(String name) {
    return "params." + name;
  }

  private BadInput refusal(String name, String found, String rule) {
    return new BadInput("%s is '%s'; %s".formatted(path(name), found, rule));
  }

  public double number(String name) {
    return file.number(path(name));
  }

  public double[] numbers(String name) {
    return file.numbers(path(name));
  }

  public int whole(String name) {
    double number = number(name);
    if (number != Math.rint(number) || Math.abs(number) > Integer.MAX_VALUE) {
      throw refusal(name, Double.toString(number), "it must be a whole number");
    }
    return (int) number;
  }

  /** Returns the meaning of a word. */
  public <T> T oneOf(String name, Map<String, T> meanings) {
    String word = file.text(path(name));
    T meaning = meanings.get(word);
    if (meaning == null) {
      throw refusal(name, word, "known are " + new TreeSet<>(meanings.keySet()));
    }
    return meaning;
  }

  /** Rejects another value than the one that is always used here. */
  public void fixed(String name, String value) {
    String word = file.text(path(name));
    if (!word.equals(value)) {
      throw refusal(name, word, "only '" + value + "' can be checked here");
    }
  }

  /** Rejects a tolerance that would end an iteration early. */
  public void never(String name) {
    if (number(name) >= 0) {
      throw refusal(
          name, file.text(path(name)), "only a number below 0, no early stop, is checked");
    }
  }

  /** Rejects a size that differs from that of the numbers. */
  public void size(String name, long found) {
    if (number(name) != found) {
      throw refusal(name, file.text(path(name)), "the file's numbers have " + found);
    }
  }

  /** Rejects sizes that differ from those of the numbers. */
  public void sizes(String name, int[] found) {
    double[] told = numbers(name);
    boolean same = told.length == found.length;
    for (int i = 0; same && i < told.length; i++) {
      same = told[i] == found[i];
    }
    if (!same) {
      throw refusal(
          name,
          java.util.Arrays.toString(told),
          "the file's numbers have " + java.util.Arrays.toString(found));
    }
  }
}

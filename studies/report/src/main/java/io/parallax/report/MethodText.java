package io.parallax.report;

import io.parallax.core.About;
import io.parallax.core.Answers;
import io.parallax.core.Ask;
import io.parallax.core.BadInput;
import io.parallax.core.Method;
import io.parallax.core.Setting;
import io.parallax.core.Summand;
import io.parallax.pages.NumberText;
import io.parallax.study.Exposure;
import io.parallax.study.SettingsBinder;
import java.io.PrintWriter;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Describes a method: its paper, settings with defaults, and what it reveals to whom. */
public final class MethodText {
  private MethodText() {}

  /** Prints the description of a method. */
  public static void print(Method<?, ?> method, PrintWriter out) {
    About about = method.about();
    out.println(about.title() + " (method: " + method.name() + ")");
    out.println();
    WrappedText.print(out, "", about.summary());
    WrappedText.print(out, "Paper: ", about.paper());
    WrappedText.print(out, "Samples: ", samples(method));
    out.println();
    if (!about.modes().isEmpty()) {
      out.println("Modes (mode: …)");
      about.modes().forEach((mode, line) -> WrappedText.print(out, "  " + pad(mode, 10), line));
      out.println();
    }
    out.println("Settings (settings: {…}) with their defaults");
    settings(method, out);
    out.println();
    out.println("What crosses the wire, and what it reveals");
    messages(method, out);
  }

  /** Returns the kind of samples that a method takes. */
  static <C extends Record> String samples(Method<C, ?> method) {
    String rows = method.images() ? "rows of numbers, images" : "rows of numbers";
    if (!method.sequences()) {
      return rows;
    }
    try {
      method.checkView(method.defaults(), "", Optional.empty());
      return rows + ", or sequences of any length";
    } catch (BadInput onlySequences) {
      return "sequences of any length";
    }
  }

  private static void settings(Method<?, ?> method, PrintWriter out) {
    Record defaults = method.defaults();
    Map<String, Object> values = SettingsBinder.toMap(defaults);
    for (RecordComponent component : defaults.getClass().getRecordComponents()) {
      String name = component.getName();
      if (!name.equals("mode")) {
        Setting setting = component.getAnnotation(Setting.class);
        WrappedText.print(
            out,
            "  " + pad(name, 11) + pad(NumberText.setting(values.get(name)), 9),
            (setting == null ? "" : setting.value()) + words(component.getType()));
      }
    }
  }

  /** The words that a setting of words takes. */
  private static String words(Class<?> type) {
    return type.isEnum()
        ? " ["
            + Arrays.stream(type.getEnumConstants())
                .map(word -> ((Enum<?>) word).name().toLowerCase(Locale.ROOT))
                .collect(Collectors.joining(" | "))
            + "]"
        : "";
  }

  private static void messages(Method<?, ?> method, PrintWriter out) {
    Set<Class<?>> answers = new LinkedHashSet<>();
    for (Class<? extends Ask<?>> ask : method.asks()) {
      WrappedText.print(out, "  down  " + pad(ask.getSimpleName(), 16), Exposure.what(ask));
      answers.add(Answers.typeFor(ask));
    }
    for (Class<?> answer : answers) {
      String way = Summand.class.isAssignableFrom(answer) ? "sum   " : "shown ";
      WrappedText.print(out, "  " + way + pad(answer.getSimpleName(), 16), Exposure.what(answer));
    }
    out.println();
    WrappedText.print(
        out,
        "  ",
        "down: from the coordinator to every party. sum: only the total over the"
            + " parties is used. shown: seen one by one, if the owner allows it by name.");
    WrappedText.print(
        out,
        "  ",
        "With 'protection: {aggregation: plain}' the coordinator could read each party's numbers"
            + " behind a sum; with 'masked' (three parties and more) it sees the total"
            + " only. docs/privacy.md says what can be inferred from each.");
  }

  private static String pad(String text, int width) {
    return text + " ".repeat(Math.max(1, width - text.length()));
  }
}

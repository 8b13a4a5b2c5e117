package io.parallax.data;

import io.parallax.data.TypingSessions.Settings;
import io.parallax.data.TypingSessions.View;
import java.util.Arrays;
import java.util.stream.Collectors;

/** Prints a number that stands for every bit of a few generated sessions. */
final class TypingFingerprint {
  private TypingFingerprint() {}

  public static void main(String[] arguments) {
    System.out.print(of(new Settings(6, 300, 11)));
  }

  static String of(Settings settings) {
    TypingSessions sessions = TypingSessions.generate(settings);
    return Arrays.stream(View.values())
        .map(view -> Arrays.hashCode(sessions.features(view).toArray()))
        .map(Integer::toHexString)
        .collect(Collectors.joining("-", "", "-" + Arrays.hashCode(sessions.scores())));
  }
}

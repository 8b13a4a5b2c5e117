package io.parallax.watch;

import io.parallax.study.yaml.Yaml;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * From when on something is worth a warning.
 *
 * @param disk the least free bytes of the state folder
 * @param memory the most percent of the heap that may be in use after a collection
 * @param patience the longest that a study may wait for somebody
 */
public record Thresholds(long disk, int memory, Duration patience) {
  /** The thresholds of a node whose file says nothing. */
  public static final Thresholds USUAL = new Thresholds(200L << 20, 90, Duration.ofDays(1));

  private static final Pattern SIZE = Pattern.compile("([1-9]\\d{0,5}) ?(MB|GB|TB)");
  private static final Pattern TIME = Pattern.compile("([1-9]\\d{0,3}) (second|minute|hour|day)s?");
  private static final int MOST_PERCENT = 100;

  /** Reads {@code health: {disk: 10 GB, memory: 90, wait: 1 day}} of a node's file. */
  static Thresholds of(Yaml section) {
    if (section == null) {
      return USUAL;
    }
    Map<String, Yaml> keys = section.entries("disk", "memory", "wait");
    return new Thresholds(
        keys.containsKey("disk") ? size(keys.get("disk")) : USUAL.disk(),
        percent(keys.get("memory")),
        keys.containsKey("wait") ? time(keys.get("wait")) : USUAL.patience());
  }

  private static int percent(Yaml value) {
    int percent = Yaml.atLeast(value, 1, USUAL.memory());
    if (percent > MOST_PERCENT) {
      throw value.error(
          "health.memory is %d; it must be a percentage, 1 to 100".formatted(percent));
    }
    return percent;
  }

  private static long size(Yaml value) {
    Matcher size = matching(value, SIZE, "a size such as 500 MB or 10 GB");
    long unit =
        switch (size.group(2)) {
          case "MB" -> 1_000_000;
          case "GB" -> 1_000_000_000;
          default -> 1_000_000_000_000L;
        };
    return Long.parseLong(size.group(1)) * unit;
  }

  private static Duration time(Yaml value) {
    Matcher time = matching(value, TIME, "a time such as 30 minutes or 2 days");
    long many = Long.parseLong(time.group(1));
    return switch (time.group(2)) {
      case "second" -> Duration.ofSeconds(many);
      case "minute" -> Duration.ofMinutes(many);
      case "hour" -> Duration.ofHours(many);
      default -> Duration.ofDays(many);
    };
  }

  private static Matcher matching(Yaml value, Pattern pattern, String example) {
    Matcher found = pattern.matcher(value.text());
    if (!found.matches()) {
      throw value.error("%s is '%s'; it must be %s".formatted(value.path(), value.text(), example));
    }
    return found;
  }
}

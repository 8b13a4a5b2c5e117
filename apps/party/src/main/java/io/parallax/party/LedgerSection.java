package io.parallax.party;

import io.parallax.study.yaml.Yaml;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads {@code ledger: {keep: 30 days, most: 10 GB}} of a party's file. */
final class LedgerSection {
  private static final Pattern DAYS = Pattern.compile("([1-9]\\d{0,3}) days?");
  private static final Pattern SIZE = Pattern.compile("([1-9]\\d{0,5}) ?(MB|GB)");
  private static final String USUAL = "10 GB";

  private LedgerSection() {}

  /** Returns the rule for kept messages; empty: none are kept. */
  static Optional<SentMessages.Rule> of(Yaml section) {
    Map<String, Yaml> keys = section == null ? Map.of() : section.entries("keep", "most");
    if (!keys.containsKey("keep")) {
      if (keys.containsKey("most")) {
        throw keys.get("most").error("ledger.most is given without 'keep: 30 days'; add that");
      }
      return Optional.empty();
    }
    Matcher days = matching(keys.get("keep"), DAYS, "ledger.keep", "a time such as 30 days");
    int many = Integer.parseInt(days.group(1));
    return Optional.of(new SentMessages.Rule(many, most(keys.get("most"))));
  }

  private static long most(Yaml value) {
    Matcher size =
        value == null
            ? SIZE.matcher(USUAL)
            : matching(value, SIZE, "ledger.most", "a size such as 500 MB or 10 GB");
    if (!size.matches()) {
      throw new IllegalStateException(USUAL);
    }
    return Long.parseLong(size.group(1)) * (size.group(2).equals("GB") ? 1_000_000_000 : 1_000_000);
  }

  private static Matcher matching(Yaml value, Pattern pattern, String what, String example) {
    Matcher found = pattern.matcher(value.text());
    if (!found.matches()) {
      throw value.error("%s is '%s'; it must be %s".formatted(what, value.text(), example));
    }
    return found;
  }
}

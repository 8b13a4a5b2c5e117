package io.parallax.cli.study;

import io.parallax.cli.study.Study.Protection;
import java.util.List;
import java.util.Map;

/** The {@code protection} of a study. */
final class ProtectionSection {
  private static final String MASKED = "masked";
  private final Map<String, Yaml> keys;
  private final boolean remote;

  private ProtectionSection(Yaml section, boolean remote) {
    this.keys = section == null ? Map.of() : section.entries("aggregation");
    this.remote = remote;
  }

  /**
   * @param parties how many there are; 0: the data will tell
   * @param remote whether they are on machines of their own
   */
  static Protection of(Yaml section, int parties, boolean remote) {
    return new ProtectionSection(section, remote).protection(parties);
  }

  private Protection protection(int parties) {
    Yaml aggregation = keys.get("aggregation");
    if (aggregation == null) {
      return new Protection(false);
    }
    boolean masked = aggregation.oneOf(List.of("plain", MASKED)).equals(MASKED);
    if (masked && remote) {
      throw aggregation.error(
          "protection.aggregation is 'masked', and a study between machines has only 'plain' in"
              + " this version; './parallax run' has both");
    }
    if (masked && parties > 0 && parties < Protection.LEAST_MASKED) {
      throw aggregation.error(tooFew(parties));
    }
    return new Protection(masked);
  }

  static String tooFew(int parties) {
    return "protection.aggregation is 'masked' and needs at least "
        + Protection.LEAST_MASKED
        + " parties, and there are "
        + parties
        + ": of two, each finds the other's numbers by subtracting its own from the sum";
  }
}

package io.parallax.cli.study;

import io.parallax.cli.study.Protection.Robust;
import java.util.List;
import java.util.Map;

/** The {@code protection} of a study. */
final class ProtectionSection {
  private static final String MASKED = "masked";
  private static final double MOST_EPSILON = 20;
  private final Map<String, Yaml> keys;
  private final boolean remote;

  private ProtectionSection(Yaml section, boolean remote) {
    this.keys =
        section == null ? Map.of() : section.entries("aggregation", "row-clip", "labels", "record");
    this.remote = remote;
  }

  /**
   * @param parties how many there are; 0: the data will tell
   * @param goesOn whether training goes on without a party that has left
   * @param alike whether parties do the same work on different rows
   * @param learns whether labels are learnt, and not only groups judged by them
   * @param remote whether the parties are on machines of their own
   */
  static Protection of(
      Yaml section,
      Study.Align align,
      int parties,
      boolean alike,
      boolean learns,
      boolean goesOn,
      boolean remote) {
    ProtectionSection read = new ProtectionSection(section, remote);
    return new Protection(
        read.masked(parties, goesOn),
        read.robust(parties, alike),
        read.rowClip(),
        read.epsilon(learns),
        read.recorded(),
        align);
  }

  private boolean masked(int parties, boolean goesOn) {
    Yaml aggregation = keys.get("aggregation");
    if (aggregation == null) {
      return parties >= least(goesOn) && parties <= Protection.MOST_MASKED;
    }
    boolean masked =
        aggregation.oneOf(List.of("plain", MASKED, "median", "trimmed")).equals(MASKED);
    if (masked && parties > 0 && parties < Protection.LEAST_MASKED) {
      throw aggregation.error(tooFew(parties));
    }
    if (masked && parties > 0 && parties < least(goesOn)) {
      throw aggregation.error(
          "protection.aggregation is 'masked', which needs more than two thirds of the parties: of 3"
              + " none can leave (stop.lost); use 4 or more, 'aggregation: plain', or have it stop");
    }
    return masked;
  }

  /** Of three parties a masked sum needs all, so that there none can be done without. */
  private static int least(boolean goesOn) {
    return Protection.LEAST_MASKED + (goesOn ? 1 : 0);
  }

  private Robust robust(int parties, boolean alike) {
    Yaml aggregation = keys.get("aggregation");
    String word = aggregation == null ? "" : aggregation.text();
    if (!word.equals("median") && !word.equals("trimmed")) {
      return Robust.NONE;
    }
    if (!alike) {
      throw aggregation.error(
          "protection.aggregation is '%s', which is for parties with different people; here each adds something else to a sum"
              .formatted(word));
    }
    if (parties > 0 && parties < Protection.LEAST_MASKED) {
      throw aggregation.error(
          "protection.aggregation is '%s' and needs at least 3 parties, and there are %d"
              .formatted(word, parties));
    }
    return word.equals("median") ? Robust.MEDIAN : Robust.TRIMMED;
  }

  private double rowClip() {
    Yaml clip = keys.get("row-clip");
    if (clip == null) {
      return Protection.ROW_CLIP;
    }
    if (clip.isScalar() && clip.text().equals("none")) {
      return Double.POSITIVE_INFINITY;
    }
    double value = clip.number();
    if (!(value > 0) || Double.isInfinite(value)) {
      throw clip.error(
          "protection.row-clip is %s and must be above 0, or none; scores of one label have length 1"
              .formatted(value));
    }
    return value;
  }

  private double epsilon(boolean learns) {
    Yaml labels = keys.get("labels");
    if (labels == null) {
      return 0;
    }
    labels.entries("epsilon");
    Yaml epsilon = labels.need("epsilon");
    double value = epsilon.number();
    if (!(value > 0) || value > MOST_EPSILON) {
      throw epsilon.error(
          "protection.labels.epsilon is " + value + " and must be above 0 and at most 20");
    }
    if (!learns) {
      throw labels.error("protection.labels is for methods that learn labels; this one groups");
    }
    return value;
  }

  private boolean recorded() {
    Yaml recorded = keys.get("record");
    return recorded != null && recorded.flag() && local(recorded);
  }

  private boolean local(Yaml key) {
    if (remote) {
      throw key.error(key.path() + " is for './parallax run' only in this version");
    }
    return true;
  }

  static String tooFew(int parties) {
    return "protection.aggregation is 'masked' and needs at least "
        + Protection.LEAST_MASKED
        + " parties, and there are "
        + parties
        + ": of two, each finds the other's numbers by subtracting its own from the sum";
  }
}

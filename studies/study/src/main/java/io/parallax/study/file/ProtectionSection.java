package io.parallax.study.file;

import io.parallax.study.Align;
import io.parallax.study.Layout;
import io.parallax.study.Protection;
import io.parallax.study.Protection.Aggregation;
import io.parallax.study.yaml.Yaml;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** The {@code protection} of a study. */
final class ProtectionSection {
  private final Map<String, Yaml> keys;
  private final boolean remote;

  private ProtectionSection(Yaml section, boolean remote) {
    this.keys =
        section == null ? Map.of() : section.entries("aggregation", "row-clip", "labels", "record");
    this.remote = remote;
  }

  /**
   * @param align how the parties of this layout find their rows
   * @param goesOn whether training goes on without a party that has left
   * @param learns whether labels are learnt, and not only groups judged by them
   * @param remote whether the parties are on machines of their own
   */
  static Protection of(
      Yaml section, Align align, Layout layout, boolean learns, boolean goesOn, boolean remote) {
    ProtectionSection read = new ProtectionSection(section, remote);
    int parties = layout.partyCount();
    boolean lacking = align.lacksRows(layout);
    return new Protection(
        read.byAggregation(wanted -> Protection.masked(wanted, parties, goesOn, lacking)),
        read.byAggregation(wanted -> Protection.robust(wanted, parties, layout.spreadsRows())),
        read.rowClip(),
        read.epsilon(learns),
        read.recorded(),
        align);
  }

  private Optional<Aggregation> aggregation() {
    List<String> words = Arrays.stream(Aggregation.values()).map(Aggregation::word).toList();
    return Optional.ofNullable(keys.get("aggregation"))
        .map(word -> Aggregation.values()[words.indexOf(word.oneOf(words))]);
  }

  /** Returns a value whose complaints are told at the word that asks for it. */
  private <T> T byAggregation(Function<Optional<Aggregation>, T> value) {
    Optional<Aggregation> wanted = aggregation();
    return wanted.isEmpty()
        ? value.apply(wanted)
        : Yaml.placed(keys.get("aggregation"), () -> value.apply(wanted));
  }

  private double rowClip() {
    Yaml clip = keys.get("row-clip");
    if (clip == null) {
      return Protection.ROW_CLIP;
    }
    boolean none = clip.isScalar() && clip.text().equals("none");
    return none
        ? Double.POSITIVE_INFINITY
        : Yaml.placed(clip, () -> Protection.rowClip(clip.number()));
  }

  private double epsilon(boolean learns) {
    Yaml labels = keys.get("labels");
    if (labels == null) {
      return 0;
    }
    labels.entries("epsilon");
    Yaml epsilon = labels.need("epsilon");
    double value = epsilon.number();
    return Yaml.placed(epsilon, () -> Protection.labelEpsilon(value, learns));
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
}

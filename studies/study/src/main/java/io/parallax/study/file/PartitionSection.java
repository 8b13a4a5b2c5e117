package io.parallax.study.file;

import io.parallax.data.ImageFile;
import io.parallax.study.Layout;
import io.parallax.study.Layout.Holder;
import io.parallax.study.PartitionRules;
import io.parallax.study.Study.LabelSource;
import io.parallax.study.Study.Partition;
import io.parallax.study.Study.Source;
import io.parallax.study.yaml.Yaml;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The part of a study file that cuts one data set into parties: {@code data}, {@code partition}.
 */
final class PartitionSection {
  private static final List<String> GENERATED = List.of("alphanum", "special", "accel");
  private final Map<String, Yaml> top;
  private final SourceSection sources;

  PartitionSection(Map<String, Yaml> top, Path folder) {
    this.top = top;
    this.sources = new SourceSection(folder);
  }

  /**
   * Returns whether the study has one data set for all, to be cut into parties.
   *
   * @param generated whether rows come from the generator
   */
  boolean applies(boolean generated) {
    for (String key : List.of("views", "partition", "data")) {
      if (top.containsKey(key) && !(key.equals("data") && generated)) {
        Yaml.check(top.get(key), () -> PartitionRules.requireFit(key, top.keySet()));
      }
    }
    return top.containsKey("partition");
  }

  /** Reads the layout: parties that share rows out, or, of images, the parts. */
  Layout layout(boolean generated) {
    Optional<Partition> rows = partition();
    if (generated) {
      Map<String, Optional<Source>> views = new LinkedHashMap<>();
      GENERATED.forEach(view -> views.put(view, Optional.empty()));
      return rows.isPresent()
          ? new Layout.Pooled(views, Optional.empty(), rows.get())
          : new Layout.Vertical(holders(views, Optional.empty()));
    }
    Yaml data = top.get("data");
    data.entries("views", "labels");
    LabelSource labels = sources.labels(data.need("labels"), Optional.empty());
    if (top.get("partition").entries().containsKey("parts")) {
      return new Layout.Vertical(parts(data, labels, top.get("partition").entries()));
    }
    Map<String, Optional<Source>> views = new LinkedHashMap<>();
    data.need("views")
        .entries()
        .forEach((view, source) -> views.put(view, Optional.of(sources.rows(source))));
    Yaml.check(data.need("views"), () -> PartitionRules.requireViews(views.keySet()));
    return rows.isPresent()
        ? new Layout.Pooled(views, Optional.of(labels), rows.get())
        : new Layout.Vertical(holders(views, Optional.of(labels)));
  }

  private List<Holder> holders(Map<String, Optional<Source>> views, Optional<LabelSource> labels) {
    return Yaml.placed(top.get("data"), () -> PartitionRules.holders(views, labels));
  }

  /** The parts of the images of one view, from top to bottom; the active one has the labels. */
  private List<Holder> parts(Yaml data, LabelSource labels, Map<String, Yaml> how) {
    Yaml parts = how.get("parts");
    List<Source> views = data.need("views").entries().values().stream().map(sources::rows).toList();
    ImageFile images = Yaml.placed(parts, () -> PartitionRules.images(views));
    int count = Yaml.atLeast(parts, 1, 1);
    int active = Yaml.atLeast(how.get("active"), 1, 1);
    Yaml.check(how.getOrDefault("active", parts), () -> PartitionRules.active(active, count));
    return PartitionRules.parts(images, labels, count, active);
  }

  /** Reads how rows are spread over parties; empty: every party has one view of all rows. */
  private Optional<Partition> partition() {
    Yaml partition = top.get("partition");
    Map<String, Yaml> keys =
        partition.entries(
            "kind", "parties", "how", "alpha", "column", "rows", "spoilt", "parts", "active");
    if (partition.need("kind").oneOf(List.of("horizontal", "vertical")).equals("vertical")) {
      partition.entries("kind", "parts", "active");
      return Optional.empty();
    }
    for (String key : List.of("parts", "active")) {
      if (keys.containsKey(key)) {
        throw keys.get(key).error(key + " cuts images; it goes with kind: vertical");
      }
    }
    String how =
        keys.containsKey("how")
            ? keys.get("how").oneOf(List.of("iid", "subject", "dirichlet"))
            : "iid";
    Partition.How kind = Partition.How.valueOf(how.toUpperCase(Locale.ROOT));
    if (kind == Partition.How.SUBJECT && !keys.containsKey("column")) {
      throw partition.error("partition by subject needs the 'column' of the label file to go by");
    }
    double alpha = keys.containsKey("alpha") ? keys.get("alpha").number() : PartitionRules.ALPHA;
    Yaml.check(keys.getOrDefault("alpha", partition), () -> PartitionRules.alpha(alpha));
    int usual = kind == Partition.How.SUBJECT ? 0 : PartitionRules.PARTIES;
    int parties = keys.containsKey("parties") ? Yaml.atLeast(keys.get("parties"), 1, usual) : usual;
    return Optional.of(
        new Partition(
            kind,
            parties,
            alpha,
            Optional.ofNullable(keys.get("column")).map(Yaml::text),
            Yaml.atLeast(keys.get("rows"), 1, 0),
            Optional.ofNullable(keys.get("spoilt")).map(spoilt -> spoilt(spoilt, parties))));
  }

  private static Partition.Spoilt spoilt(Yaml spoilt, int parties) {
    spoilt.entries("parties", "labels");
    Yaml some = spoilt.need("parties");
    int many = some.whole();
    boolean turned = spoilt.need("labels").oneOf(List.of("random", "turned")).equals("turned");
    return Yaml.placed(some, () -> PartitionRules.spoilt(many, turned, parties));
  }
}

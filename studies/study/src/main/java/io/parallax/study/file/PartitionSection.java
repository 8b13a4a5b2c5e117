package io.parallax.study.file;

import io.parallax.core.PartyId;
import io.parallax.data.ImageFile;
import io.parallax.data.Steps;
import io.parallax.study.Layout;
import io.parallax.study.Layout.Holder;
import io.parallax.study.Study.LabelSource;
import io.parallax.study.Study.Partition;
import io.parallax.study.Study.Source;
import io.parallax.study.yaml.Yaml;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

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
    boolean views = top.containsKey("data") && !generated;
    if (top.containsKey("views") && top.containsKey("data")) {
      throw top.get("views").error("views are for parties with files of their own; remove 'data'");
    }
    if (top.containsKey("partition") && top.containsKey("parties")) {
      throw top.get("partition").error("partition makes the parties; remove 'parties'");
    }
    if (views && !top.containsKey("partition")) {
      throw top.get("data").error("data with views needs a 'partition' that cuts it into parties");
    }
    if (top.containsKey("partition") && !top.containsKey("data")) {
      throw top.get("partition").error("partition needs 'data' to cut: {views: {…}, labels: {…}}");
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
    if (views.isEmpty()) {
      throw data.need("views").error("data.views is empty; name at least one view");
    }
    return rows.isPresent()
        ? new Layout.Pooled(views, Optional.of(labels), rows.get())
        : new Layout.Vertical(holders(views, Optional.of(labels)));
  }

  /** Makes a party for each view, of the same name; the first one holds the labels. */
  private List<Holder> holders(Map<String, Optional<Source>> views, Optional<LabelSource> labels) {
    List<Holder> holders = new ArrayList<>();
    views.forEach(
        (view, source) -> {
          boolean first = holders.isEmpty();
          PartyId id = Yaml.placed(top.get("data"), () -> PartyId.of(view));
          holders.add(
              new Holder(id, view, source, first, first ? labels : Optional.empty(), Set.of()));
        });
    return holders;
  }

  /** The parts of the images of one view, from top to bottom; the active one has the labels. */
  private List<Holder> parts(Yaml data, LabelSource labels, Map<String, Yaml> how) {
    Map<String, Yaml> views = data.need("views").entries();
    Yaml only = views.values().iterator().next();
    Source whole = sources.rows(only);
    if (views.size() != 1 || !(whole.matrix().orElse(null) instanceof ImageFile image)) {
      throw how.get("parts").error("parts cuts images; data.views must be one view of images");
    }
    int count = Yaml.atLeast(how.get("parts"), 1, 1);
    int active = Yaml.atLeast(how.get("active"), 1, 1);
    if (active > count) {
      throw how.get("active").error("partition.active is " + active + " of " + count + " parts");
    }
    List<Holder> members = new ArrayList<>();
    for (int part = 1; part <= count; part++) {
      ImageFile own = new ImageFile(image.file(), image.format(), count, part);
      members.add(
          new Holder(
              PartyId.of("part-" + part),
              "part-" + part,
              Optional.of(Source.of(own, Steps.NONE)),
              part == active,
              part == active ? Optional.of(labels) : Optional.empty(),
              Set.of()));
    }
    return members;
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
    int least = kind == Partition.How.SUBJECT ? 0 : 1;
    double alpha = keys.containsKey("alpha") ? keys.get("alpha").number() : 0.5;
    if (!(alpha > 0)) {
      throw keys.get("alpha").error("partition.alpha is " + alpha + " and must be above 0");
    }
    int usual = least == 0 ? 0 : 4;
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
    int many = Yaml.atLeast(some, 0, 0);
    if (parties > 0 && many >= parties) {
      throw some.error(
          "partition.spoilt.parties is %d of %d; at least one party keeps its labels"
              .formatted(many, parties));
    }
    String how = spoilt.need("labels").oneOf(List.of("random", "turned"));
    return new Partition.Spoilt(many, how.equals("turned"));
  }
}

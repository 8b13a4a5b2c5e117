package io.parallax.run;

import io.parallax.core.BadInput;
import io.parallax.data.RowSource;
import io.parallax.data.RowTable;
import io.parallax.data.Steps;
import io.parallax.study.Check;
import io.parallax.study.Layout;
import io.parallax.study.Protection;
import io.parallax.study.SettingsBinder;
import io.parallax.study.Study;
import io.parallax.study.Task;
import io.parallax.study.Version;
import io.parallax.study.rows.ColumnSelection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/** Identifies a run: everything that determines its result. */
final class Manifest {
  private Manifest() {}

  /** All that decides the result: program, settings, data, seed. */
  static Map<String, Object> of(Study study) {
    Map<String, Object> manifest = new LinkedHashMap<>();
    manifest.put("study", study.name());
    manifest.put("version", Version.NUMBER);
    manifest.put("build", Version.build());
    manifest.put("method", study.method().method().name());
    if (study.task() instanceof Task.Groups groups) {
      manifest.put("clusters", groups.count());
    }
    manifest.put("settings", SettingsBinder.toMap(study.method().config()));
    manifest.put("search", study.search());
    manifest.put("baselines", study.extras().baselines());
    if (study.layout() instanceof Layout.Vertical parties) {
      manifest.put("parties", holders(parties));
    } else if (study.layout() instanceof Layout.Horizontal parties) {
      manifest.put("sites", sites(parties));
    } else if (study.layout() instanceof Layout.Pooled pooled) {
      manifest.put("data", pool(pooled));
      manifest.put("partition", partition(pooled.partition()));
    }
    study.generated().ifPresent(g -> manifest.put("generated", generated(g)));
    manifest.put("evaluate", evaluation(study.evaluation()));
    manifest.put("stop", study.stop());
    manifest.put("preparation", preparation(study.preparation()));
    manifest.put("extras", extras(study.extras()));
    if (!study.protection().equals(Protection.NONE)) {
      manifest.put("protection", study.protection());
    }
    manifest.put("seed", study.seed());
    return manifest;
  }

  private static Map<String, Object> extras(Study.Extras extras) {
    Map<String, Object> entry = new LinkedHashMap<>();
    entry.put("model", extras.model());
    entry.put("points", extras.points());
    extras.contribution().ifPresent(how -> entry.put("contribution", how));
    extras.certainty().ifPresent(how -> entry.put("certainty", how));
    if (!extras.check().equals(Check.NONE)) {
      entry.put("check", extras.check());
    }
    extras
        .rivals()
        .forEach(
            one -> entry.put("beside " + one.method().name(), SettingsBinder.toMap(one.config())));
    return entry;
  }

  private static Map<String, Object> partition(Study.Partition partition) {
    Map<String, Object> entry = new LinkedHashMap<>();
    entry.put("how", partition.how());
    entry.put("parties", partition.parties());
    entry.put("alpha", partition.alpha());
    partition.column().ifPresent(column -> entry.put("column", column));
    if (partition.rows() > 0) {
      entry.put("rows", partition.rows());
    }
    partition.spoilt().ifPresent(spoilt -> entry.put("spoilt", spoilt));
    return entry;
  }

  private static Map<String, Object> generated(Study.Generated generated) {
    Map<String, Object> entry = new LinkedHashMap<>();
    entry.put("sessions", generated.sessions());
    entry.put("users", generated.users());
    generated.sequences().ifPresent(steps -> entry.put("sequences", steps));
    generated.seed().ifPresent(seed -> entry.put("seed", seed));
    return entry;
  }

  private static Map<String, Object> evaluation(Study.Evaluation evaluation) {
    Map<String, Object> entry = new LinkedHashMap<>();
    entry.put("kind", evaluation.kind());
    entry.put("test", evaluation.test());
    entry.put("repeats", evaluation.repeats());
    entry.put("folds", evaluation.folds());
    if (!evaluation.columns().isEmpty()) {
      entry.put("columns", evaluation.columns());
      entry.put("value", evaluation.value());
    }
    if (!evaluation.times().isEmpty()) {
      entry.put("times", evaluation.times());
    }
    return entry;
  }

  private static Map<String, Object> pool(Layout.Pooled pooled) {
    Map<String, Object> entry = new LinkedHashMap<>();
    pooled
        .data()
        .forEach(
            (view, source) ->
                entry.put(view, source.map(s -> data("view " + view, s)).orElse(Map.of())));
    pooled.labels().ifPresent(labels -> entry.put("labels", labels("the labels", labels)));
    return entry;
  }

  private static Map<String, Object> holders(Layout.Vertical vertical) {
    Map<String, Object> parties = new LinkedHashMap<>();
    for (Layout.Holder member : vertical.holders()) {
      Map<String, Object> entry = new LinkedHashMap<>();
      entry.put("view", member.view());
      entry.put("labels", member.labels());
      entry.put("allow", member.allow().stream().sorted().toList());
      member.data().ifPresent(d -> entry.put("data", data("party " + member.id(), d)));
      member
          .labelSource()
          .ifPresent(l -> entry.put("labelData", labels("party " + member.id(), l)));
      parties.put(member.id().name(), entry);
    }
    return parties;
  }

  private static Map<String, Object> preparation(Study.Preparation preparation) {
    Map<String, Object> entry = new LinkedHashMap<>();
    entry.put("scale", preparation.scales().told());
    entry.put("missing", preparation.missing());
    entry.put("absent", preparation.absent());
    entry.put("categorical", preparation.categorical());
    if (!preparation.clip().isEmpty()) {
      entry.put("clip", preparation.clip());
    }
    entry.put("classes", preparation.classes());
    preparation
        .select()
        .ifPresent(
            select -> {
              entry.put("keep", select.keep());
              entry.put("selectedBy", ColumnSelection.hash(select));
            });
    return entry;
  }

  private static Map<String, Object> sites(Layout.Horizontal parties) {
    Map<String, Object> sites = new LinkedHashMap<>();
    for (Layout.Site site : parties.sites()) {
      Map<String, Object> entry = new LinkedHashMap<>();
      Map<String, Object> views = new LinkedHashMap<>();
      site.views().forEach((view, source) -> views.put(view, data("party " + site.id(), source)));
      entry.put("views", views);
      entry.put("allow", site.allow().stream().sorted().toList());
      entry.put("labelData", labels("party " + site.id(), site.labels()));
      if (site.rows() > 0) {
        entry.put("rows", site.rows());
      }
      sites.put(site.id().name(), entry);
    }
    return sites;
  }

  private static Map<String, Object> data(String holder, Study.Source source) {
    String columns = source.columns().isEmpty() ? "" : "," + String.join(",", source.columns());
    Map<String, Object> entry = rows(holder, source.rows(), source.id() + columns);
    if (!source.steps().equals(Steps.NONE)) {
      entry.put("steps", source.steps());
    }
    return entry;
  }

  private static Map<String, Object> labels(String holder, Study.LabelSource source) {
    return rows(holder, source.rows(), source.id() + "," + source.column());
  }

  private static Map<String, Object> rows(String holder, RowSource source, String columns) {
    Map<String, Object> entry = new TreeMap<>();
    source.files().forEach(file -> entry.put("file", file.getFileName().toString()));
    entry.put("sha256", hash(holder, source));
    entry.putAll(source.reading());
    if (source instanceof RowTable) {
      entry.put("columns", columns);
    }
    return entry;
  }

  private static String hash(String holder, RowSource source) {
    for (Path file : source.files()) {
      if (!Files.isRegularFile(file)) {
        throw new BadInput(
            Files.isDirectory(file)
                ? "%s: %s is a folder; name %s file in it".formatted(holder, file, source.kind())
                : holder + ": there is no file " + file + "; check the path");
      }
    }
    try {
      return source.hash();
    } catch (IOException e) {
      throw new BadInput(holder + ": cannot read " + source.source() + "; check its rights", e);
    }
  }
}

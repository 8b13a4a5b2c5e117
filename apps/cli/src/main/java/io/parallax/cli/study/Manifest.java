package io.parallax.cli.study;

import io.parallax.cli.Version;
import io.parallax.core.BadInput;
import io.parallax.core.PartyId;
import io.parallax.data.NumberedFile;
import io.parallax.data.Steps;
import io.parallax.engine.Hashes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** What a run is: all that decides its result. */
final class Manifest {
  private Manifest() {}

  /** All that decides the result: program, settings, data, seed. */
  static Map<String, Object> of(Study study) {
    Map<String, Object> manifest = new LinkedHashMap<>();
    manifest.put("study", study.name());
    manifest.put("version", Version.NUMBER);
    manifest.put("build", Version.build());
    manifest.put("method", study.method().method().name());
    if (study.clusters() > 0) {
      manifest.put("clusters", study.clusters());
    }
    manifest.put("settings", SettingsBinder.toMap(study.method().config()));
    manifest.put("search", study.search());
    manifest.put("baselines", study.baselines());
    manifest.put("parties", parties(study));
    if (!study.sites().isEmpty()) {
      manifest.put("sites", sites(study));
    }
    study.partition().ifPresent(p -> manifest.put("partition", partition(p)));
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
    return entry;
  }

  private static Map<String, Object> parties(Study study) {
    Map<String, Object> parties = new LinkedHashMap<>();
    for (Study.Member member : study.parties()) {
      Map<String, Object> entry = new LinkedHashMap<>();
      entry.put("view", member.view());
      entry.put("labels", member.labels());
      entry.put("allow", member.allow().stream().sorted().toList());
      member.data().ifPresent(d -> entry.put("data", data(member.id(), d)));
      member.labelSource().ifPresent(l -> entry.put("labelData", labels(member.id(), l)));
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

  private static Map<String, Object> sites(Study study) {
    Map<String, Object> sites = new LinkedHashMap<>();
    for (Study.Site site : study.sites()) {
      Map<String, Object> entry = new LinkedHashMap<>();
      Map<String, Object> views = new LinkedHashMap<>();
      site.views().forEach((view, source) -> views.put(view, data(site.id(), source)));
      entry.put("views", views);
      entry.put("allow", site.allow().stream().sorted().toList());
      entry.put("labelData", labels(site.id(), site.labels()));
      if (site.rows() > 0) {
        entry.put("rows", site.rows());
      }
      sites.put(site.id().name(), entry);
    }
    return sites;
  }

  private static Map<String, Object> data(PartyId party, Study.Source source) {
    String columns = source.columns().isEmpty() ? "" : "," + String.join(",", source.columns());
    Map<String, Object> entry = file(party, source.file(), source.matrix(), source.id() + columns);
    if (!source.steps().equals(Steps.NONE)) {
      entry.put("steps", source.steps());
    }
    return entry;
  }

  private static Map<String, Object> labels(PartyId party, Study.LabelSource source) {
    return file(party, source.file(), source.matrix(), source.id() + "," + source.column());
  }

  private static Map<String, Object> file(
      PartyId party, Path file, Optional<NumberedFile> matrix, String columns) {
    Map<String, Object> entry = new TreeMap<>();
    entry.put("file", file.getFileName().toString());
    entry.put("sha256", hash(party, file, matrix));
    if (matrix.isPresent()) {
      entry.putAll(matrix.get().reading());
    } else {
      entry.put("columns", columns);
    }
    return entry;
  }

  private static String hash(PartyId party, Path file, Optional<NumberedFile> matrix) {
    if (!Files.isRegularFile(file)) {
      String kind = matrix.map(NumberedFile::kind).orElse("a CSV");
      throw new BadInput(
          Files.isDirectory(file)
              ? "party " + party + ": " + file + " is a folder; name " + kind + " file in it"
              : "party " + party + ": there is no file " + file + "; check the path");
    }
    try {
      return Hashes.ofFile(file);
    } catch (IOException e) {
      throw new BadInput("party " + party + ": cannot read " + file + "; check its rights", e);
    }
  }
}

package io.parallax.party;

import io.parallax.core.BadInput;
import io.parallax.core.PartyId;
import io.parallax.data.CsvFile;
import io.parallax.data.RowSource;
import io.parallax.data.RowTable;
import io.parallax.grpc.Dialer;
import io.parallax.identity.Role;
import io.parallax.remote.NodeFile;
import io.parallax.study.Study;
import io.parallax.study.Study.LabelSource;
import io.parallax.study.Study.Source;
import io.parallax.study.TargetSource;
import io.parallax.study.Task;
import io.parallax.study.Version;
import io.parallax.study.file.SourceSection;
import io.parallax.study.yaml.Yaml;
import io.parallax.watch.WatchSettings;
import io.parallax.web.file.PageSection;
import io.parallax.web.file.PageSettings;
import io.parallax.web.oidc.OidcSettings;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A party's file: its name, its coordinator, the sources of its rows, and its owner's policy.
 *
 * @param home the folder of the file
 * @param data where each view is
 * @param labels of the rows of each view that has some
 * @param targets that are not classes, of the rows of each view that has one
 * @param page the owner's page; none: no page
 * @param engine where the rows lie; none: here
 * @param rules what is kept, and what is shown
 */
public record PartyConfig(
    PartyId name,
    Path home,
    Dialer.Address coordinator,
    NodeFile.Identity identity,
    Map<String, Source> data,
    Map<String, LabelSource> labels,
    Map<String, TargetSource> targets,
    Policy policy,
    Path state,
    Optional<PageSettings> page,
    Optional<PartyEngine> engine,
    Rules rules) {
  /**
   * Rules of what a party keeps and shows.
   *
   * @param models how long versions of models are kept
   * @param sent how long messages that left are kept; none: not at all
   * @param shown what researchers see of the rows
   * @param watched from when on something is worth a warning, and where notices go
   */
  public record Rules(
      PartyModels.Retention models,
      Optional<SentMessages.Rule> sent,
      CatalogueRule shown,
      WatchSettings watched) {}

  PartyModels.Retention models() {
    return rules.models();
  }

  public Optional<SentMessages.Rule> keep() {
    return rules.sent();
  }

  private static final String[] KEYS = {
    "party",
    "coordinator",
    "identity",
    "engine",
    "data",
    "labels",
    "target",
    "policy",
    "state",
    "page",
    "sign-in",
    "models",
    "ledger",
    "catalogue",
    WatchSettings.HEALTH,
    WatchSettings.NOTIFY
  };

  /** Follows a view's name in the key of its labels. */
  static final String LABELS = " labels";

  /** Follows a view's name in the key of its target. */
  static final String TARGET = " target";

  /**
   * Reads a party's file, whose paths are relative to its folder. Neither rows nor the engine are
   * looked at.
   */
  public static PartyConfig read(Path file) {
    Yaml root = Yaml.read(file, "party");
    Map<String, Yaml> top = root.entries(KEYS);
    Path folder = file.toAbsolutePath().getParent();
    PartyId name = Yaml.placed(root.need("party"), () -> PartyId.of(root.need("party").text()));
    SourceSection sources = new SourceSection(folder);
    Optional<EngineSection> engine =
        Optional.ofNullable(top.get("engine")).map(section -> EngineSection.of(section, folder));
    Map<String, Source> data =
        engine.isPresent()
            ? elsewhere(root.need("data"), engine.get())
            : data(root.need("data"), sources);
    return new PartyConfig(
        name,
        folder,
        NodeFile.address(root.need("coordinator")),
        NodeFile.Identity.of(top, name, folder),
        data,
        byView(top.get("labels"), data, "the labels of ", sources::labels),
        byView(top.get("target"), data, "the target of ", sources::target),
        PolicySection.of(top.get("policy")),
        NodeFile.state(top, folder),
        page(top.get("page"), top.get("sign-in"), folder),
        engine.map(EngineSection::engine),
        new Rules(
            retention(top.get("models")),
            LedgerSection.of(top.get("ledger")),
            CatalogueRule.of(top.get("catalogue")),
            WatchSettings.of(top, folder)));
  }

  /** Reads {@code {keep-days: 365, keep: 3}}. */
  private static PartyModels.Retention retention(Yaml section) {
    if (section == null) {
      return PartyModels.Retention.ANY;
    }
    Map<String, Yaml> keys = section.entries("keep-days", "keep");
    return new PartyModels.Retention(
        Yaml.atLeast(keys.get("keep-days"), 1, 0), Yaml.atLeast(keys.get("keep"), 1, 0));
  }

  /** Rejects an engine that is not installed; for commands that read rows. */
  public PartyConfig withEngine() {
    engine.ifPresent(PartyEngine::require);
    data.values().forEach(source -> source.engine().ifPresent(e -> PartyEngine.known(e.place())));
    return this;
  }

  /** Reads a port, an address with its certificate, or "off"; any free port by default. */
  private static Optional<PageSettings> page(Yaml value, Yaml signIn, Path folder) {
    Optional<OidcSettings> provider = PageSection.signIn(signIn, folder, PageRole.words());
    if (value != null && value.isMap()) {
      return Optional.of(PageSection.of(value, folder, true, provider));
    }
    if (value != null && value.text().matches("off|false")) {
      if (provider.isPresent()) {
        throw value.error("page is off, and 'sign-in' is for people of the page; remove one");
      }
      return Optional.empty();
    }
    String port = value == null ? "0" : value.text();
    if (!port.matches("\\d{1,5}") || Integer.parseInt(port) > 65_535) {
      throw value.error(
          "page is '%s'; it must be a port such as 7445, {listen: …, host: …, certificate: …, key: …}, or off"
              .formatted(port));
    }
    PageSettings local = PageSettings.local(Integer.parseInt(port));
    return Optional.of(new PageSettings(local.listen(), local.host(), local.tls(), provider));
  }

  private static Map<String, Source> data(Yaml section, SourceSection sources) {
    Map<String, Source> data = new LinkedHashMap<>();
    section.entries().forEach((view, where) -> data.put(view, sources.rows(where, called(view))));
    return needed(data, section);
  }

  /** Reads the views of an engine. */
  private static Map<String, Source> elsewhere(Yaml section, EngineSection engine) {
    Map<String, Source> data = new LinkedHashMap<>();
    section.entries().forEach((view, where) -> data.put(view, engine.rows(where)));
    return needed(data, section);
  }

  private static Map<String, Source> needed(Map<String, Source> data, Yaml section) {
    if (data.isEmpty()) {
      throw section.error("data is empty; name at least one view: {csv: FILE, id: COLUMN}");
    }
    return data;
  }

  /** Reads what belongs to the rows of a view. */
  private interface Reader<T> {
    T read(Yaml section, Optional<Source> rows, String called);
  }

  /** Reads {@code {csv: …}} for all views, or {@code {view: {csv: …}}} for some. */
  private static <T> Map<String, T> byView(
      Yaml section, Map<String, Source> data, String what, Reader<T> reader) {
    Map<String, T> found = new LinkedHashMap<>();
    if (section == null) {
      return found;
    }
    boolean byView = data.keySet().containsAll(section.entries().keySet());
    data.forEach(
        (view, rows) -> {
          Yaml own = byView ? section.entries().get(view) : section;
          if (own != null) {
            found.put(view, reader.read(own, Optional.of(rows), what + called(view)));
          }
        });
    return found;
  }

  /** Returns the name of a view's rows in messages that leave, whatever their source. */
  private static String called(String view) {
    return "view '" + view + "'";
  }

  /** Returns the source of a view that a study uses. */
  Source source(String view) {
    Source source = data.get(view);
    if (source == null) {
      throw new BadInput(
          "the study wants view '%s' of party %s, which its file does not have; add it under 'data'"
              .formatted(view, name),
          ": it has " + data.keySet());
    }
    return source;
  }

  /**
   * Returns the location of the labels or the target that a study uses, of the first view that has
   * one; empty: none has.
   */
  String truthSource(Study study, List<String> views) {
    return truth(study, views)
        .map(truth -> truth.rows().identity() + " " + truth.column())
        .orElse("");
  }

  private Optional<LabelSource> truth(Study study, List<String> views) {
    return study.task() instanceof Task.Values
        ? target(views).map(TargetSource::rows)
        : views.stream().map(labels::get).filter(Objects::nonNull).findFirst();
  }

  /** Returns the target of the first view that has one. */
  Optional<TargetSource> target(List<String> views) {
    return views.stream().map(targets::get).filter(Objects::nonNull).findFirst();
  }

  /** Returns every column that is no feature, since it is a label or belongs to a target. */
  List<LabelSource> learnt() {
    return Stream.concat(
            labels.values().stream(),
            targets.values().stream()
                .flatMap(own -> own.columns().all().stream().map(own.rows()::with)))
        .toList();
  }

  /** Returns the names that replace this machine's folders in messages. */
  Folders folders() {
    Map<Path, String> named = new LinkedHashMap<>();
    data.forEach((view, source) -> name(named, source.rows(), called(view)));
    labels.forEach((view, source) -> name(named, source.rows(), "the labels of " + called(view)));
    targets.forEach((view, own) -> name(named, own.rows().rows(), "the target of " + called(view)));
    return new Folders(home, state, named);
  }

  private static void name(Map<Path, String> named, RowSource source, String called) {
    source.files().forEach(file -> named.putIfAbsent(file, called));
  }

  /**
   * The same party with tables that are in no file turned into files, for one study; no other view
   * is looked at.
   */
  PartyConfig snapshots(String study, Collection<String> views) {
    Path folder = state.resolve("snapshots").resolve(study);
    Map<String, Source> files = new LinkedHashMap<>(data);
    Map<String, LabelSource> truth = new LinkedHashMap<>(labels);
    Map<String, TargetSource> values = new LinkedHashMap<>(targets);
    for (String view : views) {
      files.computeIfPresent(
          view,
          (name, old) ->
              new Source(
                  kept(old.rows(), TableSnapshot.file(folder, view, ".csv")),
                  old.id(),
                  old.columns(),
                  old.steps()));
      truth.computeIfPresent(view, (name, old) -> kept(old, view, folder, "-labels.csv"));
      values.computeIfPresent(
          view,
          (name, old) ->
              new TargetSource(kept(old.rows(), view, folder, "-target.csv"), old.columns()));
    }
    return new PartyConfig(
        name,
        home,
        coordinator,
        identity,
        files,
        truth,
        values,
        policy,
        state,
        page,
        engine,
        rules);
  }

  private LabelSource kept(LabelSource old, String view, Path folder, String ending) {
    boolean beside = data.containsKey(view) && data.get(view).rows().equals(old.rows());
    Path own = TableSnapshot.file(folder, view, beside ? ".csv" : ending);
    return new LabelSource(kept(old.rows(), own), old.id(), old.column());
  }

  /** A table that is in no file as it was when the study first asked for it. */
  private static RowSource kept(RowSource source, Path file) {
    return source instanceof RowTable table && table.files().isEmpty()
        ? CsvFile.of(TableSnapshot.of(table, file))
        : source;
  }

  public Node.Setup setup() {
    return new Node.Setup(
        name,
        coordinator,
        identity.credentials(Role.PARTY),
        identity.revoked(),
        policy,
        state,
        page,
        keep(),
        rules.watched(),
        Version.NUMBER);
  }
}

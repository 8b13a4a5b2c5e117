package io.parallax.cli.node;

import io.parallax.cli.Methods;
import io.parallax.cli.Version;
import io.parallax.cli.study.SourceSection;
import io.parallax.cli.study.Study.LabelSource;
import io.parallax.cli.study.Study.Source;
import io.parallax.cli.study.Yaml;
import io.parallax.core.BadInput;
import io.parallax.core.Method;
import io.parallax.core.PartyId;
import io.parallax.grpc.Dialer;
import io.parallax.identity.Credentials;
import io.parallax.identity.Role;
import io.parallax.party.Node;
import io.parallax.party.Policy;
import io.parallax.party.Proposal;
import io.parallax.privacy.SetLimit;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A party's file: who it is, where the coordinator is, where its rows are, and what its owner
 * accepts.
 *
 * @param home the folder of the file
 * @param data where each view is
 * @param labels of the rows of each view that has some
 * @param tables rows that are no files: by view, and by "VIEW labels"; what is said of them in data
 *     and labels is where their snapshots would be
 * @param page the port of the owner's page; 0: any; none: no page
 * @param engine where the rows lie; none: here
 */
public record PartyConfig(
    PartyId name,
    Path home,
    Dialer.Address coordinator,
    Identity identity,
    Map<String, Source> data,
    Map<String, LabelSource> labels,
    Map<String, Foreign> tables,
    Policy policy,
    Path state,
    Optional<Integer> page,
    Optional<PartyEngine> engine) {
  static final int PORT = 7443;

  /** Behind a view's name, among the tables: its labels. */
  static final String LABELS = " labels";

  private static final int MINIMUM_PARTIES = 3;
  private static final int MINIMUM_ROWS = 30;
  private static final int ROUNDS = 10_000;
  private static final int SPLITS = 20;

  /** Where key and certificates are. */
  record Identity(Path key, Path certificate, Path authority, Optional<Path> revoked) {
    static Identity of(Map<String, Yaml> top, PartyId name, Path folder) {
      Map<String, Yaml> keys =
          top.containsKey("identity")
              ? top.get("identity").entries("key", "certificate", "authority", "revoked")
              : Map.of();
      return new Identity(
          path(keys, "key", folder, name + ".key"),
          path(keys, "certificate", folder, name + ".pem"),
          path(keys, "authority", folder, "ca.pem"),
          Optional.ofNullable(keys.get("revoked")).map(f -> folder.resolve(f.text())));
    }

    private static Path path(Map<String, Yaml> keys, String key, Path folder, String otherwise) {
      return folder.resolve(keys.containsKey(key) ? keys.get(key).text() : otherwise);
    }

    Credentials credentials(Role role) {
      return Credentials.read(key, certificate, authority, role);
    }
  }

  /**
   * Reads a party's file; paths in it are relative to its folder. Rows are not looked at, nor the
   * engine that would read them.
   */
  public static PartyConfig read(Path file) {
    Yaml root = Yaml.read(file, "party");
    Map<String, Yaml> top =
        root.entries(
            "party",
            "coordinator",
            "identity",
            "engine",
            "data",
            "labels",
            "policy",
            "state",
            "page");
    Path folder = file.toAbsolutePath().getParent();
    PartyId name = Yaml.placed(root.need("party"), () -> PartyId.of(root.need("party").text()));
    SourceSection sources = new SourceSection(folder);
    Map<String, Foreign> tables = new LinkedHashMap<>();
    Optional<EngineSection> engine =
        Optional.ofNullable(top.get("engine")).map(section -> EngineSection.of(section, folder));
    Map<String, Source> data =
        engine.isPresent()
            ? elsewhere(root.need("data"), engine.get())
            : data(root.need("data"), sources, folder, tables);
    return new PartyConfig(
        name,
        folder,
        address(root.need("coordinator")),
        Identity.of(top, name, folder),
        data,
        labels(top.get("labels"), data, sources, folder, tables),
        tables,
        policy(top.get("policy")),
        folder.resolve(top.containsKey("state") ? top.get("state").text() : "state"),
        page(top.get("page")),
        engine.map(EngineSection::engine));
  }

  /** The same, for a command that reads rows: an engine that is not installed is refused now. */
  public PartyConfig withEngine() {
    engine.ifPresent(PartyEngine::require);
    data.values().forEach(source -> source.engine().ifPresent(e -> PartyEngine.known(e.place())));
    return this;
  }

  /** A port on this machine, or off; without a word, any free port. */
  private static Optional<Integer> page(Yaml value) {
    if (value == null) {
      return Optional.of(0);
    }
    if (value.text().matches("off|false")) {
      return Optional.empty();
    }
    if (!value.text().matches("\\d{1,5}") || Integer.parseInt(value.text()) > 65_535) {
      throw value.error("page is '" + value.text() + "' and must be a port such as 7445, or off");
    }
    return Optional.of(Integer.parseInt(value.text()));
  }

  static Dialer.Address address(Yaml value) {
    return address(value, value.text());
  }

  static Dialer.Address address(Yaml value, String text) {
    String[] parts = text.split(":", 2);
    try {
      int port = parts.length == 2 ? Integer.parseInt(parts[1]) : PORT;
      if (port >= 0 && port < 1 << 16 && !parts[0].isBlank()) {
        return new Dialer.Address(parts[0], port);
      }
    } catch (NumberFormatException e) {
      // told below
    }
    throw value.error(
        value.path() + " is '" + value.text() + "' and must be like parallax.example.org:7443");
  }

  private static Map<String, Source> data(
      Yaml section, SourceSection sources, Path folder, Map<String, Foreign> tables) {
    Map<String, Source> data = new LinkedHashMap<>();
    section
        .entries()
        .forEach(
            (view, where) -> {
              if (Foreign.is(where)) {
                Map<String, Yaml> keys =
                    where.entries("sql", "jdbc", "parquet", "arff", "id", "columns");
                tables.put(view, Foreign.of(called(view), where, folder));
                data.put(
                    view,
                    Source.csv(
                        folder,
                        where.need("id").text(),
                        keys.containsKey("columns")
                            ? SourceSection.names(keys.get("columns"))
                            : List.of()));
              } else {
                data.put(view, sources.rows(where));
              }
            });
    return needed(data, section);
  }

  /** Views that an engine reads. */
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

  /** {@code {csv: …}} for all views, or {@code {view: {csv: …}}} for some. */
  private static Map<String, LabelSource> labels(
      Yaml section,
      Map<String, Source> data,
      SourceSection sources,
      Path folder,
      Map<String, Foreign> tables) {
    Map<String, LabelSource> labels = new LinkedHashMap<>();
    if (section == null) {
      return labels;
    }
    boolean byView = data.keySet().containsAll(section.entries().keySet());
    data.forEach(
        (view, rows) -> {
          Yaml own = byView ? section.entries().get(view) : section;
          if (own != null && Foreign.is(own)) {
            own.entries("sql", "jdbc", "parquet", "arff", "id", "column");
            tables.put(view + LABELS, Foreign.of("the labels of " + called(view), own, folder));
            String id = own.need("id").text();
            labels.put(
                view, new LabelSource(folder, id, own.need("column").text(), Optional.empty()));
          } else if (own != null) {
            labels.put(view, sources.labels(own, Optional.of(rows)));
          }
        });
    return labels;
  }

  /** What messages that leave call a view's rows, wherever they lie. */
  private static String called(String view) {
    return "view '" + view + "'";
  }

  private static Policy policy(Yaml section) {
    Map<String, Yaml> keys =
        section == null
            ? Map.of()
            : section.entries(
                "methods",
                "columns",
                "minimum-parties",
                "rounds",
                "splits",
                "allow",
                "aggregation",
                "rows",
                "label-epsilon-total",
                "align-most",
                "directions",
                "minimum-rows",
                "studies",
                "approval-days",
                "approve");
    List<String> known = Methods.all().stream().map(Method::name).toList();
    Set<String> methods = new HashSet<>();
    if (keys.containsKey("methods")) {
      keys.get("methods").list().forEach(m -> methods.add(m.oneOf(known)));
    }
    return new Policy(
        methods,
        words(keys.get("columns")),
        Yaml.atLeast(keys.get("minimum-parties"), 1, MINIMUM_PARTIES),
        Yaml.atLeast(keys.get("rounds"), 1, ROUNDS),
        Yaml.atLeast(keys.get("splits"), 1, SPLITS),
        allowed(keys.get("allow")),
        keys.containsKey("aggregation")
            ? keys.get("aggregation").oneOf(List.of("plain", Proposal.MASKED))
            : "plain",
        keys.containsKey("rows")
            && keys.get("rows").oneOf(List.of("told", "pinned")).equals("pinned"),
        labelTotal(keys.get("label-epsilon-total")),
        alignMost(keys.get("align-most")),
        Yaml.atLeast(keys.get("directions"), 1, 0),
        Yaml.atLeast(keys.get("minimum-rows"), 1, MINIMUM_ROWS),
        studies(keys.get("studies")),
        Yaml.atLeast(keys.get("approval-days"), 1, 0),
        keys.containsKey("approve")
            && keys.get("approve").oneOf(List.of("manual", "automatic")).equals("automatic"));
  }

  /** {@code {each: 5, days: 30}}. */
  private static Policy.Studies studies(Yaml value) {
    if (value == null) {
      return Policy.Studies.ANY;
    }
    value.entries("each", "days");
    return new Policy.Studies(
        Yaml.atLeast(value.need("each"), 1, 1), Yaml.atLeast(value.need("days"), 1, 1));
  }

  private static double labelTotal(Yaml value) {
    double total = value == null ? Double.POSITIVE_INFINITY : value.number();
    if (!(total > 0)) {
      throw value.error("policy.label-epsilon-total is " + total + " and must be above 0");
    }
    return total;
  }

  private static SetLimit alignMost(Yaml value) {
    return value == null
        ? SetLimit.USUAL
        : SetLimit.of(value.text())
            .orElseThrow(
                () ->
                    value.error(
                        "policy.align-most is '%s' and must be a number of ids such as 5000, or a multiple of this party's own such as 10x, 1 to 99999999"
                            .formatted(value.text())));
  }

  private static Set<String> allowed(Yaml list) {
    Set<String> names = new HashSet<>();
    if (list != null) {
      list.list().forEach(name -> names.add(name.oneOf(NodeMessages.disclosures())));
    }
    return names;
  }

  private static Set<String> words(Yaml list) {
    return list == null ? Set.of() : Set.copyOf(SourceSection.names(list));
  }

  /** Where a view is that a study wants. */
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

  /** Where the labels of the first of these views that has some are; empty: none has. */
  String labelSource(List<String> views) {
    for (String view : views) {
      LabelSource labels = this.labels.get(view);
      Foreign table = tables.get(view + LABELS);
      if (labels != null) {
        return (table == null ? labels.file().toAbsolutePath().normalize() : table.whole())
            + " "
            + labels.column();
      }
    }
    return "";
  }

  /** What is told of a failure here. */
  Folders folders() {
    Map<Path, String> named = new LinkedHashMap<>();
    data.forEach((view, source) -> named.putIfAbsent(source.file(), called(view)));
    labels.forEach(
        (view, source) -> named.putIfAbsent(source.file(), "the labels of " + called(view)));
    tables.values().forEach(table -> named.put(table.file(), table.name()));
    return new Folders(home, state, named);
  }

  /** The same party with tables turned into files, for one study; no other view is looked at. */
  PartyConfig snapshots(String study, Collection<String> views) {
    Path folder = state.resolve("snapshots").resolve(study);
    Map<String, Source> files = new LinkedHashMap<>(data);
    Map<String, LabelSource> truth = new LinkedHashMap<>(labels);
    tables.forEach(
        (name, table) -> {
          boolean truths = name.endsWith(LABELS);
          String view = truths ? name.substring(0, name.length() - LABELS.length()) : name;
          if (!views.contains(view)) {
            return;
          }
          if (truths) {
            Path file = Snapshot.of(table, folder.resolve(view + "-labels.csv"));
            LabelSource old = labels.get(view);
            truth.put(view, new LabelSource(file, old.id(), old.column(), Optional.empty()));
          } else {
            Source old = data.get(name);
            Path file = Snapshot.of(table, folder.resolve(name + ".csv"));
            files.put(name, Source.csv(file, old.id(), old.columns(), old.steps()));
          }
        });
    return new PartyConfig(
        this.name,
        home,
        coordinator,
        identity,
        files,
        truth,
        Map.of(),
        policy,
        state,
        page,
        engine);
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
        Version.NUMBER);
  }
}

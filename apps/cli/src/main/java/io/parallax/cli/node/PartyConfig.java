package io.parallax.cli.node;

import io.parallax.cli.Methods;
import io.parallax.cli.Version;
import io.parallax.cli.study.SourceSection;
import io.parallax.cli.study.Study.LabelSource;
import io.parallax.cli.study.Study.Source;
import io.parallax.cli.study.Yaml;
import io.parallax.core.Method;
import io.parallax.core.PartyId;
import io.parallax.grpc.Dialer;
import io.parallax.identity.Credentials;
import io.parallax.identity.Role;
import io.parallax.party.Node;
import io.parallax.party.Policy;
import java.nio.file.Path;
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
 * @param data where each view is
 * @param labels of the rows of each view that has some
 */
public record PartyConfig(
    PartyId name,
    Dialer.Address coordinator,
    Identity identity,
    Map<String, Source> data,
    Map<String, LabelSource> labels,
    Policy policy,
    Path state) {
  static final int PORT = 7443;
  private static final int MINIMUM_PARTIES = 3;
  private static final int ROUNDS = 10_000;

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

  /** Reads a party's file; paths in it are relative to its folder. */
  public static PartyConfig read(Path file) {
    Yaml root = Yaml.read(file);
    Map<String, Yaml> top =
        root.entries("party", "coordinator", "identity", "data", "labels", "policy", "state");
    Path folder = file.toAbsolutePath().getParent();
    PartyId name = Yaml.placed(root.need("party"), () -> PartyId.of(root.need("party").text()));
    SourceSection sources = new SourceSection(folder);
    Map<String, Source> data = data(root.need("data"), sources);
    return new PartyConfig(
        name,
        address(root.need("coordinator")),
        Identity.of(top, name, folder),
        data,
        labels(top.get("labels"), data, sources),
        policy(top.get("policy")),
        folder.resolve(top.containsKey("state") ? top.get("state").text() : "state"));
  }

  static Dialer.Address address(Yaml value) {
    String[] parts = value.text().split(":", 2);
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

  private static Map<String, Source> data(Yaml section, SourceSection sources) {
    Map<String, Source> data = new LinkedHashMap<>();
    section.entries().forEach((view, where) -> data.put(view, sources.rows(where)));
    if (data.isEmpty()) {
      throw section.error("data is empty; name at least one view: {csv: FILE, id: COLUMN}");
    }
    return data;
  }

  /** {@code {csv: …}} for all views, or {@code {view: {csv: …}}} for some. */
  private static Map<String, LabelSource> labels(
      Yaml section, Map<String, Source> data, SourceSection sources) {
    Map<String, LabelSource> labels = new LinkedHashMap<>();
    if (section == null) {
      return labels;
    }
    boolean byView = data.keySet().containsAll(section.entries().keySet());
    data.forEach(
        (view, rows) -> {
          Yaml own = byView ? section.entries().get(view) : section;
          if (own != null) {
            labels.put(view, sources.labels(own, Optional.of(rows)));
          }
        });
    return labels;
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
                "allow",
                "aggregation",
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
        words(keys.get("allow")),
        keys.containsKey("aggregation") ? keys.get("aggregation").oneOf(List.of("plain")) : "plain",
        keys.containsKey("approve")
            && keys.get("approve").oneOf(List.of("manual", "automatic")).equals("automatic"));
  }

  private static Set<String> words(Yaml list) {
    return list == null ? Set.of() : Set.copyOf(SourceSection.names(list));
  }

  public Node.Setup setup() {
    return new Node.Setup(
        name,
        coordinator,
        identity.credentials(Role.PARTY),
        identity.revoked(),
        policy,
        state,
        Version.NUMBER);
  }
}

package io.parallax.web.file;

import io.parallax.study.yaml.Yaml;
import io.parallax.web.file.PageSettings.TlsFiles;
import io.parallax.web.oidc.OidcSettings;
import io.parallax.web.oidc.RoleRule;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads the parts of a node's file about its page: {@code {listen: …}} and {@code sign-in}. */
public final class PageSection {
  private static final int MOST_IDLE = 24 * 60;
  private static final int MOST_HOURS = 24;

  private PageSection() {}

  /**
   * Reads a page's address as a mapping.
   *
   * @param own whether the page can have a certificate of its own
   * @param signIn the provider section, or null
   */
  public static PageSettings of(
      Yaml section, Path folder, boolean own, Optional<OidcSettings> signIn) {
    Map<String, Yaml> keys =
        own
            ? section.entries("listen", "host", "certificate", "key")
            : section.entries("listen", "host");
    InetSocketAddress listen = listen(section.need("listen"));
    Optional<String> host = Optional.ofNullable(keys.get("host")).map(PageSection::host);
    if (keys.containsKey("certificate") != keys.containsKey("key")) {
      throw section.error(
          section.path() + " has only one of 'certificate' and 'key'; it needs both, or none");
    }
    Optional<TlsFiles> tls =
        keys.containsKey("key")
            ? Optional.of(
                new TlsFiles(
                    folder.resolve(keys.get("certificate").text()),
                    folder.resolve(keys.get("key").text())))
            : Optional.empty();
    if (own && tls.isEmpty() && !listen.getAddress().isLoopbackAddress()) {
      throw section.error(
          "%s.listen is %s, which other machines can reach; it needs a 'certificate' and a 'key', or 127.0.0.1"
              .formatted(section.path(), keys.get("listen").text()));
    }
    if (tls.isPresent() && host.isEmpty()) {
      throw section.error(
          section.path() + " has no 'host'; name the host as it is in the certificate");
    }
    return new PageSettings(listen, host, tls, signIn);
  }

  private static InetSocketAddress listen(Yaml value) {
    String text = value.text();
    int at = text.lastIndexOf(':');
    if (at > 0 && text.substring(at + 1).matches("\\d{1,5}")) {
      int port = Integer.parseInt(text.substring(at + 1));
      InetSocketAddress address =
          port > 65_535
              ? null
              : new InetSocketAddress(text.substring(0, at).replaceAll("[\\[\\]]", ""), port);
      if (address != null && !address.isUnresolved()) {
        return address;
      }
    }
    throw value.error(
        "%s is '%s'; it must be an address of this machine and a port, such as 0.0.0.0:7445"
            .formatted(value.path(), text));
  }

  private static String host(Yaml value) {
    if (!value.text().matches("([A-Za-z0-9.-]{1,253}|\\[[0-9a-fA-F:]+\\])(:\\d{1,5})?")) {
      throw value.error(
          "%s is '%s'; it must be a name such as parallax.example.org, with a port if it differs"
              .formatted(value.path(), value.text()));
    }
    return value.text();
  }

  /**
   * Reads the identity provider.
   *
   * @param roles the roles of this kind of node
   */
  public static Optional<OidcSettings> signIn(Yaml section, Path folder, List<String> roles) {
    if (section == null) {
      return Optional.empty();
    }
    Map<String, Yaml> keys =
        section.entries(
            "issuer", "client", "secret", "name", "scopes", "roles", "ca", "idle-minutes", "hours");
    URI issuer = address(section.need("issuer"));
    String client = section.need("client").text();
    List<String> scopes =
        keys.containsKey("scopes")
            ? keys.get("scopes").list().stream().map(Yaml::text).toList()
            : List.of("openid", "profile", "email");
    List<RoleRule> rules = rules(section.need("roles"), roles);
    Duration idle = Duration.ofMinutes(within(keys.get("idle-minutes"), MOST_IDLE, 30));
    Duration longest = Duration.ofHours(within(keys.get("hours"), MOST_HOURS, 8));
    return Optional.of(
        Yaml.placed(
            section,
            () ->
                new OidcSettings(
                    issuer,
                    client,
                    Optional.ofNullable(keys.get("secret")).map(Yaml::text),
                    keys.containsKey("name") ? keys.get("name").text() : "email",
                    scopes,
                    rules,
                    Optional.ofNullable(keys.get("ca")).map(ca -> folder.resolve(ca.text())),
                    idle,
                    longest)));
  }

  private static URI address(Yaml value) {
    try {
      return URI.create(value.text());
    } catch (IllegalArgumentException e) {
      throw value.error(
          "%s is '%s'; it must be an address such as https://id.example.org/realms/staff"
              .formatted(value.path(), value.text()));
    }
  }

  private static int within(Yaml value, int most, int otherwise) {
    int number = Yaml.atLeast(value, 1, otherwise);
    if (number > most) {
      throw value.error("%s is %d; it must be at most %d".formatted(value.path(), number, most));
    }
    return number;
  }

  /** Reads {@code signer: {groups: [privacy-office]}}. */
  private static List<RoleRule> rules(Yaml section, List<String> roles) {
    List<RoleRule> rules = new ArrayList<>();
    section
        .entries(roles.toArray(String[]::new))
        .forEach(
            (role, claims) ->
                claims
                    .entries()
                    .forEach((claim, values) -> rules.add(new RoleRule(role, claim, set(values)))));
    return rules;
  }

  private static Set<String> set(Yaml values) {
    Set<String> texts = new LinkedHashSet<>();
    (values.isScalar() ? List.of(values) : values.list()).forEach(one -> texts.add(one.text()));
    return texts;
  }
}

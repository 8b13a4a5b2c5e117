package io.parallax.watch;

import io.parallax.core.BadInput;
import io.parallax.study.yaml.Yaml;
import jakarta.mail.internet.AddressException;
import jakarta.mail.internet.InternetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads {@code notify: {mail: {…}, webhook: …}} of a node's file. */
final class NotifySection {
  private static final Pattern SERVER =
      Pattern.compile("([A-Za-z0-9.-]+|\\[[0-9a-fA-F:]+\\]):(\\d{1,5})");
  private static final int MOST = 12;
  private static final int MOST_PEOPLE = 20;

  private NotifySection() {}

  static Optional<NotifySettings> of(Yaml section, Path folder) {
    if (section == null) {
      return Optional.empty();
    }
    Map<String, Yaml> keys =
        section.entries("mail", "webhook", "secret", "ca", "about", "most-per-hour");
    if (!keys.containsKey("mail") && !keys.containsKey("webhook")) {
      throw section.error("notify has neither 'mail' nor 'webhook'; it needs one of them");
    }
    return Optional.of(
        new NotifySettings(
            Optional.ofNullable(keys.get("mail")).map(mail -> mail(mail, folder)),
            Optional.ofNullable(keys.get("webhook")).map(hook -> webhook(section, hook, folder)),
            about(keys.get("about")),
            Yaml.atLeast(keys.get("most-per-hour"), 1, MOST)));
  }

  private static Set<Notice.Subject> about(Yaml value) {
    if (value == null) {
      return EnumSet.allOf(Notice.Subject.class);
    }
    Set<Notice.Subject> chosen = EnumSet.of(Notice.Subject.TEST);
    value.list().forEach(one -> chosen.add(Notice.Subject.of(one.oneOf(Notice.Subject.words()))));
    return chosen;
  }

  private static NotifySettings.Mail mail(Yaml section, Path folder) {
    Map<String, Yaml> keys = section.entries("smtp", "from", "to", "user", "password", "tls", "ca");
    Yaml smtp = section.need("smtp");
    Matcher server = SERVER.matcher(smtp.text());
    if (!server.matches() || Integer.parseInt(server.group(2)) > 65_535) {
      throw smtp.error(
          "notify.mail.smtp is '%s'; it must be a host and a port, such as mail.example.org:587"
              .formatted(smtp.text()));
    }
    if (keys.containsKey("user") != keys.containsKey("password")) {
      throw section.error("notify.mail has only one of 'user' and 'password'; give both, or none");
    }
    NotifySettings.Tls tls = tls(keys.get("tls"));
    String host = server.group(1);
    if (tls == NotifySettings.Tls.NONE && keys.containsKey("user") && !isHere(host)) {
      throw keys.get("tls")
          .error("notify.mail.tls is none, which would send the password readable; use starttls");
    }
    return new NotifySettings.Mail(
        host,
        Integer.parseInt(server.group(2)),
        address(section.need("from")),
        people(section.need("to")),
        Optional.ofNullable(keys.get("user")).map(Yaml::text),
        Optional.ofNullable(keys.get("password")).map(Yaml::text),
        tls,
        ca(keys, folder));
  }

  private static NotifySettings.Tls tls(Yaml value) {
    return value == null
        ? NotifySettings.Tls.STARTTLS
        : NotifySettings.Tls.valueOf(
            value.oneOf(List.of("starttls", "tls", "none")).toUpperCase(Locale.ROOT));
  }

  private static List<String> people(Yaml value) {
    List<Yaml> all = value.isScalar() ? List.of(value) : value.list();
    if (all.isEmpty() || all.size() > MOST_PEOPLE) {
      throw value.error("notify.mail.to must name 1 to " + MOST_PEOPLE + " addresses");
    }
    return all.stream().map(NotifySection::address).toList();
  }

  private static String address(Yaml value) {
    try {
      InternetAddress[] all = InternetAddress.parse(value.text(), true);
      if (all.length == 1 && value.text().matches("[\\x20-\\x7e]+@[A-Za-z0-9.-]+>?")) {
        return value.text();
      }
    } catch (AddressException e) {
      // said below
    }
    throw value.error(
        "%s is '%s'; it must be a mail address such as owner@example.org"
            .formatted(value.path(), value.text()));
  }

  private static NotifySettings.Webhook webhook(Yaml section, Yaml value, Path folder) {
    Map<String, Yaml> keys = section.entries();
    if (!keys.containsKey("secret")) {
      throw section.error(
          "notify has a webhook and no 'secret'; give it one, such as $HOOK_SECRET, by which the receiver knows that a notice is genuine");
    }
    URI address = Yaml.placed(value, () -> hook(value.text()));
    return new NotifySettings.Webhook(address, keys.get("secret").text(), ca(keys, folder));
  }

  private static URI hook(String text) {
    try {
      URI address = URI.create(text);
      boolean plain = "http".equals(address.getScheme());
      boolean named = address.getHost() != null && address.getUserInfo() == null;
      if (named && ("https".equals(address.getScheme()) || plain && isHere(address.getHost()))) {
        return address;
      }
    } catch (IllegalArgumentException e) {
      // said below
    }
    throw new BadInput(
        "notify.webhook must be an address such as https://alerts.example.org/parallax, without a user and password");
  }

  private static Optional<Path> ca(Map<String, Yaml> keys, Path folder) {
    return Optional.ofNullable(keys.get("ca")).map(ca -> folder.resolve(ca.text()));
  }

  /** Returns whether an address is this machine's own, which nobody else can listen to. */
  private static boolean isHere(String host) {
    if (!host.matches("localhost|127\\.[0-9.]+|\\[?::1\\]?")) {
      return false; // no name is looked up
    }
    InetSocketAddress found = new InetSocketAddress(host, 0);
    return !found.isUnresolved() && found.getAddress().isLoopbackAddress();
  }
}

package io.parallax.coordinator;

import io.parallax.core.BadInput;
import io.parallax.core.Hashes;
import io.parallax.web.Person;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/** Issues and checks people's access tokens, which expire; only their hashes are stored. */
public final class Tokens {
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final Duration INVITED = Duration.ofDays(90);
  private final Database database;

  /**
   * Monitors' tokens that were good when asked last: they have to see that the database is down.
   */
  private final Map<String, Found> monitors = new ConcurrentHashMap<>();

  /** A person's permissions. */
  public enum Role {
    RESEARCHER,
    OPERATOR,
    /** Reads the coordinator's metrics and nothing else. */
    MONITOR,
    /** Fetches requests for the authority and brings its signatures; nothing else. */
    AUTHORITY;

    public static Role of(String word) {
      try {
        return valueOf(word.toUpperCase(Locale.ROOT));
      } catch (IllegalArgumentException e) {
        throw new BadInput(
            "role is '" + word + "'; it must be researcher, operator, monitor or authority");
      }
    }

    String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** A token without its secret. */
  public record Listed(String id, String name, String role, String expires, boolean revoked) {}

  public Tokens(Database database) {
    this.database = database;
  }

  /** Creates a token for one role, which cannot be shown again. */
  public String add(String name, Role role, Duration valid) {
    return add(name, Set.of(role), valid);
  }

  /** Creates a token, which cannot be shown again. */
  public String add(String name, Set<Role> roles, Duration valid) {
    if (!name.matches("[a-z0-9-]{1,64}")) {
      throw new BadInput(
          "the person's name is not valid; it must have 1 to 64 lower-case letters, digits and dashes");
    }
    Drawn drawn = draw();
    String words = roles.stream().map(Role::name).sorted().collect(Collectors.joining(","));
    database.work(c -> insert(c, drawn.id(), name, words, drawn.hash(), valid));
    return drawn.token();
  }

  /**
   * A token that somebody has drawn and keeps.
   *
   * @param hash of its secret, which is all that a coordinator is told
   */
  public record Drawn(String token, String id, String hash) {
    /** Returns what a coordinator needs in order to accept the token. */
    public String request() {
      return id + " " + hash;
    }
  }

  /** Draws a token. */
  public static Drawn draw() {
    byte[] id = new byte[6];
    byte[] secret = new byte[32];
    RANDOM.nextBytes(id);
    RANDOM.nextBytes(secret);
    String key = HexFormat.of().formatHex(id);
    String text = Base64.getUrlEncoder().withoutPadding().encodeToString(secret);
    return new Drawn("plx_" + key + "_" + text, key, hash(text));
  }

  /** Rejects a text that is no request of {@link Drawn}. */
  static void requireDrawn(String request) {
    if (!request.matches("[0-9a-f]{12} [0-9a-f]{64}")) {
      throw new BadInput("a person's request must be a token's number and hash");
    }
  }

  /** Accepts a token that an invited person has drawn; a second time changes nothing. */
  void redeem(String name, Role role, String request) {
    requireDrawn(request);
    String[] parts = request.split(" ");
    database.work(
        c ->
            Database.query(c, "select id from token where id = ?", r -> 1, parts[0]).isEmpty()
                ? insert(c, parts[0], name, role.name(), parts[1], INVITED)
                : 0);
  }

  private static int insert(
      Connection c, String id, String name, String roles, String hash, Duration valid)
      throws SQLException {
    return Database.execute(
        c,
        "insert into token (id, name, role, hash, expires, revoked) values (?, ?, ?, ?, ?, 0)",
        id,
        name,
        roles,
        hash,
        Instant.now().plus(valid).toString());
  }

  /** A token of which the secret is right. */
  private record Found(String name, String role, String hash, String expires, int revoked) {
    /** Returns what is wrong with it; empty: nothing. */
    String fault() {
      return revoked != 0
          ? "was revoked"
          : Instant.parse(expires).isBefore(Instant.now())
              ? "expired on " + expires.substring(0, 10)
              : "";
    }
  }

  /** Returns a token's person; empty if the token is unknown, revoked or expired. */
  public Optional<Person> person(String token) {
    return found(token)
        .filter(t -> t.fault().isEmpty())
        .map(t -> Person.ofToken(t.name(), roles(t.role())));
  }

  private static Set<String> roles(String words) {
    return Arrays.stream(words.split(","))
        .map(word -> Role.valueOf(word).word())
        .collect(Collectors.toSet());
  }

  /** Returns what is wrong with a token whose secret is right; empty: it is unknown. */
  Optional<String> fault(String token) {
    return found(token).map(Found::fault);
  }

  private Optional<Found> found(String token) {
    String[] parts = token.split("_", 3);
    if (parts.length != 3 || !parts[0].equals("plx")) {
      return Optional.empty();
    }
    return stored(parts[1])
        .filter(t -> MessageDigest.isEqual(bytes(t.hash()), bytes(hash(parts[2]))));
  }

  private Optional<Found> stored(String id) {
    try {
      Optional<Found> now = looked(id);
      now.filter(t -> t.fault().isEmpty() && t.role().equals(Role.MONITOR.name()))
          .ifPresentOrElse(t -> monitors.put(id, t), () -> monitors.remove(id));
      return now;
    } catch (Database.Down e) {
      return Optional.of(Optional.ofNullable(monitors.get(id)).orElseThrow(() -> e));
    }
  }

  private Optional<Found> looked(String id) {
    return database
        .work(
            c ->
                Database.query(
                    c,
                    "select name, role, hash, expires, revoked from token where id = ?",
                    r ->
                        new Found(
                            r.getString(1),
                            r.getString(2),
                            r.getString(3),
                            r.getString(4),
                            r.getInt(5)),
                    id))
        .stream()
        .findFirst();
  }

  public List<Listed> list() {
    return database.work(
        c ->
            Database.query(
                c,
                "select id, name, role, expires, revoked from token order by name, id",
                r ->
                    new Listed(
                        r.getString(1),
                        r.getString(2),
                        r.getString(3).toLowerCase(Locale.ROOT),
                        r.getString(4),
                        r.getInt(5) != 0)));
  }

  public void revoke(String id) {
    int found =
        database.work(c -> Database.execute(c, "update token set revoked = 1 where id = ?", id));
    if (found == 0) {
      throw new BadInput("there is no token " + id + "; 'coordinator token list' shows them");
    }
  }

  private static String hash(String secret) {
    return HexFormat.of().formatHex(Hashes.of(bytes(secret)));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}

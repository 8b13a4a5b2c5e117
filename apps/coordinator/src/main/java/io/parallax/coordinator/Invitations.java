package io.parallax.coordinator;

import static io.parallax.coordinator.Database.execute;
import static io.parallax.coordinator.Database.query;

import io.parallax.coordinator.Mailbox.Invited;
import io.parallax.core.BadInput;
import io.parallax.core.PartyId;
import io.parallax.core.Refused;
import io.parallax.identity.KeyRequest;
import io.parallax.identity.OneTimeKey;
import io.parallax.identity.Role;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;

/**
 * Invitations and the requests that came with them: a mailbox between whoever was invited and the
 * authority. Of an invitation's secret it has only the public half.
 */
final class Invitations {
  /** The role of an invited party; all others are people's. */
  static final String PARTY = "party";

  private static final Set<String> ROLES = Set.of(PARTY, Tokens.Role.RESEARCHER.word());
  private static final Duration LONGEST = Duration.ofDays(31);
  private static final int MOST_OPEN = 200;
  private static final int MOST_SHOWN = 1000;
  private static final int MOST_CHARACTERS = 200;
  private static final String ADMITTED = "admitted";
  private static final String REFUSED = "refused";
  private static final String CANCELLED = "cancelled";
  private final Database database;

  Invitations(Database database) {
    this.database = database;
  }

  /** Returns the text that an invitation's secret signs. */
  static String content(String key, String request) {
    return "parallax join\n" + key + "\n" + request;
  }

  Invited invite(String name, String role, String key, String expires) {
    PartyId.of(name);
    if (!ROLES.contains(role)) {
      throw new BadInput("the role of an invitation must be party or researcher");
    }
    if (!key.matches("[0-9a-f]{64}")) {
      throw new BadInput("an invitation's key must be 64 hex digits");
    }
    Instant end = Instant.parse(expires);
    Instant now = Instant.now();
    if (end.isBefore(now) || end.isAfter(now.plus(LONGEST))) {
      throw new BadInput(
          "an invitation must end within 31 days; the coordinator's clock says " + now);
    }
    database.work(
        c -> {
          List<Invited> pending = all(c).stream().filter(Invited::pending).toList();
          if (pending.stream().anyMatch(one -> one.name().equals(name))) {
            throw new BadInput(
                "%s is invited already; withdraw that first: consortium invite --cancel %s"
                    .formatted(name, name));
          }
          if (pending.size() >= MOST_OPEN) {
            throw new BadInput("there are 200 open invitations; withdraw some: --cancel NAME");
          }
          return execute(
              c,
              "insert into invitation (open_key, name, role, expires, state, made) values (?, ?, ?,"
                  + " ?, ?, ?)",
              key,
              name,
              role,
              end.toString(),
              Invited.OPEN,
              now.toString());
        });
    return find(key);
  }

  List<Invited> all() {
    return database.work(Invitations::all);
  }

  private static List<Invited> all(Connection c) throws SQLException {
    return select(c, "order by made desc limit ?", MOST_SHOWN);
  }

  private static List<Invited> select(Connection c, String which, Object value)
      throws SQLException {
    return query(
        c,
        "select open_key, name, role, expires, state, request, answer from invitation " + which,
        r ->
            new Invited(
                    r.getString(1),
                    r.getString(2),
                    r.getString(3),
                    r.getString(4),
                    r.getString(5),
                    r.getString(6),
                    r.getString(7))
                .now(),
        value);
  }

  private Invited find(String key) {
    return database.work(c -> select(c, "where open_key = ?", key)).stream()
        .findFirst()
        .orElseThrow(() -> new Refused("this coordinator knows no such invitation"));
  }

  /**
   * The state of an invitation after a request.
   *
   * @param first whether this request was the first
   */
  record Joined(Invited now, boolean first) {}

  /**
   * Takes the request of whoever has the invitation's secret; the same request may come again.
   *
   * @return the invitation with the request's state
   */
  Joined join(String key, String request, byte[] signature) {
    Invited found = find(key);
    if (!OneTimeKey.signed(key, content(key, request), signature)) {
      throw new Refused("the request is not signed by the invitation's secret");
    }
    if (!found.request().isEmpty() && !sameKey(found, request)) {
      throw new Refused(
          "this invitation was already used with another key; ask for a new one, and tell who invited"
              + " you: somebody else may have used it");
    }
    if (!found.state().equals(Invited.OPEN)) {
      return new Joined(found, false);
    }
    if (found.role().equals(PARTY)) {
      requireFitting(found, request);
    } else {
      Tokens.requireDrawn(request);
    }
    move(key, Invited.OPEN, found.role().equals(PARTY) ? Invited.WAITING : ADMITTED, request, "");
    return new Joined(find(key), true);
  }

  private static boolean sameKey(Invited found, String request) {
    return found.request().equals(request)
        || found.role().equals(PARTY)
            && parsed(found.request()).fingerprint().equals(parsed(request).fingerprint());
  }

  private static KeyRequest parsed(String request) {
    return KeyRequest.parse("the request", request);
  }

  private static void requireFitting(Invited invitation, String request) {
    KeyRequest asked = parsed(request);
    if (!asked.name().name().equals(invitation.name()) || asked.role() != Role.PARTY) {
      throw new Refused(
          "this invitation is for the party %s, and the request for the %s %s"
              .formatted(invitation.name(), asked.role().word(), asked.name()));
    }
    if (!asked.hosts().isEmpty()) {
      throw new Refused("a party's request must name no hosts");
    }
  }

  /** Stores the authority's certificate for a waiting request. */
  Invited admit(String key, String certificate) {
    Invited found = find(key);
    if (!found.state().equals(Invited.WAITING)) {
      throw new BadInput(
          "the invitation of %s is %s; nothing waits for a certificate"
              .formatted(found.name(), found.state()));
    }
    move(key, Invited.WAITING, ADMITTED, found.request(), certificate);
    return find(key);
  }

  /** Ends an invitation because the words differ. */
  Invited refuse(String key, String reason) {
    Invited found = find(key);
    String line = reason.replaceAll("[\\p{Cntrl}\\p{Cf}]+", " ");
    String why = line.substring(0, Math.min(line.length(), MOST_CHARACTERS));
    if (!found.pending()) {
      throw new BadInput("the invitation of %s is %s".formatted(found.name(), found.state()));
    }
    move(key, found.state(), REFUSED, found.request(), why);
    return find(key);
  }

  /** Withdraws the open invitation of a name. */
  Invited cancel(String name) {
    Invited found =
        all().stream()
            .filter(one -> one.name().equals(name) && one.pending())
            .findFirst()
            .orElseThrow(
                () ->
                    new BadInput(
                        "%s has no open invitation to withdraw".formatted(PartyId.of(name))));
    move(found.key(), found.state(), CANCELLED, found.request(), "the invitation was withdrawn");
    return find(found.key());
  }

  private void move(String key, String from, String to, String request, String answer) {
    int moved =
        database.work(
            c ->
                execute(
                    c,
                    "update invitation set state = ?, request = ?, answer = ? where open_key = ? and"
                        + " state = ?",
                    to,
                    request,
                    answer,
                    key,
                    from));
    if (moved == 0) {
      throw new BadInput("the invitation has just been used or withdrawn; look again");
    }
  }
}

package io.parallax.web;

import io.parallax.core.BadInput;
import io.parallax.core.Refused;
import io.parallax.web.IdentityService.Attempt;
import io.parallax.web.NotAdmitted.Kind;
import io.parallax.web.PendingSignIns.Pending;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.eclipse.jetty.http.HttpFields;

/** Lets people in, by a token or by a service that knows them, and out again. */
final class Entrance {
  static final String SESSION = "/v1/session";
  static final String SIGN_IN = "/v1/sign-in";
  static final String BACK = "/v1/sign-in/callback";
  private static final int TOKEN_SECONDS = 12 * 60 * 60;
  private static final int AT_ONCE = 8; // a slow service must not take all threads

  /** A part of the page, as its own links name it; nothing that leads elsewhere or signs in. */
  private static final String PLACE = "(#[A-Za-z0-9/_.,-]{0,200})?";

  private final Site site;
  private final RequestCheck check;
  private final Optional<IdentityService> service;
  private final Sessions sessions;
  private final PendingSignIns pending;
  private final FailureLimit failures;
  private final Semaphore free = new Semaphore(AT_ONCE);

  /** A browser's call, as far as it matters here. */
  record Visit(String from, HttpFields headers, int port, Map<String, String> query) {}

  Entrance(Site site, RequestCheck check, Optional<IdentityService> service, LongSupplier nanos) {
    this.site = site;
    this.check = check;
    this.service = service;
    this.sessions = service.map(one -> new Sessions(one.idle(), one.longest(), nanos)).orElse(null);
    this.pending = new PendingSignIns(nanos);
    this.failures = new FailureLimit(nanos);
  }

  /** Returns the descriptions of the calls by which people come in and leave. */
  static List<Operation> operations() {
    String page = "; for browsers: a program needs none, its calls have the token themselves";
    return List.of(
        Operation.get(SESSION, "Tells who calls; without a token, that nobody has signed in")
            .gives(Object.class, "name and roles; or signedIn: false, and the service to sign in")
            .ends(401, "the token is not valid"),
        Operation.post(SESSION, "Signs in by a token, with a cookie as the answer" + page)
            .takes("text/plain", String.class, "the token; the call needs the header X-Parallax")
            .gives(Object.class, "name and roles")
            .ends(401, "the token is not valid")
            .ends(403, "the call does not come from the node's own page")
            .ends(429, "too many failed sign-ins; wait a minute"),
        Operation.of("DELETE", SESSION, "Signs out" + page)
            .gives(Object.class, "where to sign out of the service, too, if there is one")
            .ends(403, "the call does not come from the node's own page"),
        Operation.get(SIGN_IN, "Sends a browser to the service that knows people")
            .query("to", "the part of the page to come back to, such as #/studies")
            .ends(303, "to the service, or back to the page, which says why not"),
        Operation.get(BACK, "Takes a browser back from the service that knows people")
            .query("state", "by which the sign-in is recognised")
            .query("code", "by which this node asks the service who it is")
            .ends(303, "to the page"));
  }

  /**
   * Finds out who calls.
   *
   * @param call whether this is a call of the person's; else somebody only looks
   */
  Sessions.Found find(HttpFields headers, boolean call) {
    String shown = check.token(headers);
    if (shown.startsWith(Sessions.PREFIX) && headers.get("Authorization") == null) {
      return sessions == null
          ? Sessions.Found.not("there are no sessions here any more")
          : sessions.find(shown, call);
    }
    Optional<Person> person = site.person(shown);
    return new Sessions.Found(person, person.isPresent() ? "" : site.reason(shown));
  }

  /** Tells somebody who shows nothing how to sign in; that is no failure. */
  Reply ways() {
    return Reply.json(200, with(Map.of("signedIn", false)));
  }

  /** Tells the page who has signed in. */
  Reply self(Person person) {
    return Reply.json(200, with(site.self(person)));
  }

  private Map<String, Object> with(Map<String, Object> told) {
    Map<String, Object> more = new HashMap<>(told);
    service.ifPresent(one -> more.put("service", one.host()));
    return more;
  }

  /** Denies a call; a page that begins makes its browser forget what is not valid any more. */
  Reply denied(String path, String reason) {
    Reply reply = Reply.error(401, reason);
    return path.equals(SESSION) ? reply.with("Set-Cookie", check.setting("", 0)) : reply;
  }

  /** Signs a browser in by a token. */
  Reply byToken(Visit visit, String token) {
    try {
      failures.require(visit.from());
    } catch (NotAdmitted e) {
      return Reply.error(429, "too many failed sign-ins; wait a minute");
    }
    Optional<Person> person = site.person(token);
    if (person.isEmpty()) {
      failures.failed(visit.from());
      site.denied(visit.from(), "POST " + SESSION, "no valid token");
      return Reply.error(401, site.reason(token));
    }
    leave(visit.headers());
    site.happened(person.get().name(), "sign in by token from " + visit.from());
    return self(person.get()).with("Set-Cookie", check.setting(token, TOKEN_SECONDS));
  }

  /** Answers a call without a token; an address whose calls are refused often has to wait. */
  Reply letter(String from, Supplier<Reply> answer) {
    try {
      failures.require(from);
      return answer.get();
    } catch (NotAdmitted e) {
      return Reply.error(429, "too many refused calls of this address; wait a minute");
    } catch (Refused | BadInput e) {
      failures.failed(from);
      throw e;
    }
  }

  /** Sends a browser to the service. */
  Reply begin(Visit visit) {
    String place = visit.query().getOrDefault("to", "");
    if (!place.matches(PLACE)) {
      throw new BadInput("'to' must be a part of this page such as #/studies");
    }
    return guarded(
        visit,
        SIGN_IN,
        () -> {
          Attempt attempt = service().begin(back(visit));
          String browser = RandomText.make();
          pending.add(attempt, browser, place, visit.from());
          return Reply.redirect(attempt.to().toString())
              .with(
                  "Set-Cookie", check.visitor(browser, (int) PendingSignIns.PATIENCE.toSeconds()));
        });
  }

  /** Takes a browser back from the service. */
  Reply finish(Visit visit) {
    return guarded(
        visit,
        BACK,
        () -> {
          String state = visit.query().getOrDefault("state", "");
          Pending begun = pending.take(state, check.visitor(visit.headers()));
          Person person = begun.attempt().finish(visit.query());
          leave(visit.headers());
          String session = sessions.open(person);
          site.happened(
              person.name(), "sign in by %s from %s".formatted(service().host(), visit.from()));
          return Reply.redirect("/" + begun.place())
              .with("Set-Cookie", check.setting(session, (int) service().longest().toSeconds()))
              .with("Set-Cookie", check.visitor("", 0));
        });
  }

  private IdentityService service() {
    return service.orElseThrow(() -> new BadInput("this page has no sign-in but by tokens"));
  }

  private URI back(Visit visit) {
    return URI.create(check.origin(visit.headers(), visit.port()) + BACK);
  }

  private interface Work {
    Reply done();
  }

  /** A failure leads back to the page, which says what it was. */
  private Reply guarded(Visit visit, String path, Work work) {
    boolean taken = free.tryAcquire();
    try {
      if (!taken) {
        throw new NotAdmitted(Kind.BUSY, "too many sign-ins at once");
      }
      failures.require(visit.from());
      return work.done();
    } catch (NotAdmitted e) {
      if (e.kind() == Kind.STALE || e.kind() == Kind.INVALID || e.kind() == Kind.ROLE) {
        failures.failed(visit.from());
      }
      site.denied(visit.from(), "GET " + path, e.getMessage());
      return Reply.redirect("/#refused=" + e.kind().word());
    } finally {
      if (taken) {
        free.release();
      }
    }
  }

  /** Signs a browser out. */
  Reply out(Visit visit) {
    Map<String, Object> told = new HashMap<>();
    Optional<Person> person = find(visit.headers(), false).person();
    boolean session = leave(visit.headers());
    person.ifPresent(one -> site.happened(one.name(), "sign out from " + visit.from()));
    if (session) {
      service.ifPresent(one -> told.put("service", one.host()));
      service.flatMap(IdentityService::leave).ifPresent(uri -> told.put("leave", uri.toString()));
    }
    return Reply.json(200, told).with("Set-Cookie", check.setting("", 0));
  }

  /** Ends the session that a browser shows, also before another begins. */
  private boolean leave(HttpFields headers) {
    String shown = check.token(headers);
    boolean session = sessions != null && shown.startsWith(Sessions.PREFIX);
    if (session) {
      sessions.end(shown);
    }
    return session;
  }
}

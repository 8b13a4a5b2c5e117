package io.parallax.web;

import io.parallax.core.Hashes;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * People who have signed in by a service. A browser keeps a random text, this node its hash and the
 * person; a session ends when it is left, after some time without a call, and at the latest after a
 * fixed time. Sessions are in memory only: after a restart people sign in again.
 */
final class Sessions {
  static final String PREFIX = "ses_";
  private static final int MOST = 1000;
  private static final int MOST_OF_ONE = 10;
  private final Duration idle;
  private final Duration longest;
  private final LongSupplier nanos;
  private final Map<String, Session> open = new LinkedHashMap<>(); // the oldest first

  private record Session(Person person, long begun, long used) {}

  /** Someone who is known, or the reason why not. */
  record Found(Optional<Person> person, String reason) {
    static Found not(String reason) {
      return new Found(Optional.empty(), reason);
    }
  }

  Sessions(Duration idle, Duration longest, LongSupplier nanos) {
    this.idle = idle;
    this.longest = longest;
    this.nanos = nanos;
  }

  /** Begins a session, always with a new name. */
  synchronized String open(Person person) {
    List<String> own = new ArrayList<>();
    open.forEach((key, one) -> own.add(one.person().id().equals(person.id()) ? key : ""));
    own.removeIf(String::isEmpty);
    if (own.size() >= MOST_OF_ONE) {
      open.remove(own.get(0));
    } else if (open.size() >= MOST) {
      open.remove(open.keySet().iterator().next());
    }
    String name = PREFIX + RandomText.make();
    long now = nanos.getAsLong();
    open.put(key(name), new Session(person, now, now));
    return name;
  }

  /**
   * Looks for a session.
   *
   * @param call whether this is a call of the person's, which makes the session last longer
   */
  synchronized Found find(String name, boolean call) {
    Session session = open.get(key(name));
    if (session == null) {
      return Found.not("this session is over: it was left, or the node was started again");
    }
    long now = nanos.getAsLong();
    boolean old = now - session.begun() > longest.toNanos();
    if (old || now - session.used() > idle.toNanos()) { // kept, to say so to whoever shows it
      return Found.not(
          old
              ? "this session ended after " + longest.toHours() + " hours"
              : "this session ended after " + idle.toMinutes() + " minutes without a call");
    }
    if (call) {
      open.replace(key(name), new Session(session.person(), session.begun(), now));
    }
    return new Found(Optional.of(session.person()), "");
  }

  synchronized void end(String name) {
    open.remove(key(name));
  }

  private static String key(String name) {
    return HexFormat.of().formatHex(Hashes.of(name.getBytes(StandardCharsets.UTF_8)));
  }
}

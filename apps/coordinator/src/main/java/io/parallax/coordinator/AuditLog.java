package io.parallax.coordinator;

import io.parallax.core.Hashes;
import io.parallax.grpc.AuditListener;
import io.parallax.web.Denials;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * A tamper-evident log of actions and their outcomes. Each entry's chain is the hash of the
 * previous entry's chain and of the entry itself, so that changed, removed or inserted entries are
 * detected.
 */
final class AuditLog implements AuditListener, AutoCloseable {
  private static final String START = "0".repeat(64);
  private static final int MOST_CHARACTERS = 500;
  private static final int MOST_KEPT = 10_000;

  /** Denied calls a minute of one party or person that have their own entries. */
  static final int MOST_OF_ONE = 60;

  /** Denied calls a minute of one unidentified address that have their own entries. */
  static final int MOST_OF_STRANGER = 5;

  /** Denied calls a minute of all unidentified addresses that have their own entries. */
  static final int MOST_OF_STRANGERS = 30;

  private final Database database;
  private final Deque<Entry> unwritten = new ArrayDeque<>();
  private final AtomicLong denied = new AtomicLong();
  private final Denials known;
  private final Denials strangers;

  /** An entry; it gets its number and chain when it is written. */
  record Entry(long number, String at, String who, String what, String outcome, String chain) {}

  AuditLog(Database database) {
    this(database, System::nanoTime);
  }

  AuditLog(Database database, LongSupplier nanos) {
    this.database = database;
    this.known = new Denials(MOST_OF_ONE, Integer.MAX_VALUE, nanos);
    this.strangers = new Denials(MOST_OF_STRANGER, MOST_OF_STRANGERS, nanos);
  }

  /** Adds an entry, which stays in memory while the database is down. */
  @Override
  public synchronized void event(String who, String what, String outcome) {
    note(known, who, what, outcome);
  }

  @Override
  public synchronized void stranger(String who, String what, String why) {
    note(strangers, who, what, why);
  }

  private void note(Denials denials, String who, String what, String outcome) {
    count();
    boolean ok = outcome.equals("ok");
    if (!ok) {
      denied.incrementAndGet();
    }
    if (ok || denials.log(who)) {
      keep(who, what, outcome);
      flush();
    }
  }

  /** Writes the counts of denied calls of past minutes; must be called regularly. */
  synchronized void count() {
    count(false);
  }

  private void count(boolean now) {
    List<Denials.More> more = new ArrayList<>(known.over(now));
    more.addAll(strangers.over(now));
    for (Denials.More one : more) {
      String who = one.who().isEmpty() ? "others" : one.who();
      keep(who, one.calls() + " more calls within a minute", "denied; only counted");
    }
    flush();
  }

  /** Writes the counts of the current minute. */
  @Override
  public synchronized void close() {
    count(true);
  }

  private void keep(String who, String what, String outcome) {
    if (unwritten.size() < MOST_KEPT) {
      unwritten.add(new Entry(0, Instant.now().toString(), cut(who), cut(what), cut(outcome), ""));
    }
  }

  long denied() {
    return denied.get();
  }

  private static String cut(String text) {
    String line = text.replaceAll("\\p{Cntrl}+", " ");
    return line.substring(0, Math.min(line.length(), MOST_CHARACTERS));
  }

  private void flush() {
    try {
      while (!unwritten.isEmpty()) {
        write(unwritten.peekFirst());
        unwritten.removeFirst();
      }
    } catch (Database.Down e) {
      // written with the first entry after the outage
    }
  }

  private void write(Entry entry) {
    database.work(
        c -> {
          List<Entry> last =
              Database.query(
                  c,
                  "select * from audit where number = (select max(number) from audit)",
                  AuditLog::entry);
          long number = last.isEmpty() ? 1 : last.get(0).number() + 1;
          String chain = link(last.isEmpty() ? START : last.get(0).chain(), number, entry);
          return Database.execute(
              c,
              "insert into audit (number, at, who, what, outcome, chain) values (?, ?, ?, ?, ?, ?)",
              number,
              entry.at(),
              entry.who(),
              entry.what(),
              entry.outcome(),
              chain);
        });
  }

  private static Entry entry(ResultSet r) throws SQLException {
    return new Entry(
        r.getLong("number"),
        r.getString("at"),
        r.getString("who"),
        r.getString("what"),
        r.getString("outcome"),
        r.getString("chain"));
  }

  private static String link(String before, long number, Entry entry) {
    String text =
        String.join(
            "\n",
            before,
            Long.toString(number),
            entry.at(),
            entry.who(),
            entry.what(),
            entry.outcome());
    return HexFormat.of().formatHex(Hashes.of(text.getBytes(StandardCharsets.UTF_8)));
  }

  /** Returns the entries after a number, oldest first. */
  List<Entry> after(long number, int most) {
    return database.work(
        c ->
            Database.query(
                c,
                "select * from audit where number > ? order by number limit ?",
                AuditLog::entry,
                number,
                most));
  }

  /** Returns the newest entries about a study, newest first; an empty name selects all. */
  List<Entry> about(String study, int most) {
    return database.work(
        c ->
            Database.query(
                c,
                "select * from audit where what like ? order by number desc limit ?",
                AuditLog::entry,
                "%" + study + "%",
                most));
  }

  /** Returns the number of the first entry that breaks the chain; 0: the chain is intact. */
  long broken() {
    String chain = START;
    long number = 0;
    for (List<Entry> some = after(0, 1000); !some.isEmpty(); some = after(number, 1000)) {
      for (Entry entry : some) {
        chain = link(chain, number + 1, entry);
        if (entry.number() != number + 1 || !chain.equals(entry.chain())) {
          return number + 1;
        }
        number++;
      }
    }
    return 0;
  }
}

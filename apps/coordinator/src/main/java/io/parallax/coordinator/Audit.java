package io.parallax.coordinator;

import io.parallax.engine.Hashes;
import io.parallax.grpc.Watch;
import java.nio.charset.StandardCharsets;
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
 * Who tried what, and what came of it. Each entry's chain is the hash of the chain before it and of
 * the entry, so that none can be changed, taken out or put in unnoticed.
 */
public final class Audit implements Watch, AutoCloseable {
  private static final String START = "0".repeat(64);
  private static final int MOST_CHARACTERS = 500;
  private static final int MOST_KEPT = 10_000;

  /** How many denied calls a minute have entries of their own: of one party or person, */
  static final int MOST_OF_ONE = 60;

  /** of one address that has not shown who it is, */
  static final int MOST_OF_STRANGER = 5;

  /** and of all such addresses. */
  static final int MOST_OF_STRANGERS = 30;

  private final Database database;
  private final Deque<Entry> unwritten = new ArrayDeque<>();
  private final AtomicLong denied = new AtomicLong();
  private final Denials known;
  private final Denials strangers;

  /** One entry; its number and chain are given when it is written. */
  public record Entry(
      long number, String at, String who, String what, String outcome, String chain) {}

  public Audit(Database database) {
    this(database, System::nanoTime);
  }

  Audit(Database database, LongSupplier nanos) {
    this.database = database;
    this.known = new Denials(MOST_OF_ONE, Integer.MAX_VALUE, nanos);
    this.strangers = new Denials(MOST_OF_STRANGER, MOST_OF_STRANGERS, nanos);
  }

  /** Keeps an entry; while the database is down, in memory. */
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
    if (ok || denials.tell(who)) {
      keep(who, what, outcome);
      flush();
    }
  }

  /** Writes the numbers of denied calls of a minute that is over; to be called now and then. */
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

  /** What was counted so far is written, too. */
  @Override
  public synchronized void close() {
    count(true);
  }

  private void keep(String who, String what, String outcome) {
    if (unwritten.size() < MOST_KEPT) {
      unwritten.add(new Entry(0, Instant.now().toString(), cut(who), cut(what), cut(outcome), ""));
    }
  }

  public long denied() {
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
      // written with the next entry that finds the database up
    }
  }

  private void write(Entry entry) {
    database.work(
        c -> {
          List<Entry> last =
              Database.query(
                  c,
                  "select * from audit where number = (select max(number) from audit)",
                  Audit::entry);
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

  private static Entry entry(java.sql.ResultSet r) throws SQLException {
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

  /** The entries behind a number, oldest first. */
  public List<Entry> after(long number, int most) {
    return database.work(
        c ->
            Database.query(
                c,
                "select * from audit where number > ? order by number limit ?",
                Audit::entry,
                number,
                most));
  }

  /** The newest entries about a study, or about all, newest first. */
  List<Entry> about(String study, int most) {
    return database.work(
        c ->
            Database.query(
                c,
                "select * from audit where what like ? order by number desc limit ?",
                Audit::entry,
                "%" + study + "%",
                most));
  }

  /** The number of the first entry that does not fit those before it; 0: all fit. */
  public long broken() {
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

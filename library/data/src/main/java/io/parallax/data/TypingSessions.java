package io.parallax.data;

import io.parallax.core.BadInput;
import io.parallax.core.Sequences;
import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import io.parallax.math.Threads;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Made-up typing sessions of people with and without bipolar disorder: three sequences per session,
 * of different kinds, lengths and rates, and whether the person was depressed in that week. They
 * stand in for the BiAffect study, which is not public; no real person's data went into them.
 *
 * <p>The same settings give the same bits, whatever the number of threads. Sessions are ordered by
 * person and time. Sequences are generated on each call and are not kept.
 */
public final class TypingSessions {
  private static final int DEPRESSED = 8;
  private static final double LOPSIDED = 0.05;

  /**
   * Settings of the generator.
   *
   * @param users people; 7 in 20 have bipolar I disorder, 5 bipolar II, 8 no diagnosis
   * @param sessions sessions of all people together
   */
  public record Settings(int users, int sessions, long seed) {
    public Settings {
      if (users < 3 || sessions < users * TypingUser.WEEKS) {
        throw new BadInput(
            "typing sessions need 3 users or more and %d sessions per user or more"
                .formatted(TypingUser.WEEKS));
      }
    }

    /** Twenty people and 15,000 sessions, as in the study. */
    public static Settings standard(long seed) {
      return new Settings(20, 15_000, seed);
    }
  }

  /** The three sequences of a session. */
  public enum View {
    /** Letter and digit keys: seconds held, seconds since the last key, distance from it. */
    ALPHANUM("held", "gap", "dx", "dy"),
    /** Special keys, one of six per step. */
    SPECIAL("autocorrect", "backspace", "space", "suggestion", "switch", "other"),
    /** Acceleration of the phone in m/s², every 60 ms. */
    ACCEL("x", "y", "z");

    private final List<String> channels;

    View(String... channels) {
      this.channels = List.of(channels);
    }

    /** Returns the names of the numbers of one step. */
    public List<String> channels() {
      return channels;
    }

    int width() {
      return channels.size();
    }
  }

  private final Rng rng;
  private final TypingUser[] people;
  private final int[] userOf;
  private final int[] weekOf;

  private TypingSessions(Settings settings) {
    rng = Rng.of(settings.seed());
    people = new TypingUser[settings.users()];
    userOf = new int[settings.sessions()];
    weekOf = new int[settings.sessions()];
    allot();
    recruit();
  }

  /** Generates sessions by these settings. */
  public static TypingSessions generate(Settings settings) {
    return new TypingSessions(settings);
  }

  /**
   * Distributes the sessions over people, some busier than others, evenly over the weeks of each.
   */
  private void allot() {
    double[] upTo = new double[people.length + 1];
    for (int u = 0; u < people.length; u++) {
      upTo[u + 1] = upTo[u] + rng.child("activity", Integer.toString(u)).uniform(0.7, 1.3);
    }
    for (int u = 0; u < people.length; u++) {
      int from = (int) Math.round(userOf.length * upTo[u] / upTo[people.length]);
      int to = (int) Math.round(userOf.length * upTo[u + 1] / upTo[people.length]);
      for (int s = from; s < to; s++) {
        userOf[s] = u;
        weekOf[s] = (int) ((long) (s - from) * TypingUser.WEEKS / (to - from));
      }
    }
  }

  /** Draws people until the two classes are nearly balanced. */
  private void recruit() {
    double share = 0;
    for (int attempt = 0; Math.abs(share - 0.5) > LOPSIDED; attempt++) {
      for (int u = 0; u < people.length; u++) {
        String[] name = {"user", Integer.toString(u), Integer.toString(attempt)};
        people[u] = TypingUser.of(u, rng.child(name));
      }
      share = Arrays.stream(labels()).average().orElseThrow();
    }
  }

  /** The number of sessions. */
  public int size() {
    return userOf.length;
  }

  /** Returns 1 for a score of 8 or more (depressed), else 0. */
  public int[] labels() {
    return IntStream.range(0, size()).map(s -> score(s) >= DEPRESSED ? 1 : 0).toArray();
  }

  /** The number of each session's person, from 0. */
  public int[] users() {
    return userOf.clone();
  }

  /** The person's depression score (HDRS) in the week of each session. */
  public double[] scores() {
    return IntStream.range(0, size()).mapToDouble(this::score).toArray();
  }

  /** The name of each session. */
  public List<String> ids() {
    return IntStream.range(0, size()).mapToObj("s%05d"::formatted).toList();
  }

  /** One sequence of one session: a row per step, a number per channel. */
  public float[][] sequence(View view, int session) {
    TypingUser user = people[userOf[session]];
    TypingSession made =
        new TypingSession(user, score(session), rng.child("session", Integer.toString(session)));
    return switch (view) {
      case ALPHANUM -> made.alphanum();
      case SPECIAL -> made.special();
      case ACCEL -> made.accel();
    };
  }

  /** Summary numbers of a view's sequences, a row per session. */
  public Matrix features(View view) {
    double[][] rows = new double[size()][];
    Threads.forEach(size(), s -> rows[s] = TypingFeatures.of(view, sequence(view, s)));
    return Matrix.of(rows);
  }

  /** A view's sequences themselves, a row per session. */
  public Table sequences(View view, Steps how) {
    float[][][] made = new float[size()][][];
    Threads.forEach(size(), s -> made[s] = sequence(view, s));
    int room = how.room(Arrays.stream(made).mapToInt(one -> one.length).max().orElseThrow());
    SequenceRows.requireRoom("typing-sessions", size(), room, view.width());
    Sequences layout = new Sequences(room, view.channels());
    double[][] rows = new double[size()][];
    Arrays.setAll(rows, s -> layout.row(made[s]));
    return Table.of("typing-sessions", ids(), new SequenceRows(layout, Matrix.of(rows)), 0);
  }

  /** The names of a view's features. */
  public List<String> columns(View view) {
    return TypingFeatures.columns(view);
  }

  /** Writes view_alphanum.csv, view_special.csv, view_accel.csv and labels.csv into a folder. */
  public void writeCsv(Path folder) throws IOException {
    new TypingCsv(this).write(folder);
  }

  private double score(int session) {
    return people[userOf[session]].scores()[weekOf[session]];
  }
}

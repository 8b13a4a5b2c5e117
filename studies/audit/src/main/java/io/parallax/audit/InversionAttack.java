package io.parallax.audit;

import io.parallax.core.Ask;
import io.parallax.core.HiddenSeed;
import io.parallax.core.Labels;
import io.parallax.core.Party;
import io.parallax.core.PartyId;
import io.parallax.core.Result;
import io.parallax.core.Roster;
import io.parallax.core.View;
import io.parallax.engine.Transcript;
import io.parallax.engine.Transcript.Exchange;
import io.parallax.math.Features;
import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import io.parallax.math.Svd;
import io.parallax.math.Threads;
import io.parallax.study.Configured;
import io.parallax.study.rows.Fold;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;

/**
 * Gradient inversion where parties hold different people: the attacker, who knows the rows of the
 * other parties, has copies of the victim answer the same ask with some of these, learns how
 * answers go with rows, and reads the victim's (Wu, Chen, Guo, Weinberger: Learning to Invert,
 * 2023). It rebuilds the mean of a party's rows: of a party with one row, the row.
 */
final class InversionAttack<C extends Record, R extends Result> {
  /**
   * The most rows for which rows are rebuilt: beyond it only means can be recovered, and copies
   * take long.
   */
  static final int MOST_ROWS = 32;

  private static final int COPIES = 200;
  private static final int JUDGED = 40; // of them, to choose how far to trust small directions
  private static final double[] CUTS = {1e-8, 1e-6, 1e-4, 1e-3, 1e-2, 0.03, 0.1, 0.3, 0.6};
  private final Configured<C, R> method;
  private final Fold fold;
  private final Rng rng;
  private final Map<String, Matrix> read = new ConcurrentHashMap<>();
  private final Map<PartyId, Copies> copies = new LinkedHashMap<>();
  private Ask<?> asked;

  InversionAttack(Configured<C, R> method, Fold fold, long seed) {
    this.method = method;
    this.fold = fold;
    this.rng = Rng.of(seed).child("inversion");
  }

  /**
   * Artificial copies of one party, and their answers.
   *
   * @param answers of its copies, one a row
   * @param means of the copies' rows by class, a line for each copy
   * @param truth the same of the victim's own rows
   */
  private record Copies(Matrix answers, Matrix means, Matrix truth) {}

  /**
   * The similarity of rebuilt and true rows: cosines, averaged over all parties.
   *
   * @param single from each party's own answer
   * @param sum from the sum of all answers
   * @param chance the deviation of the first where answers are noise
   */
  record Found(double single, double sum, double chance) {}

  /**
   * The parties' rows, as far as they come back; nothing where no answer tells of them, or parties
   * have many.
   *
   * @param seen the exchanges as they were recorded
   * @param clear the same exchanges without masks, to know the sum by
   */
  Optional<Found> run(List<Exchange> seen, List<Exchange> clear) {
    Optional<Exchange> open = clear.stream().filter(InversionAttack::tells).findFirst();
    Optional<Exchange> first =
        seen.stream()
            .filter(e -> open.filter(o -> o.sequence() == e.sequence()).isPresent())
            .findFirst();
    boolean many = fold.roster().members().stream().anyMatch(m -> m.samples() > MOST_ROWS);
    if (first.isEmpty() || many) {
      return Optional.empty();
    }
    Map<PartyId, Copies> all = copies(first.get());
    Matrix sums = all.values().stream().map(Copies::answers).reduce(Matrix::plus).orElseThrow();
    Matrix sum =
        open.get().answered().values().stream()
            .map(InversionAttack::flat)
            .reduce(Matrix::plus)
            .orElseThrow();
    double single = 0;
    double together = 0;
    double chance = 0;
    for (PartyId victim : all.keySet()) {
      Copies own = all.get(victim);
      Attack attack = attack(own.answers, own);
      single += attack.cosine(flat(first.get().answered().get(victim)));
      chance += attack.chance(rng.child("chance", victim.name()));
      together += attack(sums, own).cosine(sum);
    }
    int parties = all.size();
    return Optional.of(
        new Found(single / parties, together / parties, Math.sqrt(chance) / parties));
  }

  /** Returns true if the answers hold more than counts. */
  private static boolean tells(Exchange exchange) {
    return exchange.answered().values().stream()
        .allMatch(answer -> answer.stream().anyMatch(m -> !m.equals(m.map(Math::rint))));
  }

  /** Returns copies of every party; equal asks share them. */
  private Map<PartyId, Copies> copies(Exchange exchange) {
    if (!exchange.ask().equals(asked)) {
      asked = exchange.ask();
      copies.clear();
      fold.roster().ids().forEach(victim -> copies.put(victim, copies(victim, exchange)));
    }
    return copies;
  }

  private static Matrix flat(List<Matrix> parts) {
    return Matrix.stackColumns(
        parts.stream().map(m -> Matrix.of(1, m.rows() * m.cols(), m.toArray())).toList());
  }

  /** Copies of a party with rows of all others, of the same classes as its own. */
  private Copies copies(PartyId victim, Exchange exchange) {
    List<View> own = View.byOwner(fold.views()).get(victim);
    int[] codes = own.get(0).labels().orElseThrow().codes();
    Roster roster =
        fold.roster().keeping(HiddenSeed.ofSeed(rng.child("not", victim.name()).bits()));
    Matrix[] answers = new Matrix[COPIES];
    Matrix[] means = new Matrix[COPIES];
    Threads.forEach(
        COPIES,
        i -> {
          List<View> views = drawn(own, codes, rng.child(victim.name(), Integer.toString(i)));
          Party copy = method.method().party(method.config(), views, roster);
          answers[i] = flat(Transcript.matrices((Record) copy.answers().to(exchange.ask())));
          means[i] = means(views);
        });
    return new Copies(
        Matrix.stackRows(List.of(answers)), Matrix.stackRows(List.of(means)), means(own));
  }

  private List<View> drawn(List<View> own, int[] codes, Rng rng) {
    List<View> others =
        fold.views().stream()
            .filter(
                v -> v.name().equals(own.get(0).name()) && !v.owner().equals(own.get(0).owner()))
            .toList();
    int[] from = new int[codes.length];
    int[] row = new int[codes.length];
    for (int k = 0; k < codes.length; k++) {
      for (int tries = 0; tries < 50; tries++) { // a class that nobody else has: any row
        from[k] = rng.below(others.size());
        int[] known = others.get(from[k]).labels().orElseThrow().codes();
        row[k] = rng.below(known.length);
        if (known[row[k]] == codes[k]) {
          break;
        }
      }
    }
    List<View> views = new ArrayList<>();
    for (View view : own) {
      List<Matrix> rows = new ArrayList<>();
      for (int k = 0; k < codes.length; k++) {
        rows.add(varied(rowsOf(others.get(from[k]).owner(), view.name()), row[k], rng));
      }
      views.add(
          new View(
              view.owner(),
              view.name(),
              view.columns(),
              Features.of(Matrix.stackRows(rows)),
              Optional.empty(),
              Optional.of(new Labels(codes, fold.classes())),
              view.shape()));
    }
    return views;
  }

  /** A row that might be: a known one, half of its variance replaced; lengths and padding stay. */
  private static Matrix varied(Matrix known, int row, Rng rng) {
    return Matrix.fill(
        1,
        known.cols(),
        (i, j) -> {
          double x = known.get(row, j);
          return x == Math.rint(x) ? x : Math.sqrt(0.5) * (x + rng.gaussian());
        });
  }

  private Matrix rowsOf(PartyId owner, String view) {
    return read.computeIfAbsent(
        owner + "/" + view,
        key ->
            fold.views().stream()
                .filter(v -> v.owner().equals(owner) && v.name().equals(view))
                .findFirst()
                .orElseThrow()
                .features()
                .toMatrix());
  }

  /** The mean row of each class that the party has, one beside the other. */
  private static Matrix means(List<View> views) {
    int[] codes = views.get(0).labels().orElseThrow().codes();
    List<Matrix> parts = new ArrayList<>();
    for (int code : IntStream.of(codes).distinct().sorted().toArray()) {
      long count = IntStream.of(codes).filter(c -> c == code).count();
      Matrix share = Matrix.fill(1, codes.length, (i, j) -> codes[j] == code ? 1.0 / count : 0);
      views.forEach(view -> parts.add(share.times(view.features().toMatrix())));
    }
    return Matrix.stackColumns(parts);
  }

  /** The map learnt from the copies, from a victim's answer to its mean rows. */
  private record Attack(Matrix mean, Matrix map, Matrix right) {
    private static final int TRIES = 200;

    double cosine(Matrix answer) {
      return InversionAttack.cosine(less(answer, mean).times(map), right);
    }

    /** The variance of that cosine where the answer is noise. */
    double chance(Rng rng) {
      Matrix noise = Matrix.gaussian(TRIES, map.rows(), rng).times(map);
      double squares = 0;
      for (int i = 0; i < TRIES; i++) {
        double cosine = InversionAttack.cosine(noise.selectRows(new int[] {i}), right);
        squares += cosine * cosine;
      }
      return squares / TRIES;
    }
  }

  private static Attack attack(Matrix answers, Copies own) {
    int[] taught = IntStream.range(0, COPIES - JUDGED).toArray();
    int[] judged = IntStream.range(COPIES - JUDGED, COPIES).toArray();
    Matrix mean = columnMeans(answers.selectRows(taught));
    Matrix typical = columnMeans(own.means.selectRows(taught));
    Svd svd = less(answers.selectRows(taught), mean).thinSvd();
    Matrix turned = svd.u().transposeTimes(less(own.means.selectRows(taught), typical));
    Matrix best = null;
    double most = Double.NEGATIVE_INFINITY;
    for (double cut : CUTS) {
      Matrix map = svd.v().times(weighted(turned, svd.s(), cut * svd.s()[0]));
      double works =
          cosine(
              less(answers.selectRows(judged), mean).times(map),
              less(own.means.selectRows(judged), typical));
      if (works > most) {
        most = works;
        best = map;
      }
    }
    return new Attack(mean, best, less(own.truth, typical));
  }

  private static Matrix weighted(Matrix turned, double[] s, double least) {
    return Matrix.fill(
        turned.rows(), turned.cols(), (i, j) -> s[i] > least ? turned.get(i, j) / s[i] : 0);
  }

  private static Matrix columnMeans(Matrix x) {
    return Matrix.fill(1, x.rows(), (i, j) -> 1.0 / x.rows()).times(x);
  }

  private static Matrix less(Matrix x, Matrix mean) {
    return Matrix.fill(x.rows(), x.cols(), (i, j) -> x.get(i, j) - mean.get(0, j));
  }

  private static double cosine(Matrix a, Matrix b) {
    double sizes = a.norm() * b.norm();
    return sizes > 0 && Double.isFinite(sizes) ? a.dot(b) / sizes : 0;
  }
}

package io.parallax.cli.study;

import io.parallax.core.BadInput;
import io.parallax.core.Labels;
import io.parallax.core.PartyId;
import io.parallax.core.Roster;
import io.parallax.core.View;
import io.parallax.data.Alignment;
import io.parallax.data.ColumnMoments;
import io.parallax.data.CsvFile;
import io.parallax.data.LabelColumn;
import io.parallax.data.Missing;
import io.parallax.data.Scaler;
import io.parallax.data.Split;
import io.parallax.data.Splits;
import io.parallax.data.Table;
import io.parallax.data.TypingSessions;
import io.parallax.math.Features;
import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A study's rows, aligned by id, in one process: what the parties would each hold for themselves.
 *
 * @param tables each party's rows, in the same order of ids
 * @param codes the rows' classes
 * @param classes the classes' names
 * @param notes what the user should know about the alignment
 */
public record StudyData(
    Study study,
    Map<PartyId, Table> tables,
    int[] codes,
    List<String> classes,
    Optional<Owners> owners,
    List<String> notes) {

  public static StudyData load(Study study) {
    return study.generated().isPresent() ? generate(study) : read(study);
  }

  private static StudyData generate(Study study) {
    Study.Generated wanted = study.generated().orElseThrow();
    TypingSessions made =
        TypingSessions.generate(
            new TypingSessions.Settings(wanted.users(), wanted.sessions(), study.seed()));
    Map<PartyId, Table> tables = new LinkedHashMap<>();
    for (Study.Member member : study.parties()) {
      TypingSessions.View view = typingView(member.view());
      tables.put(
          member.id(),
          new Table("typing-sessions", made.ids(), made.columns(view), made.features(view)));
    }
    return new StudyData(
        study,
        tables,
        made.labels(),
        List.of("not depressed", "depressed"),
        Owners.of(study, made.labels(), made.users()),
        List.of());
  }

  private static TypingSessions.View typingView(String name) {
    List<String> known = new ArrayList<>();
    for (TypingSessions.View view : TypingSessions.View.values()) {
      known.add(view.name().toLowerCase(java.util.Locale.ROOT));
    }
    if (!known.contains(name)) {
      throw new BadInput(
          "typing sessions have no view '" + name + "'" + Suggestion.among(name, known));
    }
    return TypingSessions.View.values()[known.indexOf(name)];
  }

  private static StudyData read(Study study) {
    LabelColumn labels = labels(study);
    Map<String, List<String>> ids = new LinkedHashMap<>();
    ids.put(labels.source(), labels.ids());
    Map<PartyId, Table> whole = new LinkedHashMap<>();
    for (Study.Member member : study.parties()) {
      Table table = sound(member, table(member, study)).under(study.preparation().missing());
      whole.put(member.id(), table);
      ids.put("party " + member.id(), table.ids());
    }
    List<String> common = Alignment.common(ids);
    List<String> notes = new ArrayList<>();
    ids.forEach(
        (source, own) -> {
          if (own.size() > common.size()) {
            notes.add(
                source
                    + ": "
                    + (own.size() - common.size())
                    + " of "
                    + own.size()
                    + " ids are not held by everybody and are left out");
          }
        });
    Map<PartyId, Table> tables = new LinkedHashMap<>();
    whole.forEach((id, table) -> tables.put(id, table.rowsFor(common)));
    int[] codes = labels.codesFor(common);
    long met = Arrays.stream(codes).distinct().count();
    if (met < labels.classes().size()) {
      throw new BadInput(
          labels.source()
              + ": only "
              + met
              + " of its "
              + labels.classes().size()
              + " classes are among the ids that all parties hold; check that the ids are alike");
    }
    int[] subjects = subjects(study, common);
    return new StudyData(
        study, tables, codes, labels.classes(), Owners.of(study, codes, subjects), notes);
  }

  private static LabelColumn labels(Study study) {
    Study.LabelSource source = labelSource(study);
    return CsvFile.labels(source.csv(), source.id(), source.column());
  }

  private static Study.LabelSource labelSource(Study study) {
    return study.parties().stream()
        .flatMap(member -> member.labelSource().stream())
        .findFirst()
        .orElseThrow();
  }

  /** The subject of every row, where rows are spread by subject. */
  private static int[] subjects(Study study, List<String> ids) {
    Study.LabelSource source = labelSource(study);
    return study
        .partition()
        .flatMap(Study.Partition::column)
        .map(column -> CsvFile.labels(source.csv(), source.id(), column).codesFor(ids))
        .orElse(new int[0]);
  }

  /** A party's own columns: not the label, where it stands in the same file. */
  private static Table table(Study.Member member, Study study) {
    Study.Source source = member.data().orElseThrow();
    List<String> except =
        study.parties().stream()
            .flatMap(other -> other.labelSource().stream())
            .filter(label -> real(label.csv()).equals(real(source.csv())))
            .map(Study.LabelSource::column)
            .toList();
    Table table = CsvFile.table(source.csv(), source.id(), except);
    for (Study.Member other : study.parties()) {
      other
          .labelSource()
          .map(Study.LabelSource::column)
          .filter(table.columns()::contains)
          .ifPresent(
              column -> {
                throw new BadInput(
                    ("party %s: %s has a column '%s', the name of the label column; take it out, or"
                            + " rename it if it is something else")
                        .formatted(member.id(), source.csv(), column));
              });
    }
    return table;
  }

  private static Path real(Path file) {
    try {
      return file.toRealPath();
    } catch (IOException e) {
      return file.normalize(); // reading it will tell what is wrong
    }
  }

  /** The study's splits into training and held-out rows. */
  public List<Split> splits() {
    Study.Evaluation how = study.evaluation();
    boolean folds = how.kind() == Study.Evaluation.Kind.FOLDS;
    int least = folds ? how.folds() : 2;
    for (int code = 0; code < classes.size(); code++) {
      int wanted = code;
      long rows = Arrays.stream(codes).filter(c -> c == wanted).count();
      if (rows < least) {
        throw new BadInput(
            "class '%s' has %d of the common rows, too few for %s; leave it out or add rows"
                .formatted(
                    classes.get(code), rows, folds ? least + " folds" : "training and test"));
      }
    }
    Rng rng = Rng.of(study.seed()).child("splits");
    return folds
        ? Splits.kFold(codes, how.folds(), rng)
        : Splits.stratified(codes, how.test(), how.repeats(), rng);
  }

  /** The rows of a split, each view scaled by its own training rows. */
  public Fold fold(Split split, String purpose) {
    long seed = Rng.of(study.seed()).child("trial", purpose).bits();
    if (owners.isPresent()) {
      return horizontal(owners.get(), split, seed);
    }
    List<View> views = new ArrayList<>();
    for (Study.Member member : study.parties()) {
      Optional<Labels> labels =
          member.labels()
              ? Optional.of(new Labels(codes, classes.size()).select(split.train()))
              : Optional.empty();
      views.add(view(member, split, labels));
    }
    return new Fold(views, select(split.test()), classes.size(), seed, false);
  }

  /** All views at every party, each party with its rows; scaled by the parties' added moments. */
  private Fold horizontal(Owners owners, Split split, long seed) {
    List<View> views = new ArrayList<>();
    List<Integer> truth = new ArrayList<>();
    Map<PartyId, Scaler> scalers = new LinkedHashMap<>();
    study.parties().forEach(m -> scalers.put(m.id(), federatedScaler(m, owners, split)));
    for (int p = 0; p < owners.ids().size(); p++) {
      int[] train = owners.rows(p, split.train());
      int[] test = owners.rows(p, split.test());
      if (train.length == 0 || test.length == 0) {
        throw new BadInput(
            "party %s has %d training and %d held-out rows; use fewer parties or a larger alpha"
                .formatted(owners.ids().get(p), train.length, test.length));
      }
      Optional<Labels> labels = Optional.of(new Labels(codes, classes.size()).select(train));
      for (Study.Member member : study.parties()) {
        Table table = tables.get(member.id());
        Scaler scaler = scalers.get(member.id());
        views.add(
            new View(
                owners.ids().get(p),
                member.view(),
                table.columns(),
                Features.of(prepared(table.values().selectRows(train), scaler)),
                Optional.of(Features.of(prepared(table.values().selectRows(test), scaler))),
                labels));
      }
      Arrays.stream(select(test)).forEach(truth::add);
    }
    int[] codes = truth.stream().mapToInt(Integer::intValue).toArray();
    return new Fold(views, codes, classes.size(), seed, true);
  }

  /** Means and deviations over all parties' training rows, from sums that each computes alone. */
  private Scaler federatedScaler(Study.Member member, Owners owners, Split split) {
    Matrix values = tables.get(member.id()).values();
    return Scaler.from(
        IntStream.range(0, owners.ids().size())
            .mapToObj(p -> owners.rows(p, split.train()))
            .filter(rows -> rows.length > 0)
            .map(rows -> ColumnMoments.of(values.selectRows(rows)))
            .reduce(ColumnMoments::plus)
            .orElseThrow());
  }

  private Matrix prepared(Matrix x, Scaler scaler) {
    Missing missing = study.preparation().missing();
    if (study.preparation().scale()) {
      return scaler.apply(x, missing);
    }
    return missing == Missing.MEAN ? scaler.impute(x) : x;
  }

  private View view(Study.Member member, Split split, Optional<Labels> labels) {
    Table table = tables.get(member.id());
    Matrix train = table.values().selectRows(split.train());
    Matrix test = table.values().selectRows(split.test());
    Scaler scaler = Scaler.from(ColumnMoments.of(train));
    return new View(
        member.id(),
        member.view(),
        table.columns(),
        Features.of(prepared(train, scaler)),
        Optional.of(Features.of(prepared(test, scaler))),
        labels);
  }

  /** Refuses columns whose variance cannot be computed. */
  private static Table sound(Study.Member member, Table table) {
    Matrix values = table.values();
    for (int j = 0; j < values.cols(); j++) {
      double squares = 0;
      for (int i = 0; i < values.rows(); i++) {
        squares += Double.isNaN(values.get(i, j)) ? 0 : values.get(i, j) * values.get(i, j);
      }
      if (Double.isInfinite(squares)) {
        throw new BadInput(
            "party %s: column '%s' has values too large to square; scale it down"
                .formatted(member.id(), table.columns().get(j)));
      }
    }
    return table;
  }

  /** Who takes part in a split, and in how many rows. */
  Roster roster(Split split) {
    int train = split.train().length;
    List<String> views = study.parties().stream().map(Study.Member::view).toList();
    List<Roster.Member> members = new ArrayList<>();
    if (owners.isPresent()) {
      for (int p = 0; p < owners.get().ids().size(); p++) {
        int own = owners.get().rows(p, split.train()).length;
        members.add(new Roster.Member(owners.get().ids().get(p), views, true, own));
      }
    } else {
      study
          .parties()
          .forEach(m -> members.add(Roster.Member.vertical(m.id(), m.view(), m.labels(), train)));
    }
    return new Roster(members, train, split.test().length, classes.size(), study.seed());
  }

  private int[] select(int[] rows) {
    int[] chosen = new int[rows.length];
    for (int i = 0; i < rows.length; i++) {
      chosen[i] = codes[rows[i]];
    }
    return chosen;
  }
}

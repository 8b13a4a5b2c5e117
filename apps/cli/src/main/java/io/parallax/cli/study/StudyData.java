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
        study, tables, made.labels(), List.of("not depressed", "depressed"), List.of());
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
    return new StudyData(study, tables, codes, labels.classes(), notes);
  }

  private static LabelColumn labels(Study study) {
    Study.LabelSource source =
        study.parties().stream()
            .flatMap(member -> member.labelSource().stream())
            .findFirst()
            .orElseThrow();
    return CsvFile.labels(source.csv(), source.id(), source.column());
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
    List<View> views = new ArrayList<>();
    for (Study.Member member : study.parties()) {
      Optional<Labels> labels =
          member.labels()
              ? Optional.of(new Labels(codes, classes.size()).select(split.train()))
              : Optional.empty();
      views.add(view(member, split, labels));
    }
    long seed = Rng.of(study.seed()).child("trial", purpose).bits();
    return new Fold(views, select(split.test()), classes.size(), seed);
  }

  private View view(Study.Member member, Split split, Optional<Labels> labels) {
    Table table = tables.get(member.id());
    Matrix train = table.values().selectRows(split.train());
    Matrix test = table.values().selectRows(split.test());
    Missing missing = study.preparation().missing();
    Scaler scaler = Scaler.from(ColumnMoments.of(train));
    if (study.preparation().scale()) {
      train = scaler.apply(train, missing);
      test = scaler.apply(test, missing);
    } else if (missing == Missing.MEAN) {
      train = scaler.impute(train);
      test = scaler.impute(test);
    }
    return new View(
        member.id(),
        member.view(),
        table.columns(),
        Features.of(train),
        Optional.of(Features.of(test)),
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
    List<Roster.Member> members =
        study.parties().stream()
            .map(m -> Roster.Member.vertical(m.id(), m.view(), m.labels(), split.train().length))
            .toList();
    return new Roster(
        members, split.train().length, split.test().length, classes.size(), study.seed());
  }

  private int[] select(int[] rows) {
    int[] chosen = new int[rows.length];
    for (int i = 0; i < rows.length; i++) {
      chosen[i] = codes[rows[i]];
    }
    return chosen;
  }

  /** One split's views, and the truth about the held-out rows. */
  public record Fold(List<View> views, int[] truth, int classes, long seed) {
    public Roster roster() {
      List<Roster.Member> members =
          views.stream()
              .map(
                  v ->
                      Roster.Member.vertical(
                          v.owner(), v.name(), v.labels().isPresent(), v.features().samples()))
              .toList();
      View first = views.get(0);
      return new Roster(
          members, first.features().samples(), first.toScore().samples(), classes, seed);
    }

    /** Some of the views only; if the label holder is not among them, the first gets the labels. */
    public Fold among(List<String> names) {
      Optional<Labels> labels = views.stream().flatMap(view -> view.labels().stream()).findFirst();
      List<View> chosen = new ArrayList<>();
      for (View view : views) {
        if (names.contains(view.name())) {
          chosen.add(view.with(chosen.isEmpty() ? labels : Optional.empty()));
        }
      }
      return new Fold(chosen, truth, classes, seed);
    }
  }
}

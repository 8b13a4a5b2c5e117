package io.parallax.run;

import io.parallax.core.BadInput;
import io.parallax.core.Suggestion;
import io.parallax.study.file.SourceText;
import io.parallax.study.model.NewRows;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The files of new rows as a command line names them.
 *
 * @param entries VIEW=FILE for each view, or one FILE that has the columns of all
 * @param transposed views whose file has a row in each column
 * @param id the id column of the files; empty: as in training
 * @param party whose part of the model is used; empty: all, or the first that scores alone
 */
public record ViewFiles(
    List<String> entries, List<String> transposed, Optional<String> id, Optional<String> party) {

  /** Scores the rows. */
  public Predictor.Predicted predicted(Predictor predictor) {
    Map<String, NewRows> files = rows(predictor.views(party));
    if (!predictor.partial(party)) {
      requireAll(predictor, files);
    }
    return predictor.predict(files, party);
  }

  private Map<String, NewRows> rows(List<String> known) {
    Map<String, NewRows> files = new LinkedHashMap<>();
    transposed.forEach(view -> requireView(view, known));
    for (String entry : entries) {
      int equals = entry.indexOf('=');
      if (equals < 0) {
        known.forEach(view -> put(files, view, entry));
        requireNames(known, entry, files);
      } else {
        String view = entry.substring(0, equals);
        requireView(view, known);
        put(files, view, entry.substring(equals + 1));
      }
    }
    return files;
  }

  private void requireAll(Predictor predictor, Map<String, NewRows> files) {
    for (String view : predictor.views(party)) {
      if (!files.containsKey(view)) {
        throw new BadInput(
            "the model needs view '%1$s', too; give its file with --views %1$s=FILE%2$s"
                .formatted(view, party.isPresent() ? "" : alone(predictor, files)));
      }
    }
  }

  /** Names a party that can score these files without the others; empty if there is none. */
  private static String alone(Predictor predictor, Map<String, NewRows> files) {
    return predictor.parties().stream()
        .filter(name -> files.keySet().containsAll(predictor.views(Optional.of(name))))
        .filter(name -> predictor.scoresAlone(files, name))
        .findFirst()
        .map(name -> ", or score by one party with --party " + name)
        .orElse("");
  }

  private void requireView(String view, List<String> known) {
    if (!known.contains(view)) {
      String who = party.map(name -> "party " + name).orElse("the model");
      throw new BadInput(who + " has no view '" + view + "'" + Suggestion.among(view, known));
    }
  }

  /** One file for several views needs names by which their columns are told apart. */
  private static void requireNames(List<String> known, String file, Map<String, NewRows> files) {
    if (known.size() > 1 && files.get(known.get(0)).numbered().isPresent()) {
      throw new BadInput(
          file + " has no names of columns; give every view a file: --views VIEW=FILE");
    }
  }

  private void put(Map<String, NewRows> files, String view, String file) {
    if (file.isBlank()) {
      throw new BadInput("--views gives no file for view '" + view + "'; write " + view + "=FILE");
    }
    NewRows rows = new NewRows(SourceText.of(file, transposed.contains(view)), id);
    if (files.put(view, rows) != null) {
      throw new BadInput("--views names view '" + view + "' twice; give one file for it");
    }
  }
}

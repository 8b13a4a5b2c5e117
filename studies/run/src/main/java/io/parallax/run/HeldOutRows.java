package io.parallax.run;

import io.parallax.core.Hashes;
import io.parallax.data.CsvFile;
import io.parallax.data.Rows;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * The rows that each split of a kept run holds out, with what is true of them, as hashes.
 *
 * @param hashes one for each split
 */
record HeldOutRows(List<String> hashes) {
  private static final List<String> TRUE = List.of("id", "truth", "time", "event");

  /** Returns those of a run; empty where a file is missing. */
  static Optional<HeldOutRows> of(Path run, int splits) {
    List<String> hashes = new ArrayList<>();
    for (int number = 1; number <= splits; number++) {
      Path file = run.resolve(PartName.of(number)).resolve("predictions.csv");
      if (!Files.exists(file)) {
        return Optional.empty();
      }
      hashes.add(hash(CsvFile.of(file)));
    }
    return Optional.of(new HeldOutRows(hashes));
  }

  private static String hash(CsvFile file) {
    StringBuilder text = new StringBuilder();
    try (Rows rows = file.open()) {
      int[] places = TRUE.stream().mapToInt(rows.header()::indexOf).filter(i -> i >= 0).toArray();
      for (Rows.Row row = rows.next(); row != null; row = rows.next()) {
        for (int place : places) {
          text.append(row.cell(place)).append('\0');
        }
      }
    }
    return HexFormat.of().formatHex(Hashes.of(text.toString().getBytes(StandardCharsets.UTF_8)));
  }

  /** Returns true if every split holds out rows of its own. */
  boolean drawn() {
    return new HashSet<>(hashes).size() == hashes.size();
  }
}

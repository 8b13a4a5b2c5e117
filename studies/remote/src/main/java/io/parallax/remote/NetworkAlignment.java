package io.parallax.remote;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.parallax.core.PartyId;
import io.parallax.engine.MessageCodec;
import io.parallax.privacy.AlignMessages;
import io.parallax.privacy.Aligner;
import io.parallax.remote.NodeMessages.SetupOpening;
import io.parallax.run.ChosenRows;
import io.parallax.run.KeptResults;
import io.parallax.run.PartName;
import io.parallax.study.Study;
import io.parallax.study.rows.HeldRows;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Aligns the rows of parties on machines of their own; each hears only what is for it. */
final class NetworkAlignment {
  private final Study study;
  private final Job job;

  /**
   * A summary of the alignment, for the record.
   *
   * @param held how many of the study's rows each party has; null: all
   * @param thin number of rows that are left out because of masks
   * @param complete number of the study's rows that all parties have; null: not known
   * @param own number of the label holder's ids of which its view has a row; null: of all
   * @param different number of different ids of all parties together; null: not known
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Note(
      Map<String, Integer> sizes,
      int common,
      boolean earlier,
      Map<String, Integer> held,
      int thin,
      Integer complete,
      Integer own,
      Integer different) {

    /**
     * Returns what the user should know, in sentences.
     *
     * @param least number of parties that masks need of a row
     */
    List<String> sentences(int least) {
      return held == null ? List.of() : HeldRows.sentences(common, held, thin, least);
    }
  }

  NetworkAlignment(Study study, Job job) {
    this.study = study;
    this.job = job;
  }

  Note run() {
    byte[] opening =
        MessageCodec.encode(new SetupOpening(new String(job.manifest(), StandardCharsets.UTF_8)));
    List<PartyLine> open = new ArrayList<>();
    try {
      SortedMap<PartyId, Aligner.Line> lines = new TreeMap<>();
      for (PartyId id : study.members()) {
        PartyLine line =
            new PartyLine(
                job.links(),
                id,
                PartName.aligning(open.size() + 1),
                opening,
                AlignMessages.asks(!whole()),
                Map.of());
        open.add(line);
        lines.put(id, line);
      }
      Aligner aligner =
          new Aligner(
              lines,
              study.protection().align().most(),
              Optional.of(job.folder().resolve("align")),
              percent -> {});
      ChosenRows rows = new ChosenRows(study);
      Aligner.Outcome found = (whole() ? aligner : aligner.choosing(rows)).run();
      open.forEach(PartyLine::finish);
      return note(found, rows);
    } finally {
      open.forEach(PartyLine::close);
    }
  }

  private boolean whole() {
    return study.protection().align().whole();
  }

  private Note note(Aligner.Outcome found, ChosenRows rows) {
    return new Note(
        named(found.sizes()),
        found.common(),
        found.earlier(),
        whole() ? null : named(found.held()),
        rows.thin(),
        whole() ? found.common() : rows.complete(),
        whole() ? null : (Integer) rows.own(),
        different(found));
  }

  /** The number of different ids of an alignment that a later study has again. */
  private record Counted(int different) {}

  /**
   * Returns the number of different ids, which is kept beside the studies for those that need not
   * align anew; null where it is not known, or counts ids that {@code align.pad} has made up.
   */
  private Integer different(Aligner.Outcome found) {
    if (study.protection().align().pad() > 1) {
      return null;
    }
    KeptResults alignments = new KeptResults(job.folder().resolveSibling("alignments"));
    String file = found.name() + ".json";
    found.different().ifPresent(different -> alignments.keep(file, new Counted(different)));
    return alignments.read(file, Counted.class).map(Counted::different).orElse(null);
  }

  private static Map<String, Integer> named(SortedMap<PartyId, Integer> numbers) {
    Map<String, Integer> named = new TreeMap<>();
    numbers.forEach((id, number) -> named.put(id.name(), number));
    return named;
  }
}

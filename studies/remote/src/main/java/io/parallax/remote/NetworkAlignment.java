package io.parallax.remote;

import io.parallax.core.PartyId;
import io.parallax.engine.MessageCodec;
import io.parallax.privacy.AlignMessages;
import io.parallax.privacy.Aligner;
import io.parallax.remote.NodeMessages.SetupOpening;
import io.parallax.run.PartName;
import io.parallax.study.Study;
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

  /** A summary of the alignment, for the record. */
  record Note(Map<String, Integer> sizes, int common, boolean earlier) {}

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
                AlignMessages.ALL,
                Map.of());
        open.add(line);
        lines.put(id, line);
      }
      Aligner.Outcome found =
          new Aligner(
                  lines,
                  study.protection().align().most(),
                  Optional.of(job.folder().resolve("align")),
                  percent -> {})
              .run();
      open.forEach(PartyLine::finish);
      Map<String, Integer> sizes = new TreeMap<>();
      found.sizes().forEach((id, size) -> sizes.put(id.name(), size));
      return new Note(sizes, found.common(), found.earlier());
    } finally {
      open.forEach(PartyLine::close);
    }
  }
}

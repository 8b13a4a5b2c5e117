package io.parallax.remote;

import io.parallax.core.Ask;
import io.parallax.core.Disclosed;
import io.parallax.core.PartyId;
import io.parallax.engine.Absence;
import io.parallax.engine.LinkedParties;
import io.parallax.engine.MessageCodec;
import io.parallax.engine.PartyBehind;
import io.parallax.engine.Sizes;
import io.parallax.engine.SumProtocol;
import io.parallax.grpc.GrpcLink;
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
import java.util.Set;
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
    List<OneParty> open = new ArrayList<>();
    try {
      SortedMap<PartyId, Aligner.Line> lines = new TreeMap<>();
      for (PartyId id : study.members()) {
        OneParty line = new OneParty(id, PartName.aligning(open.size() + 1), opening);
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
      open.forEach(line -> line.link.finish());
      Map<String, Integer> sizes = new TreeMap<>();
      found.sizes().forEach((id, size) -> sizes.put(id.name(), size));
      return new Note(sizes, found.common(), found.earlier());
    } finally {
      open.forEach(line -> line.link.close());
    }
  }

  /** Whatever it is asked can be asked again, so that a party that starts again needs no log. */
  private final class OneParty implements Aligner.Line {
    private final PartyId id;
    private final String part;
    private final byte[] opening;
    private GrpcLink link;
    private LinkedParties linked;

    OneParty(PartyId id, String part, byte[] opening) {
      this.id = id;
      this.part = part;
      this.opening = opening;
      this.link = open();
    }

    private GrpcLink open() {
      return job.links().open(part, opening, () -> 0, Set.of(id));
    }

    /** Waits for the party when it is first needed. */
    private LinkedParties linked() {
      if (linked == null) {
        linked =
            new LinkedParties(
                link,
                AlignMessages.ALL,
                SumProtocol.plain(),
                Sizes.of(Map.of()),
                Optional.empty(),
                Absence.STOP);
      }
      return linked;
    }

    @Override
    public synchronized <U extends Disclosed> U ask(Ask<U> ask) {
      while (true) {
        try {
          return linked().gather(ask).get(id);
        } catch (PartyBehind e) { // it has started again
          link.close();
          link = open();
          linked = null;
        }
      }
    }
  }
}

package io.parallax.party;

import io.parallax.core.BadInput;
import io.parallax.core.Hashes;
import io.parallax.remote.FirstValue;
import io.parallax.study.rows.StudyData;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;

/** Reads the rows of a study and rejects rows other than those that the owner approved. */
final class ApprovedRows {
  private final PartyConfig party;
  private final Proposal proposal;
  private final Supplier<List<Decision.Rows>> now;

  /**
   * @param now describes the rows as they are now
   */
  ApprovedRows(PartyConfig party, Proposal proposal, Supplier<List<Decision.Rows>> now) {
    this.party = party;
    this.proposal = proposal;
    this.now = now;
  }

  /** Reads the rows, whose source must be the approved one before and after reading. */
  StudyData read(Decision approved) {
    approved.requireRows(now.get());
    StudyData found =
        LocalRows.read(party.snapshots(proposal.id(), proposal.data().views()), proposal.study());
    approved.requireRows(now.get());
    Path first = party.state().resolve("rows").resolve(proposal.id());
    if (!FirstValue.orAgain(first, shape(found))) {
      throw new BadInput(
          "the rows of study %s have other ids or columns than when it began; propose the study anew, or restore them"
              .formatted(proposal.name()));
    }
    return found;
  }

  /** Returns ids and columns, which are known of all rows, even of those in an engine. */
  private static byte[] shape(StudyData rows) {
    return (Hashes.ofLines(rows.ids()) + "\n" + rows.columns()).getBytes(StandardCharsets.UTF_8);
  }
}

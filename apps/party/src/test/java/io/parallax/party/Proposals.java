package io.parallax.party;

import io.parallax.remote.NetworkManifest;
import io.parallax.study.LabelReaders;
import io.parallax.study.file.StudyFile;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;

/** Makes proposals of small studies, as a party's owner sees them. */
final class Proposals {
  private Proposals() {}

  static ProposedStudy asked(String id, String researcher, String yaml) {
    NetworkManifest manifest = NetworkManifest.of(yaml, researcher, new TreeMap<>());
    return new ProposedStudy(
        id, new byte[] {1}, manifest, StudyFile.remote("the study", yaml), "to try the program");
  }

  static Proposal of(
      ProposedStudy asked,
      List<String> columns,
      Set<String> disclosures,
      Proposal.Labels labels,
      Proposal.Judging judging) {
    return new Proposal(
        asked,
        new Proposal.Data(List.of("view"), List.of(), columns),
        labels,
        judging,
        LabelReaders.NONE,
        Proposal.Directions.NONE,
        disclosures,
        List.of());
  }
}

package io.parallax.run;

import io.parallax.core.BadInput;
import io.parallax.core.PartyId;
import io.parallax.privacy.AlignParty;
import io.parallax.privacy.Aligner;
import io.parallax.privacy.InMemoryKeeper;
import io.parallax.privacy.LocalLine;
import io.parallax.privacy.SetLimit;
import io.parallax.study.Align;
import io.parallax.study.AlignRules;
import io.parallax.study.Layout;
import io.parallax.study.Study;
import io.parallax.study.rows.StudyTables;
import java.security.SecureRandom;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** A study's private alignment with all parties in this process. */
public final class LocalAlignment {
  private LocalAlignment() {}

  public static Aligner.Outcome of(Study study) {
    if (!(study.layout() instanceof Layout.Vertical parties) || study.generated().isPresent()) {
      throw new BadInput(
          "there is nothing to align: align is for parties that hold the same people in files of"
              + " their own");
    }
    Align align = study.protection().align();
    if (!align.whole()) {
      AlignRules.requireOrder(parties);
    }
    SortedMap<PartyId, Aligner.Line> lines = new TreeMap<>();
    Optional<ChosenRows> rows =
        align.whole() ? Optional.empty() : Optional.of(new ChosenRows(study));
    for (Layout.Holder member : parties.holders()) {
      List<String> ids = align.ids().apply("party " + member.id(), ids(member, align));
      Set<String> view =
          Set.copyOf(align.ids().apply("party " + member.id(), ids(member.data().orElseThrow())));
      Optional<AlignParty.Ordered> order =
          rows.map(
              chosen ->
                  new AlignParty.Ordered(
                      chosen.labels(), Comparator.naturalOrder(), view::contains));
      byte[] secret = new byte[32];
      new SecureRandom().nextBytes(secret);
      lines.put(
          member.id(),
          new LocalLine(
              member.id(),
              new AlignParty(
                  member.id(),
                  ids,
                  secret,
                  new AlignParty.Terms(
                      Set.copyOf(study.members()), align.pad(), SetLimit.NONE, order),
                  new InMemoryKeeper())));
    }
    Aligner aligner = new Aligner(lines, align.most(), Optional.empty(), percent -> {});
    return rows.map(aligner::choosing).orElse(aligner).run();
  }

  /** Returns the ids that a party brings: where parties may lack rows, those of its labels. */
  private static List<String> ids(Layout.Holder member, Align align) {
    return !align.whole() && member.labelSource().isPresent()
        ? labelled(member.labelSource().get())
        : ids(member.data().orElseThrow());
  }

  private static List<String> labelled(Study.LabelSource source) {
    return StudyTables.labels(source).ids();
  }

  private static List<String> ids(Study.Source source) {
    return source
        .matrix()
        .map(matrix -> matrix.table().ids())
        .orElseGet(() -> source.table().orElseThrow().ids(source.id(), source.steps().timed()));
  }
}

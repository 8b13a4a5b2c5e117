package io.parallax.simulate;

import io.parallax.core.Ask;
import io.parallax.core.Parties;
import io.parallax.core.Party;
import io.parallax.core.PartyId;
import io.parallax.core.Rounds;
import io.parallax.core.RowLimits;
import io.parallax.simulator.PartyProcess;
import io.parallax.simulator.Protection;
import io.parallax.simulator.StudyPart;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/** The training of a small study. */
class Training implements StudyPart {
  private final String name;
  private final SmallStudy<?, ?> study;
  private final Protection protection;
  private final boolean goesOn;
  private final double clip;
  private final int block;
  private final Map<String, Long> letters = new HashMap<>();

  /**
   * @param goesOn whether the study continues without a party
   * @param clip the limit on rows; 0: none
   * @param block number of words in a block of an answer
   */
  Training(
      String name,
      SmallStudy<?, ?> study,
      Protection protection,
      boolean goesOn,
      double clip,
      int block) {
    this.name = name;
    this.study = study;
    this.protection = protection;
    this.goesOn = goesOn;
    this.clip = clip;
    this.block = block;
    letters.putAll(study.letters());
    parties()
        .forEach(id -> study.party(id).sizes().forEach((l, n) -> letters.merge(l, n, Math::max)));
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public SortedSet<PartyId> parties() {
    return new TreeSet<>(study.rows().roster().ids());
  }

  @Override
  public List<Class<? extends Ask<?>>> asks() {
    return study.asks();
  }

  @Override
  public Map<String, Long> letters() {
    return letters;
  }

  @Override
  public Set<String> allowed() {
    return study.disclosures();
  }

  @Override
  public Protection protection() {
    return protection;
  }

  @Override
  public int block() {
    return block;
  }

  @Override
  public RowLimits limits() {
    return study.limits(clip);
  }

  @Override
  public boolean goesOnWithout(PartyId party) {
    return goesOn && study.goesOnWithout(party);
  }

  @Override
  public Party party(PartyId id, PartyProcess process) {
    return study.party(id);
  }

  @Override
  public int rounds() {
    return study.rounds();
  }

  @Override
  public byte[] run(Parties parties, Rounds rounds) {
    return study.run(parties, rounds);
  }

  @Override
  public byte[] expected() {
    return study.expected(clip);
  }
}

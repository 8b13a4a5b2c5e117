package io.parallax.privacy;

import io.parallax.core.PartyId;
import io.parallax.engine.SumProtocol;
import java.nio.file.Path;
import java.util.Optional;
import java.util.SortedSet;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Sums whose summands are hidden from everybody: the secure aggregation of Bonawitz et al. (CCS
 * 2017), in its variant for a malicious coordinator, among 3 to 50 parties that all have keys with
 * each other.
 *
 * <p>The coordinator learns the sum over the parties whose words have arrived, and their number; a
 * party learns nothing of another's words. This holds as long as fewer than a third of the parties
 * collude with the coordinator. It does not hide what the sum itself reveals, and does not prevent
 * a party from sending wrong words.
 *
 * <p>Parties that drop out are masked out as long as more than two thirds are left. They do not
 * return before the next training: sums with and without a party reveal what it adds.
 */
public final class MaskedSum implements SumProtocol {
  private final SumGroup group;
  private final Function<PartyId, Channels> channels;
  private final Signing signing; // by which the coordinator knows who has sent a proof
  private final Optional<Supplier<OpenedSums>> opened; // empty: sums of all members or none
  private final boolean bound; // masks depend on all asks so far
  private final RefusedProof.Listener proofs;
  private final Challenges challenges = new Challenges();

  private MaskedSum(
      SumGroup group,
      Function<PartyId, Channels> channels,
      Signing signing,
      Optional<Supplier<OpenedSums>> opened,
      boolean bound,
      RefusedProof.Listener proofs) {
    this.group = group;
    this.channels = channels;
    this.signing = signing;
    this.opened = opened;
    this.bound = bound;
    this.proofs = proofs;
  }

  private MaskedSum(SumGroup group, Signing signing, Optional<Supplier<OpenedSums>> opened) {
    this(
        group,
        me -> new Channels(group, group.numberOf(me), signing),
        signing,
        opened,
        false,
        RefusedProof.Listener.NOBODY);
  }

  /**
   * A party's keys with the others that several runs among the same parties share: it signs its own
   * once, and verifies the others' once. Masks and shares have keys that each sum derives from them
   * and from numbers drawn for it alone, so that none is used twice.
   */
  public static final class Keys {
    private final Channels channels;

    /**
     * @param purpose what these runs have in common: the same for all parties
     */
    public Keys(SortedSet<PartyId> parties, byte[] purpose, PartyId me, Signing signing) {
      SumGroup group = SumGroup.whole(purpose, parties);
      this.channels = new Channels(group, group.numberOf(me), signing);
    }
  }

  /**
   * Returns a protocol for sums of the remaining parties, which must be more than two thirds.
   *
   * @param run the identity of the run: the same for all parties, and different for every run
   */
  public static MaskedSum among(SortedSet<PartyId> parties, byte[] run, Signing signing) {
    return new MaskedSum(SumGroup.of(run, parties), signing, Optional.of(OpenedSums::inMemory));
  }

  /**
   * Returns the same protocol for a party that may be restarted.
   *
   * @param opened the file of the members over which sums of this training were opened
   * @param leftOut the file of the members left out in all trainings of the study
   */
  public static MaskedSum among(
      SortedSet<PartyId> parties, byte[] run, Signing signing, Path opened, Path leftOut) {
    SumGroup group = SumGroup.of(run, parties);
    return new MaskedSum(
        group,
        signing,
        Optional.of(() -> OpenedSums.in(opened, new ExcludedMembers(leftOut, group))));
  }

  /** Returns the number of parties that may leave a study which continues without them. */
  public static int mayLeave(int parties) {
    return parties - SumGroup.least(parties);
  }

  /**
   * Returns a protocol for sums of all parties or none, for links that wait for an absent party.
   * Parties agree keys once, and a sum takes no message but its words. A sum that all of them
   * repeat after a restart is the same sum, so that no party has to remember what it has unmasked.
   */
  public static MaskedSum ofAll(SortedSet<PartyId> parties, byte[] run, Signing signing) {
    return new MaskedSum(SumGroup.whole(run, parties), signing, Optional.empty());
  }

  /** Returns the same protocol for one run of several that share a party's keys. */
  public static MaskedSum ofAll(SortedSet<PartyId> parties, byte[] run, Keys keys) {
    return new MaskedSum(
        SumGroup.whole(run, parties),
        me -> keys.channels,
        keys.channels.signing(),
        Optional.empty(),
        false,
        RefusedProof.Listener.NOBODY);
  }

  /** Returns a protocol for sums of all parties in this process. */
  public static MaskedSum inProcess(SortedSet<PartyId> parties, byte[] run) {
    return ofAll(parties, run, Signing.inProcess(parties));
  }

  /** Returns a protocol for sums of the remaining parties in this process. */
  public static MaskedSum remaining(SortedSet<PartyId> parties, byte[] run) {
    return among(parties, run, Signing.inProcess(parties));
  }

  /**
   * Returns the same protocol for sums in which each party proves, to the coordinator and to all
   * other parties together, that its words are within the study's limits. A party that cannot is
   * named, unless the coordinator or another party helps it: one of them alone can answer a query
   * so that a false proof seems to hold.
   */
  public MaskedSum proved() {
    return proved(RefusedProof.Listener.NOBODY);
  }

  /**
   * Returns the same for a party.
   *
   * @param proofs hears of its proofs, and who has lied
   */
  public MaskedSum proved(RefusedProof.Listener proofs) {
    return new MaskedSum(group.proving(), channels, signing, opened, bound, proofs);
  }

  /**
   * Returns the same protocol with masks that cancel only among parties that were asked the same
   * from the beginning of the part. Parties must keep a record of asks, as between machines they
   * do. Sums of the remaining parties are not bound: whoever was away has missed some.
   */
  public MaskedSum bound() {
    return new MaskedSum(group, channels, signing, opened, opened.isEmpty(), proofs);
  }

  @Override
  public PartySide partySide(PartyId me) {
    Channels own = channels.apply(me);
    return opened.isPresent()
        ? new MaskedParty(group, me, own, opened.get().get(), proofs)
        : new WholeParty(group, me, own, bound, proofs);
  }

  @Override
  public CoordinatorSide coordinatorSide() {
    return opened.isPresent()
        ? new MaskedCoordinator(group, signing, challenges)
        : new WholeCoordinator(group, signing, challenges, bound);
  }
}

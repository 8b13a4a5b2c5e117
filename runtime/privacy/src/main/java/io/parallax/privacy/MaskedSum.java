package io.parallax.privacy;

import io.parallax.core.PartyId;
import io.parallax.engine.SumProtocol;
import java.nio.file.Path;
import java.util.SortedSet;
import java.util.function.Supplier;

/**
 * Sums of which nobody sees a summand: the secure aggregation of Bonawitz et al. (CCS 2017), in its
 * variant for a coordinator that lies, among 3 to 50 parties that all have keys with each other.
 *
 * <p>Who learns what: the coordinator learns the sum over the parties whose words have come, and
 * their number; a party learns nothing of another's words. This holds as long as the coordinator
 * and all who help it are fewer than a third of the parties. It does not hide what the sum itself
 * tells, and does not keep a party from sending wrong words.
 *
 * <p>Parties that drop out are masked out as long as more than two thirds are left. They do not
 * come back before the next training: sums with and without a party tell what it adds.
 */
public final class MaskedSum implements SumProtocol {
  private final Circle circle;
  private final Signing signing;
  private final Supplier<Opened> opened;

  private MaskedSum(Circle circle, Signing signing, Supplier<Opened> opened) {
    this.circle = circle;
    this.signing = signing;
    this.opened = opened;
  }

  /**
   * Of the parties that are left, more than two thirds.
   *
   * @param run what the sums belong to: the same for all parties, and for no other run
   */
  public static MaskedSum among(SortedSet<PartyId> parties, byte[] run, Signing signing) {
    return new MaskedSum(Circle.of(run, parties), signing, Opened::inMemory);
  }

  /**
   * The same at a party that may start again.
   *
   * @param opened where it keeps over whom sums of this training were opened
   * @param leftOut where it keeps who was left out, in all trainings of the study
   */
  public static MaskedSum among(
      SortedSet<PartyId> parties, byte[] run, Signing signing, Path opened, Path leftOut) {
    Circle circle = Circle.of(run, parties);
    return new MaskedSum(circle, signing, () -> Opened.in(opened, new LeftOut(leftOut, circle)));
  }

  /** How many of so many parties may leave a study that goes on without them. */
  public static int mayLeave(int parties) {
    return parties - Circle.least(parties);
  }

  /**
   * Of all parties or none, for links that wait for a party that is away. What all of them sum
   * again after a restart is the same sum again, so that no party has to remember what it has
   * unmasked.
   */
  public static MaskedSum ofAll(SortedSet<PartyId> parties, byte[] run, Signing signing) {
    return new MaskedSum(Circle.whole(run, parties), signing, Opened::inMemory);
  }

  /** Among parties in this process. */
  public static MaskedSum inProcess(SortedSet<PartyId> parties, byte[] run) {
    return among(parties, run, Signing.inProcess(parties));
  }

  @Override
  public PartySide partySide(PartyId me) {
    return new MaskedParty(circle, me, signing, opened.get());
  }

  @Override
  public CoordinatorSide coordinatorSide() {
    return new MaskedCoordinator(circle);
  }
}

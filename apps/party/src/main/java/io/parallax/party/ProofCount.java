package io.parallax.party;

import io.parallax.core.PartyId;
import io.parallax.core.RowLimits;
import io.parallax.core.Scaled;
import io.parallax.grpc.Part;
import io.parallax.math.Matrix;
import io.parallax.privacy.RefusedProof;
import java.lang.reflect.RecordComponent;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** The sums of one part to which this party adds, and those in which it has proved its words. */
final class ProofCount implements RefusedProof.Listener {
  private final Ledger ledger;
  private final Part part;
  private int sums;
  private int proved;
  private long lastSum;
  private long lastLimited;
  private long lastProved;

  ProofCount(Ledger ledger, Part part) {
    this.ledger = ledger;
    this.part = part;
  }

  /**
   * Counts a sum when its words leave; words that are sent again count once.
   *
   * @param limited whether the study limits all its rows
   */
  synchronized void adding(long exchange, boolean limited) {
    sums += exchange > lastSum ? 1 : 0;
    lastSum = Math.max(lastSum, exchange);
    lastLimited = limited ? exchange : lastLimited;
  }

  @Override
  public synchronized void proved(long exchange) {
    proved += exchange == lastLimited && exchange > lastProved ? 1 : 0;
    lastProved = Math.max(lastProved, exchange);
  }

  @Override
  public void refused(RefusedProof why) {
    ledger.heard(part.study(), part.name(), Ledger.REFUSED_PROOF, why.sentence());
  }

  /** Records the count at the end of the part. */
  synchronized void end() {
    if (sums > 0) {
      ledger.counted(
          part.study(),
          part.name(),
          Ledger.PROOFS,
          "proved %d of %d sums since the part was opened here".formatted(proved, sums));
    }
  }

  /** Returns true if the study limits all rows of a sum, so that a party proves them. */
  static boolean limited(PartyId me, Class<?> type, byte[] answer, RowLimits limits) {
    ByteBuffer shapes = ByteBuffer.wrap(answer).order(ByteOrder.LITTLE_ENDIAN);
    boolean some = false;
    for (RecordComponent component : type.getRecordComponents()) {
      if (component.getType() == Matrix.class || component.getType() == Scaled.class) {
        shapes.getInt();
        if (Double.isInfinite(limits.of(me, component, shapes.getInt()))) {
          return false;
        }
        some = true;
      }
    }
    return some;
  }
}

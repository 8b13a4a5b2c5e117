package io.parallax.privacy;

/** The same lies in sums of all members, which agree their keys once. */
class ProvedWholeSumTest extends ProvedSumTest {
  @Override
  ProvedRound round(int parties) {
    return new ProvedRound(parties, true, 1);
  }

  @Override
  int[] sizedStages() {
    return new int[] {ProofNotes.PROVE};
  }

  @Override
  int pledging() {
    return ProofNotes.PROVE;
  }

  @Override
  int firstPledge() {
    return 0;
  }
}

package io.parallax.privacy;

/** The same lies in sums of all members, which agree their keys once. */
class ProvedWholeSumTest extends ProvedSumTest {
  @Override
  boolean whole() {
    return true;
  }
}

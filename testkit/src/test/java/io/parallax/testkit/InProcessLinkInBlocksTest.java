package io.parallax.testkit;

/** The same contract with answers in small blocks. */
class InProcessLinkInBlocksTest extends InProcessLinkTest {
  @Override
  protected int block() {
    return 3;
  }
}

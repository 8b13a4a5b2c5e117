package io.parallax.grpc;

/** The same contract with answers in small blocks. */
class GrpcLinkInBlocksTest extends GrpcLinkTest {
  @Override
  protected int block() {
    return 3;
  }
}

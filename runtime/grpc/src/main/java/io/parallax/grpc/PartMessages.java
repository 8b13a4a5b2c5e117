package io.parallax.grpc;

import com.google.protobuf.ByteString;
import io.parallax.grpc.wire.Close;
import io.parallax.grpc.wire.Downward;
import io.parallax.grpc.wire.Open;
import io.parallax.grpc.wire.Skip;

/** The messages by which a coordinator opens, advances and ends a part at a party. */
final class PartMessages {
  private PartMessages() {}

  /**
   * @param process the name of the coordinator's process
   */
  static Downward open(Part part, byte[] opening, long newest, ByteString process) {
    return Downward.newBuilder()
        .setOpen(
            Open.newBuilder()
                .setTopic(part.topic())
                .setOpening(ByteString.copyFrom(opening))
                .setNewest(newest)
                .setProcess(process))
        .build();
  }

  static Downward skip(Part part, long sequence) {
    return Downward.newBuilder()
        .setSkip(Skip.newBuilder().setTopic(part.topic()).setSequence(sequence))
        .build();
  }

  static Downward close(Part part) {
    return Downward.newBuilder().setClose(Close.newBuilder().setTopic(part.topic())).build();
  }
}

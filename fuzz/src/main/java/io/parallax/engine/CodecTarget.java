package io.parallax.engine;

import io.parallax.core.Failure;
import io.parallax.core.ProtocolViolation;
import io.parallax.fuzz.Finding;
import io.parallax.fuzz.Target;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/** The codec of records; the first byte chooses the type of the message. */
public final class CodecTarget implements Target {
  private final List<Class<? extends Record>> types = Samples.records();

  @Override
  public String name() {
    return "codec";
  }

  @Override
  public String sentence() {
    return "a message of any type between parties and coordinator; written again it has the same bytes";
  }

  @Override
  public Set<Class<? extends Failure>> rejections() {
    return Set.of(ProtocolViolation.class);
  }

  @Override
  public List<byte[]> seeds() {
    List<byte[]> seeds = new ArrayList<>();
    for (int i = 0; i < Math.min(types.size(), 256); i++) {
      ByteArrayOutputStream seed = new ByteArrayOutputStream();
      seed.write(i);
      seed.writeBytes(MessageCodec.encode(Samples.sample(types.get(i)).orElseThrow()));
      seeds.add(seed.toByteArray());
    }
    return seeds;
  }

  @Override
  public void run(byte[] input) {
    if (input.length == 0) {
      return;
    }
    Class<? extends Record> type = types.get((input[0] & 0xff) % types.size());
    byte[] bytes = Arrays.copyOfRange(input, 1, input.length);
    Record message = MessageCodec.decode(type, bytes);
    Finding.unless(
        Arrays.equals(MessageCodec.encode(message), bytes),
        "a %s is written with other bytes than it was read from".formatted(type.getSimpleName()));
  }
}

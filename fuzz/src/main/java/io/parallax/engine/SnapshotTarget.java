package io.parallax.engine;

import io.parallax.core.Answers;
import io.parallax.core.Hashes;
import io.parallax.core.Party;
import io.parallax.core.ProtocolViolation;
import io.parallax.fuzz.FileTarget;
import io.parallax.fuzz.Finding;
import io.parallax.fuzz.Scratch;
import io.parallax.math.Matrix;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/** A party's saved state. */
public final class SnapshotTarget extends FileTarget {
  private static final byte[] RUN = Hashes.of(new byte[] {1});
  private static final int DIGEST = 32;
  private static final long NEWEST = 100;

  public SnapshotTarget() {
    super(
        "snapshot",
        "a party's saved state; it is restored up to an exchange that the coordinator remembers",
        Set.of(ProtocolViolation.class));
  }

  private static FilePartyStore store(Path file) {
    return new FilePartyStore(file, RUN, NEWEST, Duration.ZERO);
  }

  @Override
  protected List<byte[]> files() throws IOException {
    Path file = Scratch.empty("snapshot-seed").resolve("state");
    store(file).offer(7, new Keeping());
    return List.of(Files.readAllBytes(file));
  }

  @Override
  protected void repair(ByteBuffer file) {
    if (file.capacity() >= RUN.length + 8 + DIGEST) {
      int end = file.capacity() - DIGEST;
      file.put(0, RUN).put(end, Hashes.of(Arrays.copyOf(file.array(), end)));
    }
  }

  @Override
  protected void read(Path file) {
    Keeping party = new Keeping();
    long position = store(file).restore(party);
    Finding.unless(
        position >= 0 && position <= NEWEST, "a state of an exchange that was not asked");
    Finding.unless(position == 0 || party.restored, "a position without its state");
  }

  /** A party with each kind of component in its state. */
  private static final class Keeping implements Party {
    private Samples.Everything state =
        new Samples.Everything(
            Matrix.of(new double[][] {{1, 2}}), 0.5, 3, 4, true, "maple", new Samples.Inner(RUN));
    private boolean restored;

    @Override
    public Answers answers() {
      return new Answers();
    }

    @Override
    public Record state() {
      return state;
    }

    @Override
    public void restore(Record other) {
      state = (Samples.Everything) other;
      restored = true;
    }
  }
}

package io.parallax.engine;

import io.parallax.core.Hashes;
import io.parallax.core.Party;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Arrays;

/**
 * Keeps a party's state in one file, replaced as a whole at intervals: after a crash the exchanges
 * since the last save are answered again, with the same bits.
 */
public final class FilePartyStore implements PartyStore {
  private static final int DIGEST = 32;
  private static final long SYNC_NANOS = 1_000_000_000;
  private static final long LEAST_SHARE = 20; // saving takes at most a twentieth of the time
  private final Path file;
  private final byte[] run;
  private final long newest;
  private final Duration pause;
  private final DiskClock clock;
  private long lastSaved;
  private long lastSynced;
  private long lastTook;

  /**
   * @param run the identity of the run; a file of another run is ignored
   * @param newest the last exchange that the coordinator remembers; a later state is ignored
   */
  public FilePartyStore(Path file, byte[] run, long newest, Duration pause) {
    this.file = file;
    this.run = run.clone();
    this.newest = newest;
    this.pause = pause;
    this.clock = DiskClock.of(file);
    this.lastSaved = clock.nanos();
    this.lastSynced = lastSaved - SYNC_NANOS;
  }

  @Override
  public long restore(Party party) {
    if (!Files.exists(file)) {
      return 0;
    }
    try {
      byte[] all = Files.readAllBytes(file);
      int head = run.length + 8;
      if (all.length < head + DIGEST
          || !intact(all)
          || !Arrays.equals(run, 0, run.length, all, 0, run.length)) {
        return 0;
      }
      long position = ByteBuffer.wrap(all).getLong(run.length);
      if (position < 0 || position > newest) {
        return 0;
      }
      byte[] state = Arrays.copyOfRange(all, head, all.length - DIGEST);
      party.restore(MessageCodec.decode(party.state().getClass(), state));
      return position;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file, e);
    }
  }

  @Override
  public void offer(long position, Party party) {
    if (position == 0
        || clock.nanos() - lastSaved < Math.max(pause.toNanos(), LEAST_SHARE * lastTook)) {
      return;
    }
    long began = clock.nanos();
    byte[] state = MessageCodec.encode(party.state());
    ByteBuffer bytes = ByteBuffer.allocate(run.length + 8 + state.length + DIGEST);
    bytes.put(run).putLong(position).put(state);
    MessageDigest sha = Hashes.sha256();
    sha.update(bytes.array(), 0, bytes.position());
    bytes.put(sha.digest());
    DurableFile.replace(file, bytes.array(), synced());
    lastSaved = clock.nanos();
    lastTook = pause.isZero() ? 0 : lastSaved - began;
  }

  /**
   * Decides whether to sync a save. A state that is saved after every exchange is synced only at
   * intervals: a killed process loses nothing, and after a power failure a torn file is detected by
   * its digest.
   */
  private boolean synced() {
    long now = clock.nanos();
    if (now - lastSynced < SYNC_NANOS) {
      return false;
    }
    lastSynced = now;
    return true;
  }

  private static boolean intact(byte[] all) {
    MessageDigest sha = Hashes.sha256();
    sha.update(all, 0, all.length - DIGEST);
    return Arrays.equals(sha.digest(), 0, DIGEST, all, all.length - DIGEST, all.length);
  }
}

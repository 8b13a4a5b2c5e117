package io.parallax.simulator.disk;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntUnaryOperator;

/** The content of a file: as programs see it, as the disk has it, and the changes in between. */
final class DiskFile {
  private byte[] bytes = {};
  private byte[] durable = {};
  private final List<Change> unsynced = new ArrayList<>();

  /** A change that the disk does not have yet: bytes at a place, or a new length. */
  private record Change(int at, byte[] written) {
    /** Returns the content after this change, or after its first bytes only. */
    byte[] on(byte[] before, int most) {
      if (written == null) {
        return Arrays.copyOf(before, at);
      }
      int count = Math.min(most, written.length);
      byte[] after = Arrays.copyOf(before, Math.max(before.length, at + count));
      System.arraycopy(written, 0, after, at, count);
      return after;
    }

    int length() {
      return written == null ? 0 : written.length;
    }
  }

  byte[] bytes() {
    return bytes;
  }

  int size() {
    return bytes.length;
  }

  void write(int at, byte[] written) {
    change(new Change(at, written.clone()));
  }

  void truncate(int length) {
    if (length < bytes.length) {
      change(new Change(length, null));
    }
  }

  private void change(Change change) {
    bytes = change.on(bytes, Integer.MAX_VALUE);
    unsynced.add(change);
  }

  /** Waits until the disk has everything. */
  void sync() {
    durable = bytes;
    unsynced.clear();
  }

  /**
   * Goes back to what the disk has after a power failure: some of the changes, the last of them
   * perhaps in part, with zeros behind it.
   *
   * @param choice draws a number below the given one
   */
  void powerFailure(IntUnaryOperator choice, SimulatedDisk.Loss loss) {
    if (unsynced.isEmpty()) {
      return;
    }
    byte[] left = durable;
    int kept = choice.applyAsInt(unsynced.size() + 1);
    for (Change change : unsynced.subList(0, kept)) {
      left = change.on(left, Integer.MAX_VALUE);
    }
    if (kept < unsynced.size()) {
      Change torn = unsynced.get(kept);
      int part = torn.written == null ? 0 : choice.applyAsInt(torn.length() + 1);
      left = torn.written == null ? left : torn.on(left, part);
      loss.file(part > 0 && part < torn.length());
      if (choice.applyAsInt(2) == 0) {
        left = Arrays.copyOf(left, Math.max(left.length, bytes.length)); // blocks not written
      }
    }
    bytes = left;
    sync();
  }

  /** Returns a file with the same content, all of it on the disk. */
  DiskFile copy() {
    DiskFile copy = new DiskFile();
    copy.bytes = bytes;
    copy.sync();
    return copy;
  }
}

package io.parallax.simulator.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.FileSystemException;
import java.util.Arrays;

/** A file of a simulated disk, opened by one process. */
final class DiskChannel extends FileChannel {
  private final SimulatedDisk disk;
  private final DiskFile file; // null: a folder, which can only be synced
  private final String name;
  private final int process;
  private final boolean append;
  private long position;

  DiskChannel(SimulatedDisk disk, String name, DiskFile file, boolean append) {
    this.disk = disk;
    this.name = name;
    this.file = file;
    this.append = append;
    this.process = disk.process();
  }

  /** Begins an access; returns false if the disk is full. */
  private boolean begin(DiskStep step) throws IOException {
    disk.requireProcess(process);
    return begin(disk, step, name);
  }

  static boolean begin(SimulatedDisk disk, DiskStep step, String name) throws IOException {
    DiskFaults.Trouble trouble = disk.faults().before(step);
    if (trouble == DiskFaults.Trouble.ERROR) {
      throw new FileSystemException(name, null, "Input/output error");
    }
    return trouble == DiskFaults.Trouble.NONE;
  }

  static FileSystemException full(String name) {
    return new FileSystemException(name, null, "No space left on device");
  }

  @Override
  public int read(ByteBuffer into) throws IOException {
    int got = read(into, position);
    position += Math.max(0, got);
    return got;
  }

  @Override
  public int read(ByteBuffer into, long at) throws IOException {
    begin(DiskStep.READ);
    int count = (int) Math.min(into.remaining(), file.size() - at);
    if (count <= 0) {
      return into.hasRemaining() ? -1 : 0;
    }
    into.put(file.bytes(), (int) at, count);
    return count;
  }

  @Override
  public long read(ByteBuffer[] into, int offset, int length) {
    throw new UnsupportedOperationException("a simulated disk reads one buffer at a time");
  }

  @Override
  public int write(ByteBuffer from) throws IOException {
    position = append ? file.size() : position;
    int count = write(from, position);
    position += count;
    return count;
  }

  @Override
  public int write(ByteBuffer from, long at) throws IOException {
    boolean room = begin(DiskStep.WRITE);
    byte[] bytes = new byte[room ? from.remaining() : from.remaining() / 2];
    from.get(bytes);
    if (at > file.size()) {
      file.write(file.size(), new byte[(int) at - file.size()]);
    }
    file.write((int) at, bytes);
    if (!room) {
      throw full(name);
    }
    disk.faults().after(DiskStep.WRITE);
    return bytes.length;
  }

  @Override
  public long write(ByteBuffer[] from, int offset, int length) throws IOException {
    long count = 0;
    for (ByteBuffer one : Arrays.asList(from).subList(offset, offset + length)) {
      count += write(one);
    }
    return count;
  }

  @Override
  public long position() {
    return position;
  }

  @Override
  public FileChannel position(long to) {
    position = to;
    return this;
  }

  @Override
  public long size() {
    return file.size();
  }

  @Override
  public FileChannel truncate(long length) {
    disk.requireProcess(process);
    file.truncate((int) length);
    position = Math.min(position, length);
    return this;
  }

  @Override
  public void force(boolean metadata) throws IOException {
    DiskStep step = file == null ? DiskStep.SYNC_FOLDER : DiskStep.SYNC;
    if (!begin(step)) {
      throw full(name);
    }
    if (file == null) {
      disk.names().sync(name);
    } else {
      file.sync();
    }
    disk.faults().after(step);
  }

  @Override
  public long transferTo(long at, long count, WritableByteChannel to) throws IOException {
    int size = (int) Math.max(0, Math.min(count, file.size() - at));
    return size == 0 ? 0 : to.write(ByteBuffer.wrap(file.bytes(), (int) at, size));
  }

  @Override
  public long transferFrom(ReadableByteChannel from, long at, long count) {
    throw new UnsupportedOperationException("a simulated disk is written from buffers");
  }

  @Override
  public MappedByteBuffer map(MapMode mode, long at, long size) {
    throw new UnsupportedOperationException("a simulated disk is not mapped");
  }

  @Override
  public FileLock lock(long at, long size, boolean shared) {
    throw new UnsupportedOperationException("a simulated disk has one process");
  }

  @Override
  public FileLock tryLock(long at, long size, boolean shared) {
    throw new UnsupportedOperationException("a simulated disk has one process");
  }

  @Override
  protected void implCloseChannel() {}
}

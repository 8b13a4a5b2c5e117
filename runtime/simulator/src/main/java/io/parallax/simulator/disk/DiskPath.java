package io.parallax.simulator.disk;

import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.ArrayList;
import java.util.List;

/** A path on a simulated disk: names below the root, or below anything. */
record DiskPath(SimulatedDisk disk, boolean isAbsolute, List<String> names) implements Path {
  static final String SEPARATOR = "/";

  DiskPath {
    names = List.copyOf(names);
  }

  /** Returns the path that a text means. */
  static DiskPath of(SimulatedDisk disk, String text) {
    List<String> names = new ArrayList<>(List.of(text.split(SEPARATOR)));
    names.removeIf(String::isEmpty);
    return new DiskPath(disk, text.startsWith(SEPARATOR), names);
  }

  private DiskPath like(boolean absolute, List<String> others) {
    return new DiskPath(disk, absolute, others);
  }

  private static DiskPath own(Path path) {
    return (DiskPath) path;
  }

  @Override
  public FileSystem getFileSystem() {
    return disk;
  }

  @Override
  public Path getRoot() {
    return isAbsolute ? like(true, List.of()) : null;
  }

  @Override
  public Path getFileName() {
    return names.isEmpty() ? null : like(false, names.subList(names.size() - 1, names.size()));
  }

  @Override
  public Path getParent() {
    boolean none = names.isEmpty() || (names.size() == 1 && !isAbsolute);
    return none ? null : like(isAbsolute, names.subList(0, names.size() - 1));
  }

  @Override
  public int getNameCount() {
    return names.size();
  }

  @Override
  public Path getName(int index) {
    return like(false, List.of(names.get(index)));
  }

  @Override
  public Path subpath(int begin, int end) {
    return like(false, names.subList(begin, end));
  }

  @Override
  public boolean startsWith(Path other) {
    List<String> first = own(other).names;
    return own(other).isAbsolute == isAbsolute
        && first.size() <= names.size()
        && names.subList(0, first.size()).equals(first);
  }

  @Override
  public boolean endsWith(Path other) {
    List<String> last = own(other).names;
    return last.size() <= names.size()
        && names.subList(names.size() - last.size(), names.size()).equals(last);
  }

  @Override
  public Path normalize() {
    return this;
  }

  @Override
  public Path resolve(Path other) {
    DiskPath below = own(other);
    if (below.isAbsolute) {
      return below;
    }
    List<String> all = new ArrayList<>(names);
    all.addAll(below.names);
    return like(isAbsolute, all);
  }

  @Override
  public Path relativize(Path other) {
    if (!other.startsWith(this)) {
      throw new IllegalArgumentException(other + " is not below " + this);
    }
    List<String> longer = own(other).names;
    return like(false, longer.subList(names.size(), longer.size()));
  }

  @Override
  public URI toUri() {
    return URI.create(disk.provider().getScheme() + ":" + toAbsolutePath());
  }

  @Override
  public Path toAbsolutePath() {
    return isAbsolute ? this : like(true, names);
  }

  @Override
  public Path toRealPath(LinkOption... options) {
    return toAbsolutePath();
  }

  @Override
  public WatchKey register(
      WatchService watcher, WatchEvent.Kind<?>[] events, WatchEvent.Modifier... modifiers) {
    throw new UnsupportedOperationException("a simulated disk is not watched");
  }

  @Override
  public int compareTo(Path other) {
    return toString().compareTo(other.toString());
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof DiskPath path
        && path.disk == disk
        && path.isAbsolute == isAbsolute
        && path.names.equals(names);
  }

  @Override
  public int hashCode() {
    return names.hashCode();
  }

  @Override
  public String toString() {
    return (isAbsolute ? SEPARATOR : "") + String.join(SEPARATOR, names);
  }
}

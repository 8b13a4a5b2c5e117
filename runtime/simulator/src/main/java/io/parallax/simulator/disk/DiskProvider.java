package io.parallax.simulator.disk;

import java.io.IOException;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessMode;
import java.nio.file.CopyOption;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.FileSystemException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileAttributeView;
import java.nio.file.spi.FileSystemProvider;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The operations of a simulated disk, by which {@code java.nio.file.Files} reaches it. */
final class DiskProvider extends FileSystemProvider {
  private final SimulatedDisk disk;

  DiskProvider(SimulatedDisk disk) {
    this.disk = disk;
  }

  @Override
  public String getScheme() {
    return "simulated";
  }

  @Override
  public FileSystem newFileSystem(URI uri, Map<String, ?> environment) {
    throw new UnsupportedOperationException("a simulated disk is made by its simulation");
  }

  @Override
  public FileSystem getFileSystem(URI uri) {
    return disk;
  }

  @Override
  public Path getPath(URI uri) {
    return disk.path(uri.getSchemeSpecificPart());
  }

  private static String name(Path path) {
    return path.toAbsolutePath().toString();
  }

  private static String folder(Path path) {
    return name(path.toAbsolutePath().getParent());
  }

  @Override
  public SeekableByteChannel newByteChannel(
      Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
      throws IOException {
    return newFileChannel(path, options, attributes);
  }

  @Override
  public FileChannel newFileChannel(
      Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
      throws IOException {
    String name = name(path);
    Object found = disk.names().find(name);
    if (found == DiskNames.FOLDER) {
      return new DiskChannel(disk, name, null, false);
    }
    boolean fresh = options.contains(StandardOpenOption.CREATE_NEW);
    if (fresh && found != null) {
      throw new FileAlreadyExistsException(name);
    }
    boolean read =
        !options.contains(StandardOpenOption.WRITE) && !options.contains(StandardOpenOption.APPEND);
    if (found == null && (read || !fresh && !options.contains(StandardOpenOption.CREATE))) {
      throw new NoSuchFileException(name);
    }
    DiskFile file = found == null ? create(path) : (DiskFile) found;
    if (options.contains(StandardOpenOption.TRUNCATE_EXISTING) && !read) {
      file.truncate(0);
    }
    return new DiskChannel(disk, name, file, options.contains(StandardOpenOption.APPEND));
  }

  private DiskFile create(Path path) throws IOException {
    DiskFile file = new DiskFile();
    add(path, file);
    return file;
  }

  private void add(Path path, Object what) throws IOException {
    if (disk.names().find(folder(path)) != DiskNames.FOLDER) {
      throw new NoSuchFileException(name(path));
    }
    begin(DiskStep.CREATE, path);
    disk.names().put(folder(path), name(path), what);
    disk.faults().after(DiskStep.CREATE);
  }

  private void begin(DiskStep step, Path path) throws IOException {
    if (!DiskChannel.begin(disk, step, name(path))) {
      throw DiskChannel.full(name(path));
    }
  }

  @Override
  public DirectoryStream<Path> newDirectoryStream(
      Path folder, DirectoryStream.Filter<? super Path> filter) throws IOException {
    List<Path> all = disk.names().in(name(folder)).stream().map(disk::path).toList();
    return new DirectoryStream<>() {
      @Override
      public Iterator<Path> iterator() {
        return all.iterator();
      }

      @Override
      public void close() {}
    };
  }

  @Override
  public void createDirectory(Path path, FileAttribute<?>... attributes) throws IOException {
    if (disk.names().find(name(path)) != null) {
      throw new FileAlreadyExistsException(name(path));
    }
    add(path, DiskNames.FOLDER);
  }

  @Override
  public void delete(Path path) throws IOException {
    Object found = disk.names().find(name(path));
    if (found == null) {
      throw new NoSuchFileException(name(path));
    }
    if (found == DiskNames.FOLDER && !disk.names().in(name(path)).isEmpty()) {
      throw new DirectoryNotEmptyException(name(path));
    }
    begin(DiskStep.DELETE, path);
    disk.names().put(folder(path), name(path), null);
    disk.faults().after(DiskStep.DELETE);
  }

  @Override
  public void copy(Path from, Path to, CopyOption... options) {
    throw new UnsupportedOperationException("files of a simulated disk are not copied");
  }

  @Override
  public void move(Path from, Path to, CopyOption... options) throws IOException {
    if (disk.names().find(name(from)) == null) {
      throw new NoSuchFileException(name(from));
    }
    if (!folder(from).equals(folder(to))) {
      throw new FileSystemException(name(from), name(to), "is moved to another folder");
    }
    begin(DiskStep.RENAME, to);
    disk.names().rename(folder(from), name(from), name(to));
    disk.faults().after(DiskStep.RENAME);
  }

  @Override
  public boolean isSameFile(Path one, Path other) {
    return name(one).equals(name(other));
  }

  @Override
  public boolean isHidden(Path path) {
    return false;
  }

  @Override
  public FileStore getFileStore(Path path) {
    throw new UnsupportedOperationException("a simulated disk has no stores");
  }

  @Override
  public void checkAccess(Path path, AccessMode... modes) throws IOException {
    if (disk.names().find(name(path)) == null) {
      throw new NoSuchFileException(name(path));
    }
  }

  @Override
  public <V extends FileAttributeView> V getFileAttributeView(
      Path path, Class<V> type, LinkOption... options) {
    return null; // as a file system says that does not support it
  }

  @Override
  public <A extends BasicFileAttributes> A readAttributes(
      Path path, Class<A> type, LinkOption... options) throws IOException {
    checkAccess(path);
    Object found = disk.names().find(name(path));
    return type.cast(new DiskAttributes(found instanceof DiskFile file ? file : null));
  }

  @Override
  public Map<String, Object> readAttributes(Path path, String names, LinkOption... options)
      throws IOException {
    BasicFileAttributes all = readAttributes(path, BasicFileAttributes.class);
    return Map.of("size", all.size(), "lastModifiedTime", all.lastModifiedTime());
  }

  @Override
  public void setAttribute(Path path, String attribute, Object value, LinkOption... options) {
    throw new UnsupportedOperationException("files of a simulated disk have no attributes");
  }
}

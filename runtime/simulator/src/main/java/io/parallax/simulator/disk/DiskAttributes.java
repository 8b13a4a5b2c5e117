package io.parallax.simulator.disk;

import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;

/**
 * The attributes of a file or a folder.
 *
 * @param file its content; null for a folder
 */
record DiskAttributes(DiskFile file) implements BasicFileAttributes {
  private static final FileTime BEGIN = FileTime.fromMillis(0);

  @Override
  public FileTime lastModifiedTime() {
    return BEGIN;
  }

  @Override
  public FileTime lastAccessTime() {
    return BEGIN;
  }

  @Override
  public FileTime creationTime() {
    return BEGIN;
  }

  @Override
  public boolean isRegularFile() {
    return file != null;
  }

  @Override
  public boolean isDirectory() {
    return file == null;
  }

  @Override
  public boolean isSymbolicLink() {
    return false;
  }

  @Override
  public boolean isOther() {
    return false;
  }

  @Override
  public long size() {
    return file == null ? 0 : file.size();
  }

  @Override
  public Object fileKey() {
    return file;
  }
}

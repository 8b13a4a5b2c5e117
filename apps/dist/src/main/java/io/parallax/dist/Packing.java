package io.parallax.dist;

import io.parallax.dist.Tree.Item;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.zip.Deflater;
import org.apache.commons.compress.archivers.ar.ArArchiveEntry;
import org.apache.commons.compress.archivers.ar.ArArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.apache.commons.compress.archivers.zip.UnixStat;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipArchiveOutputStream;
import org.apache.commons.compress.compressors.gzip.GzipCompressorOutputStream;
import org.apache.commons.compress.compressors.gzip.GzipParameters;

/**
 * Archives whose bytes follow from their files alone: sorted, of one time, of one owner, whoever
 * makes them wherever.
 *
 * @param time of every file
 */
record Packing(Instant time) {
  /** Writes a gzipped tar; nearly all of it is jars, which are compressed already. */
  void tar(Tree tree, OutputStream to) throws IOException {
    GzipParameters plain = new GzipParameters();
    plain.setCompressionLevel(Deflater.BEST_SPEED);
    plain.setOperatingSystem(255); // unknown
    try (GzipCompressorOutputStream zipped = new GzipCompressorOutputStream(to, plain);
        TarArchiveOutputStream tar = new TarArchiveOutputStream(zipped, "UTF-8")) {
      tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_POSIX);
      for (String folder : tree.folders()) {
        put(tar, new TarArchiveEntry(folder), Tree.FOLDER);
        tar.closeArchiveEntry();
      }
      for (Map.Entry<String, Item> one : tree.items().entrySet()) {
        put(tar, one.getKey(), one.getValue());
      }
    }
  }

  private void put(TarArchiveOutputStream tar, String path, Item item) throws IOException {
    TarArchiveEntry entry;
    if (item.link().isEmpty()) {
      entry = new TarArchiveEntry(path);
      entry.setSize(item.size());
    } else {
      entry = new TarArchiveEntry(path, TarConstants.LF_SYMLINK);
      entry.setLinkName(item.link());
    }
    put(tar, entry, item.mode());
    copy(item, tar);
    tar.closeArchiveEntry();
  }

  private void put(TarArchiveOutputStream tar, TarArchiveEntry entry, int mode) throws IOException {
    entry.setModTime(FileTime.from(time));
    entry.setIds(0, 0);
    entry.setNames("root", "root");
    entry.setMode(mode);
    tar.putArchiveEntry(entry);
  }

  private static void copy(Item item, OutputStream to) throws IOException {
    try (InputStream from = item.content().open()) {
      from.transferTo(to);
    }
  }

  /** Writes a zip, for Windows. */
  void zip(Tree tree, OutputStream to) throws IOException {
    long stamp = // a zip has local time without a zone: the same digits everywhere
        LocalDateTime.ofInstant(time, ZoneOffset.UTC)
            .atZone(ZoneId.systemDefault())
            .toInstant()
            .toEpochMilli();
    try (ZipArchiveOutputStream zip = new ZipArchiveOutputStream(to)) {
      zip.setLevel(Deflater.BEST_SPEED);
      for (Map.Entry<String, Item> one : tree.items().entrySet()) {
        ZipArchiveEntry entry = new ZipArchiveEntry(one.getKey());
        entry.setTime(stamp);
        entry.setUnixMode(UnixStat.FILE_FLAG | one.getValue().mode());
        zip.putArchiveEntry(entry);
        copy(one.getValue(), zip);
        zip.closeArchiveEntry();
      }
    }
  }

  /**
   * Writes a package for Debian and Ubuntu: its control files, and the files as they are installed.
   */
  void deb(Tree control, Tree installed, Path to) throws IOException {
    Path data = Files.createTempFile(to.toAbsolutePath().getParent(), "data", ".tmp");
    try {
      try (OutputStream out = Files.newOutputStream(data)) {
        tar(installed, out);
      }
      ByteArrayOutputStream head = new ByteArrayOutputStream();
      tar(control, head);
      try (ArArchiveOutputStream deb = new ArArchiveOutputStream(Files.newOutputStream(to))) {
        part(deb, "debian-binary", "2.0\n".getBytes(StandardCharsets.US_ASCII));
        part(deb, "control.tar.gz", head.toByteArray());
        begin(deb, "data.tar.gz", Files.size(data));
        Files.copy(data, deb);
        deb.closeArchiveEntry();
      }
    } finally {
      Files.delete(data);
    }
  }

  private void part(ArArchiveOutputStream deb, String name, byte[] content) throws IOException {
    begin(deb, name, content.length);
    deb.write(content);
    deb.closeArchiveEntry();
  }

  private void begin(ArArchiveOutputStream deb, String name, long size) throws IOException {
    int mode = UnixStat.FILE_FLAG | Tree.PLAIN;
    deb.putArchiveEntry(new ArArchiveEntry(name, size, 0, 0, mode, time.getEpochSecond()));
  }
}

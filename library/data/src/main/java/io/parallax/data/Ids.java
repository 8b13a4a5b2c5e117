package io.parallax.data;

import java.nio.charset.StandardCharsets;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.RandomAccess;

/**
 * Many ids in little memory: the bytes of each (UTF-8) and four more, whereas a list of strings
 * takes about fifty more. An id becomes a string when it is read.
 */
public final class Ids extends AbstractList<String> implements RandomAccess {
  private static final int CHUNK = 1 << 12;
  private static final int LENGTH = 8; // of an id, to begin with
  private final List<Chunk> chunks = new ArrayList<>();
  private int size;

  /** A run of ids, and the end of each. */
  private static final class Chunk {
    private byte[] text = new byte[CHUNK * LENGTH];
    private int[] ends = new int[CHUNK];
    private int count;

    String get(int i) {
      int from = i == 0 ? 0 : ends[i - 1];
      return new String(text, from, ends[i] - from, StandardCharsets.UTF_8);
    }

    void add(String id) {
      byte[] bytes = id.getBytes(StandardCharsets.UTF_8);
      int from = count == 0 ? 0 : ends[count - 1];
      if (from + bytes.length > text.length) {
        text = Arrays.copyOf(text, Math.max(2 * text.length, from + bytes.length));
      }
      System.arraycopy(bytes, 0, text, from, bytes.length);
      ends[count++] = from + bytes.length;
    }

    /** Releases unused memory; no more ids are added. */
    void trim() {
      text = Arrays.copyOf(text, count == 0 ? 0 : ends[count - 1]);
      ends = Arrays.copyOf(ends, count);
    }
  }

  /** Makes an empty list. */
  Ids() {}

  public static List<String> of(List<String> ids) {
    return ids instanceof Ids ? ids : of(ids.iterator());
  }

  /** Collects ids one by one. */
  public static List<String> of(Iterator<String> ids) {
    Ids all = new Ids();
    ids.forEachRemaining(all::append);
    return all.complete();
  }

  /** Appends an id; only until the list is {@link #complete}. */
  void append(String id) {
    if (size % CHUNK == 0) {
      complete();
      chunks.add(new Chunk());
    }
    chunks.get(chunks.size() - 1).add(id);
    size = Math.addExact(size, 1);
  }

  /** Ends the list. */
  Ids complete() {
    if (!chunks.isEmpty()) {
      chunks.get(chunks.size() - 1).trim();
    }
    return this;
  }

  @Override
  public String get(int i) {
    Objects.checkIndex(i, size);
    return chunks.get(i / CHUNK).get(i % CHUNK);
  }

  @Override
  public int size() {
    return size;
  }
}

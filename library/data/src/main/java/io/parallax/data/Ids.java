package io.parallax.data;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.RandomAccess;

/**
 * Many ids in little memory: the bytes of each (UTF-8) and four more, where a list of strings takes
 * about fifty more. An id becomes a string when somebody looks at it.
 */
public final class Ids extends AbstractList<String> implements RandomAccess {
  private static final int CHUNK = 1 << 12;
  private final List<Chunk> chunks;
  private final int size;

  /** Ids one after the other, and where each ends. */
  private record Chunk(byte[] text, int[] ends) {
    String get(int i) {
      int from = i == 0 ? 0 : ends[i - 1];
      return new String(text, from, ends[i] - from, StandardCharsets.UTF_8);
    }
  }

  private Ids(List<Chunk> chunks, int size) {
    this.chunks = chunks;
    this.size = size;
  }

  public static List<String> of(List<String> ids) {
    return ids instanceof Ids ? ids : of(ids.iterator());
  }

  /** Takes them one by one. */
  public static List<String> of(Iterator<String> ids) {
    List<Chunk> chunks = new ArrayList<>();
    int size = 0;
    while (ids.hasNext()) {
      Chunk next = next(ids);
      chunks.add(next);
      size = Math.addExact(size, next.ends.length);
    }
    return new Ids(List.copyOf(chunks), size);
  }

  private static Chunk next(Iterator<String> ids) {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    int[] ends = new int[CHUNK];
    int count = 0;
    while (count < CHUNK && ids.hasNext()) {
      text.writeBytes(ids.next().getBytes(StandardCharsets.UTF_8));
      ends[count++] = text.size();
    }
    return new Chunk(text.toByteArray(), Arrays.copyOf(ends, count));
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

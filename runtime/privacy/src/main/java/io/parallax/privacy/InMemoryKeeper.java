package io.parallax.privacy;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A keeper for an alignment in one process: stores no result, and notes only until the alignment
 * ends.
 */
public class InMemoryKeeper implements AlignParty.Keeper {
  private final Map<String, String> notes = new HashMap<>();

  @Override
  public String kept() {
    return "";
  }

  @Override
  public void keep(String name, List<String> common) {}

  @Override
  public void keep(String name, List<String> held, int[] places, int rows) {}

  @Override
  public synchronized Optional<String> noted(String what) {
    return Optional.ofNullable(notes.get(what));
  }

  @Override
  public synchronized boolean note(String what, String content) {
    String before = notes.putIfAbsent(what, content);
    return before == null || before.equals(content);
  }

  @Override
  public void show(String sizes) {}
}

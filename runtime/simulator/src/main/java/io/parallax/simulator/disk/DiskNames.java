package io.parallax.simulator.disk;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntUnaryOperator;

/** The names of files and folders: as programs see them, as the disk has them, and the changes. */
final class DiskNames {
  private final TreeMap<String, Object> names = new TreeMap<>();
  private final TreeMap<String, Object> durable = new TreeMap<>();
  private final Map<String, List<Change>> unsynced = new LinkedHashMap<>(); // by folder

  /** Marks a folder. */
  static final Object FOLDER = new Object();

  /** A change of one or two names of a folder; null removes a name. */
  private record Change(Map<String, Object> now) {
    void on(Map<String, Object> all) {
      now.forEach(
          (name, what) -> {
            if (what == null) {
              all.remove(name);
            } else {
              all.put(name, what);
            }
          });
    }
  }

  DiskNames() {
    names.put("/", FOLDER);
    durable.put("/", FOLDER);
  }

  /** Returns the file, or {@link #FOLDER}, or null. */
  Object find(String name) {
    return names.get(name);
  }

  void put(String folder, String name, Object what) {
    Map<String, Object> now = new LinkedHashMap<>();
    now.put(name, what);
    change(folder, now);
  }

  void rename(String folder, String from, String to) {
    Map<String, Object> now = new LinkedHashMap<>();
    now.put(to, names.get(from));
    now.put(from, null);
    change(folder, now);
  }

  private void change(String folder, Map<String, Object> now) {
    Change change = new Change(now);
    change.on(names);
    unsynced.computeIfAbsent(folder, f -> new ArrayList<>()).add(change);
  }

  /** Returns the names in a folder. */
  List<String> in(String folder) {
    String start = folder.endsWith("/") ? folder : folder + "/";
    return names.tailMap(start, false).keySet().stream()
        .takeWhile(name -> name.startsWith(start))
        .filter(name -> name.indexOf('/', start.length()) < 0)
        .toList();
  }

  void sync(String folder) {
    List<Change> changes = unsynced.remove(folder);
    if (changes != null) {
      changes.forEach(change -> change.on(durable));
    }
  }

  /** Goes back to what the disk has: in each folder the first of its changes. */
  void powerFailure(IntUnaryOperator choice, SimulatedDisk.Loss loss) {
    for (List<Change> changes : unsynced.values()) {
      int kept = choice.applyAsInt(changes.size() + 1);
      changes.subList(0, kept).forEach(change -> change.on(durable));
      if (kept < changes.size()) {
        loss.name();
      }
    }
    names.clear();
    for (var name : durable.entrySet()) { // a folder precedes what is in it
      String folder = name.getKey().substring(0, Math.max(1, name.getKey().lastIndexOf('/')));
      if (name.getKey().equals("/") || names.get(folder) == FOLDER) {
        names.put(name.getKey(), name.getValue());
      }
    }
    syncAll();
    files().forEach(file -> file.powerFailure(choice, loss));
  }

  private void syncAll() {
    unsynced.clear();
    durable.clear();
    durable.putAll(names);
  }

  private List<DiskFile> files() {
    return names.values().stream()
        .filter(DiskFile.class::isInstance)
        .map(DiskFile.class::cast)
        .distinct()
        .toList();
  }

  /** Takes over copies of all files. */
  void copy(DiskNames other) {
    names.clear();
    other.names.forEach(
        (name, what) -> names.put(name, what instanceof DiskFile file ? file.copy() : what));
    syncAll();
  }
}

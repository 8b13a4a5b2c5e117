package io.parallax.party;

import io.parallax.core.BadInput;
import io.parallax.core.Hashes;
import io.parallax.core.Refused;
import io.parallax.engine.DurableFile;
import io.parallax.privacy.LookupLimits;
import io.parallax.study.PredictionTerms;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Counts what joint predictions reveal of this party's people, over all studies: people asked for
 * in a day, predictions of each person in 30 days, and other parties' ids that were blinded in a
 * day. Every count is on disk before it is acted on, so that it outlives a crash. People are named
 * by a code that only this party can make.
 */
final class PredictionCounts {
  private static final int DAYS = 30;
  private static final int CODE = 16;
  private static final String WANTED = "wanted";
  private static final String FOUND = "found";
  private static final String LISTED = "listed";
  private final Path file;
  private final byte[] secret;
  private final Clock clock;
  private final Map<String, Long> wanted = new HashMap<>();
  private final Map<String, List<LocalDate>> found = new HashMap<>();
  private final Map<String, Long> listed = new HashMap<>();
  private final Set<String> blocks = new HashSet<>();
  private LocalDate read = LocalDate.MIN; // the day on which the file was read

  PredictionCounts(Path state, Clock clock) {
    this.file = state.resolve("predictions").resolve("counts");
    this.secret = Secret.bytes(state, "predictions");
    this.clock = clock;
  }

  /**
   * Returns the limits of one study.
   *
   * @param policy the owner's limits for all studies
   * @param most the most ids of another party that are blinded in a day
   */
  LookupLimits of(String study, PredictionTerms terms, Policy.Predictions policy, long most) {
    return new LookupLimits() {
      @Override
      public void listed(String owner, byte[] points) {
        countListed(owner, points, most);
      }

      @Override
      public void wanted(int people) {
        countWanted(study, people, terms.day(), policy.day());
      }

      @Override
      public void found(List<String> ids) {
        countFound(ids, Math.min(terms.person(), policy.person()));
      }
    };
  }

  private LocalDate today() {
    return LocalDate.now(clock);
  }

  private synchronized void countWanted(String study, int people, int ofStudy, int ofAll) {
    readDaily();
    String own = today() + " " + study;
    String all = today().toString();
    requireDay(wanted.getOrDefault(own, 0L), people, ofStudy, "the study's predict.day");
    requireDay(wanted.getOrDefault(all, 0L), people, ofAll, "the owner's policy.predictions.day");
    write(WANTED, study + " " + people);
    add(wanted, own, people);
    add(wanted, all, people);
  }

  private static void requireDay(long before, int people, int most, String rule) {
    if (before + people > most) {
      throw new Refused(
          "%d people are asked for; %s is %d in a day, and fewer are left; ask for fewer, or tomorrow"
              .formatted(people, rule, most));
    }
  }

  private synchronized void countFound(List<String> ids, int most) {
    readDaily();
    List<String> codes = ids.stream().map(this::code).toList();
    LocalDate since = today().minusDays(DAYS);
    long over =
        codes.stream()
            .filter(
                code ->
                    found.getOrDefault(code, List.of()).stream().filter(since::isBefore).count()
                        >= most)
            .count();
    if (over > 0) {
      throw new Refused(
          "%d of the people asked for %s predicted %d times in %d days, which is the most; ask for the others, or later"
              .formatted(over, over == 1 ? "was" : "were", most, DAYS));
    }
    write(FOUND, String.join(" ", codes));
    codes.forEach(code -> met(code, today()));
  }

  private void met(String code, LocalDate day) {
    found.computeIfAbsent(code, c -> new ArrayList<>()).add(day);
  }

  /** Counts a block once: the same one tells nothing new. */
  private synchronized void countListed(String owner, byte[] points, long most) {
    readDaily();
    String block = HexFormat.of().formatHex(Hashes.of(points));
    int ids = points.length / 32;
    String key = today() + " " + owner;
    if (blocks.contains(block)) {
      return;
    }
    if (listed.getOrDefault(key, 0L) + ids > most) {
      throw new Refused(
          "party %s lists more ids in a day than the %d of the owner's policy.align-most; ask its owner whether that is intended"
              .formatted(owner, most));
    }
    write(LISTED, owner + " " + ids + " " + block);
    blocks.add(block);
    add(listed, key, ids);
  }

  /** Removes what was counted of these people, and returns how many predictions that were. */
  synchronized int forget(Collection<String> ids) {
    readDaily();
    Set<String> codes = ids.stream().map(this::code).collect(Collectors.toSet());
    int removed = codes.stream().mapToInt(c -> found.getOrDefault(c, List.of()).size()).sum();
    if (removed > 0) {
      found.keySet().removeAll(codes);
      try {
        List<String> kept = new ArrayList<>();
        for (String line : wholeLines()) {
          kept.add(
              String.join(
                  " ", Stream.of(line.split(" ")).filter(w -> !codes.contains(w)).toList()));
        }
        DurableFile.replace(
            file, (String.join("\n", kept) + "\n").getBytes(StandardCharsets.US_ASCII));
      } catch (IOException e) {
        throw new BadInput(file + " cannot be read; restore it", e);
      }
    }
    return removed;
  }

  private static void add(Map<String, Long> counts, String key, long more) {
    counts.merge(key, more, Long::sum);
  }

  private String code(String id) {
    byte[] text = id.getBytes(StandardCharsets.UTF_8);
    byte[] both = ByteBuffer.allocate(secret.length + text.length).put(secret).put(text).array();
    return HexFormat.of().formatHex(Hashes.of(both)).substring(0, CODE);
  }

  /** Reads what was counted in the last 30 days, once a day, and drops what is older. */
  private void readDaily() {
    if (read.equals(today())) {
      return;
    }
    List.of(wanted, found, listed).forEach(Map::clear);
    blocks.clear();
    try {
      List<String> kept = new ArrayList<>();
      LocalDate since = today().minusDays(DAYS);
      for (String line : wholeLines()) {
        String[] words = line.split(" ");
        LocalDate day = LocalDate.parse(words[0]);
        if (day.isAfter(since)) {
          kept.add(line + "\n");
          take(day, words);
        }
      }
      if (Files.exists(file)) {
        DurableFile.replace(file, String.join("", kept).getBytes(StandardCharsets.US_ASCII));
      }
      read = today();
    } catch (IOException | RuntimeException e) {
      throw new BadInput(
          file + " cannot be read, and without it predictions cannot be counted; restore it", e);
    }
  }

  /** Returns all lines but one that a crash or a full disk has cut off: it was never acted on. */
  private List<String> wholeLines() throws IOException {
    String text = Files.exists(file) ? Files.readString(file, StandardCharsets.US_ASCII) : "";
    return text.substring(0, text.lastIndexOf('\n') + 1).lines().toList();
  }

  private void take(LocalDate day, String[] words) {
    switch (words[1]) {
      case WANTED -> {
        add(wanted, day + " " + words[2], Long.parseLong(words[3]));
        add(wanted, day.toString(), Long.parseLong(words[3]));
      }
      case LISTED -> {
        add(listed, day + " " + words[2], Long.parseLong(words[3]));
        blocks.add(words[4]);
      }
      default -> {
        for (int i = 2; i < words.length; i++) {
          met(words[i], day);
        }
      }
    }
  }

  private void write(String what, String content) {
    byte[] line =
        "%s %s %s\n".formatted(today(), what, content).getBytes(StandardCharsets.US_ASCII);
    try {
      DurableFile.makeFolder(file.getParent());
      boolean begun = Files.exists(file);
      try (FileChannel channel =
          FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
        append(channel, ByteBuffer.wrap(line));
      }
      if (!begun) {
        DurableFile.syncFolder(file);
      }
    } catch (IOException e) {
      throw new Refused("predictions cannot be counted on this party's disk; make room there");
    }
  }

  /** Adds a line as a whole, or leaves the file as it was. */
  private static void append(FileChannel channel, ByteBuffer line) throws IOException {
    long end = channel.size();
    channel.position(end);
    try {
      while (line.hasRemaining()) {
        channel.write(line);
      }
      channel.force(false);
    } catch (IOException e) {
      channel.truncate(end);
      throw e;
    }
  }
}

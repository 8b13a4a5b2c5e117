package io.parallax.privacy;

import io.parallax.engine.LimitedRows;
import io.parallax.privacy.proof.Projections;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;

/**
 * Texts by name, from which others can see who has lied about a proof: what all members heard, and
 * what those concerned sent, with their signatures. {@link EvidenceCheck} reads it.
 *
 * <p>Words, digits and proofs are those of members whose proof does not hold alone, under the masks
 * that each pair has in common; the coordinator has them like this. A secret of a pair is there
 * only if the two contradict each other: then the one that lies has it anyway.
 */
final class Evidence {
  static final String KIND = "parallax evidence 1";
  private static final HexFormat HEX = HexFormat.of();
  private final SumGroup group;
  private final int count;
  private final SortedMap<String, String> all = new TreeMap<>();

  Evidence(
      SumGroup group,
      byte[] sealing,
      byte[] challenge,
      SortedMap<Integer, List<LimitedRows>> limits,
      int count) {
    this.group = group;
    this.count = count;
    all.put("kind", KIND);
    all.put("run", HEX.formatHex(group.run()));
    all.put("parties", String.join(",", group.members().stream().map(id -> id.name()).toList()));
    all.put("threshold", Integer.toString(group.threshold()));
    all.put("sealing", HEX.formatHex(sealing));
    all.put("challenge", HEX.formatHex(challenge));
    all.put("count", Integer.toString(count));
    limits.forEach((member, own) -> all.put("limits of " + name(member), text(own)));
  }

  private String name(int member) {
    return group.member(member).name();
  }

  private static String text(List<LimitedRows> rows) {
    List<String> lines = new ArrayList<>();
    for (LimitedRows one : rows) {
      lines.add(
          "%d %d %d %s %s %s"
              .formatted(
                  one.from(), one.rows(), one.cols(), one.middle(), one.most(), one.by().name()));
    }
    return String.join(";", lines);
  }

  /** Reads what {@link #text} has written. */
  static List<LimitedRows> limits(String text) {
    List<LimitedRows> rows = new ArrayList<>();
    for (String line : text.split(";")) {
      String[] parts = line.split(" ");
      rows.add(
          new LimitedRows(
              Integer.parseInt(parts[0]),
              Integer.parseInt(parts[1]),
              Integer.parseInt(parts[2]),
              Double.parseDouble(parts[3]),
              Double.parseDouble(parts[4]),
              LimitedRows.By.valueOf(parts[5])));
    }
    return rows;
  }

  void query(byte[] note) {
    all.put("query", HEX.formatHex(note));
  }

  void each(byte[] note) {
    all.put("each", HEX.formatHex(note));
  }

  void dispute(byte[] note) {
    all.put("dispute", HEX.formatHex(note));
  }

  /** Adds what a member has signed about its proof. */
  void proof(int member, byte[] head, byte[] pledged, byte[] signature) {
    byte[] both = Prover.join(head, pledged);
    all.put("announced by " + name(member), HEX.formatHex(Prover.join(both, signature)));
  }

  /** Adds hashes of what a member told about the others, or expected of them, and its signature. */
  void told(int member, boolean answers, byte[] signed) {
    all.put((answers ? "told by " : "account of ") + name(member), HEX.formatHex(signed));
  }

  /** Adds the answer of one member about another. */
  void answer(int of, int about, byte[] answer) {
    if (of != about) {
      all.put("answer of " + name(of) + " about " + name(about), HEX.formatHex(answer));
    }
  }

  void opened(int member, byte[] signed) {
    all.put("opened by " + name(member), HEX.formatHex(signed));
  }

  /** Adds the digits, proof and words of a member, as the coordinator has them. */
  void sent(int member, byte[] proof, Projections.Words words) {
    all.put("proof of " + name(member), HEX.formatHex(proof));
    long[] own = new long[count];
    words.read(0, own, count);
    ByteBuffer bytes = ByteBuffer.allocate(8 * count);
    bytes.asLongBuffer().put(own);
    all.put("words of " + name(member), HEX.formatHex(bytes.array()));
  }

  /** Returns all of it once it is known who has lied. */
  SortedMap<String, String> found(SortedSet<Integer> liars) {
    all.put("found", String.join(",", liars.stream().map(this::name).toList()));
    return all;
  }

  /** Returns the hash by which parties know this evidence. */
  static byte[] hash(SortedMap<String, String> all) {
    StringBuilder text = new StringBuilder();
    all.forEach((name, one) -> text.append(name).append('\n').append(one).append('\n'));
    return MaskedAttempt.hash(text.toString().getBytes(StandardCharsets.UTF_8));
  }
}

package io.parallax.privacy;

import io.parallax.core.BadInput;
import io.parallax.core.Failure;
import io.parallax.core.Hashes;
import io.parallax.core.PartyId;
import io.parallax.data.Json;
import io.parallax.engine.LimitedRows;
import io.parallax.fuzz.Finding;
import io.parallax.fuzz.Scratch;
import io.parallax.fuzz.Target;
import io.parallax.remote.EvidenceFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Evidence of a lie about a proved sum. Signatures would stop a fuzzer, so that whatever ends in an
 * odd byte is one.
 */
public final class EvidenceTarget implements Target {
  private static final int COUNT = 4;
  private static final byte[] HASH = Hashes.of(new byte[] {1});

  @Override
  public String name() {
    return "evidence";
  }

  @Override
  public String sentence() {
    return "a file of evidence about a proved sum; there is one finding for each accused party";
  }

  @Override
  public Set<Class<? extends Failure>> rejections() {
    return Set.of(BadInput.class);
  }

  @Override
  public int longest() {
    return 16 << 10;
  }

  @Override
  public List<String> words() {
    return List.of(
        "\"found\"",
        "\"dispute\"",
        "\"query\"",
        "\"each\"",
        "announced by ",
        "told by ",
        "account of ",
        "opened by ",
        "answer of alder about birch",
        "null",
        "limits of ",
        "\"count\":\"268435456\"");
  }

  @Override
  public List<byte[]> seeds() throws IOException {
    List<byte[]> seeds = new ArrayList<>();
    for (int members : new int[] {3, 4}) {
      SortedMap<String, String> evidence = evidence(members);
      EvidenceFile file = new EvidenceFile("ab", "split-01", "{}", "00", evidence);
      seeds.add(Json.MAPPER.writeValueAsBytes(file));
    }
    return seeds;
  }

  /** Returns evidence of which only the signatures are not what they should be. */
  private static SortedMap<String, String> evidence(int parties) {
    List<PartyId> members = List.copyOf(MaskNotesTarget.members()).subList(0, parties);
    SumGroup group = SumGroup.whole(HASH, new TreeSet<>(members)).proving();
    SortedMap<Integer, List<LimitedRows>> limits = new TreeMap<>();
    LimitedRows rows = new LimitedRows(0, 2, 2, 0, 0x1p30, LimitedRows.By.values()[0]);
    members.forEach(id -> limits.put(group.numberOf(id), List.of(rows)));
    Evidence all = new Evidence(group, HASH, HASH, limits, COUNT);
    byte[] announced = new byte[ProofNotes.Announced.HEAD + (parties - 1) * Secrets.SIZE];
    byte[] head = Arrays.copyOf(announced, ProofNotes.Announced.HEAD);
    SortedMap<Integer, byte[]> by = new TreeMap<>();
    limits.keySet().forEach(number -> by.put(number, announced));
    byte[] note = MaskNotes.collected(ProofNotes.TOTAL, by);
    byte[] query = new byte[Secrets.SIZE + note.length];
    System.arraycopy(note, 1, query, 1 + Secrets.SIZE, note.length - 1);
    query[0] = ProofNotes.TOTAL;
    all.query(query);
    byte[] each = new byte[1 + Secrets.SIZE];
    each[0] = ProofNotes.CHECK;
    all.each(each);
    all.dispute(ProofNotes.dispute(List.of(new ProofNotes.Pair(1, 2)), List.of(HASH, HASH)));
    byte[] signed = new byte[parties * Secrets.SIZE + 1];
    signed[signed.length - 1] = 1;
    all.proof(1, head, new byte[parties * Secrets.SIZE], new byte[] {1});
    all.told(1, true, signed);
    all.told(1, false, signed);
    all.opened(1, signed);
    all.answer(2, 1, HASH);
    all.sent(1, HASH, (from, to, count) -> {});
    return all.found(new TreeSet<>(List.of(1)));
  }

  @Override
  public void run(byte[] input) throws IOException {
    Path file = Scratch.file("evidence.json", input);
    EvidenceFile read = EvidenceFile.read(file);
    read.hash();
    EvidenceCheck.run(read.evidence());
    List<EvidenceCheck.Finding> findings =
        EvidenceCheck.check(read.evidence(), new OddSignatures());
    Finding.unless(!findings.isEmpty(), "evidence about nobody");
  }

  /** Signatures that a fuzzer can write. */
  private static final class OddSignatures implements Signing {
    @Override
    public byte[] sign(PartyId me, byte[] content) {
      return new byte[] {1};
    }

    @Override
    public boolean signed(PartyId who, byte[] content, byte[] signature) {
      return signature.length > 0 && (signature[signature.length - 1] & 1) == 1;
    }
  }
}

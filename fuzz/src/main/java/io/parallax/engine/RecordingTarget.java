package io.parallax.engine;

import io.parallax.core.BadInput;
import io.parallax.core.Hashes;
import io.parallax.core.PartyId;
import io.parallax.core.ProtocolViolation;
import io.parallax.fuzz.FileTarget;
import io.parallax.fuzz.Finding;
import io.parallax.fuzz.Scratch;
import io.parallax.math.Matrix;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;

/** Messages of a training, recorded for attacks. */
public final class RecordingTarget extends FileTarget {
  private static final int HASH = 32;

  public RecordingTarget() {
    super(
        "recording",
        "the recorded messages of a training; no more exchanges are read than were recorded",
        Set.of(BadInput.class, ProtocolViolation.class));
  }

  @Override
  protected List<byte[]> files() throws IOException {
    Envelope envelope = new Envelope(Samples.asks());
    Samples.Summed summand = new Samples.Summed(Matrix.of(new double[][] {{1, 2}}), 0.5, 3, 4);
    ByteBuffer answer = Envelope.allocate(FixedPoint.shapesOf(summand), 6);
    new FixedPoint(2).encode(summand, 0, answer.asLongBuffer());
    TreeMap<PartyId, byte[]> answers = new TreeMap<>();
    answers.put(PartyId.of("birch"), answer.array());
    answers.put(PartyId.of("maple"), answer.array());
    List<byte[]> exchanges = new ArrayList<>();
    Link link = Transcript.recording(new OneAnswer(answers), exchanges::add);
    link.exchange(envelope.seal(1, new Samples.AskSummed(1)));
    link.exchange(envelope.seal(2, new Samples.AskSummed(2)));
    Path file = Scratch.empty("recording-seed").resolve("transcript");
    try (TranscriptFile written = TranscriptFile.open(file)) {
      exchanges.forEach(written::add);
      written.end();
    }
    return List.of(Files.readAllBytes(file));
  }

  /** A link to parties that always answer the same. */
  private record OneAnswer(TreeMap<PartyId, byte[]> answers) implements Link {
    @Override
    public TreeMap<PartyId, byte[]> exchange(byte[] ask) {
      return answers;
    }

    @Override
    public TreeMap<PartyId, Long> positions() {
      return new TreeMap<>();
    }
  }

  @Override
  protected void repair(ByteBuffer file) {
    byte[] chain = new byte[HASH];
    int at = 0;
    while (file.capacity() - at >= 4 + HASH) {
      int length = file.getInt(at);
      if (length < 0 || length > file.capacity() - at - 4 - HASH) {
        return;
      }
      MessageDigest sha = Hashes.sha256();
      sha.update(chain);
      sha.update(file.array(), at, 4 + length);
      chain = sha.digest();
      file.put(at + 4 + length, chain);
      at += 4 + length + HASH;
    }
  }

  @Override
  protected void read(Path file) {
    List<byte[]> entries = TranscriptFile.read(file);
    Finding.unless(
        Transcript.read(entries, Samples.asks()).size() <= entries.size(),
        "more exchanges than were recorded");
  }
}

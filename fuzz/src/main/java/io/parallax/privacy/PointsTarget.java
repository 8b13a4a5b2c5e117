package io.parallax.privacy;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.parallax.core.Failure;
import io.parallax.core.PartyId;
import io.parallax.core.ProtocolViolation;
import io.parallax.fuzz.Finding;
import io.parallax.fuzz.Scratch;
import io.parallax.fuzz.Target;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Blinded ids: the file that an alignment goes on from, and the points that parties send. */
public final class PointsTarget implements Target {
  private static final int SIZE = 8;

  @Override
  public String name() {
    return "points";
  }

  @Override
  public String sentence() {
    return "the file of blinded ids that an alignment goes on from, or the sizes that parties tell; what is"
        + " accepted is the same when it is written and read again";
  }

  @Override
  public Set<Class<? extends Failure>> rejections() {
    return Set.of(ProtocolViolation.class);
  }

  private static PointFile open(Path folder) {
    return PointFile.open(Optional.of(folder), PartyId.of("maple"), new TreeMap<>(), SIZE);
  }

  @Override
  public List<byte[]> seeds() {
    byte[] sizes = SetSizes.text(new TreeMap<>(Map.of(PartyId.of("ash"), 400))).getBytes(UTF_8);
    return List.of(sizes, new byte[16 * SIZE], new byte[16 * SIZE + 3], new byte[5]);
  }

  @Override
  public void run(byte[] input) throws IOException {
    file(input);
    String text = new String(input, UTF_8);
    Finding.unless(SetSizes.text(SetSizes.read(text)).equals(text), "sizes are written otherwise");
  }

  private static void file(byte[] input) throws IOException {
    Path folder = Scratch.empty("points");
    open(folder).close();
    try (Stream<Path> files = Files.list(folder)) {
      Files.write(files.findFirst().orElseThrow(), input);
    }
    int count;
    try (PointFile file = open(folder)) {
      count = file.count();
      Finding.unless(
          count >= 0 && count <= SIZE && 16L * count <= input.length, "points that are not there");
    }
    try (PointFile again = open(folder)) {
      Finding.unless(again.count() == count, "a file that was opened has other points");
    }
  }
}

package io.parallax.setup;

import io.parallax.core.Hashes;
import io.parallax.fuzz.Finding;
import io.parallax.fuzz.TextTarget;
import io.parallax.identity.OneTimeKey;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;

/** Invitations as text; whatever begins with its version is packed into one with a checksum. */
public final class InvitationTarget extends TextTarget {
  private static final String PREFIX = "plxi_";
  private static final int CHECK = 4;

  public InvitationTarget() {
    super("invitation", "an invitation as text; written again it is the same", List.of());
  }

  @Override
  public List<byte[]> seeds() {
    List<byte[]> seeds = new ArrayList<>();
    for (String role : List.of("party", "researcher")) {
      String text =
          new Invitation(
                  "hub.example.org",
                  7444,
                  new byte[32],
                  new byte[OneTimeKey.BYTES],
                  "maple",
                  role,
                  Instant.ofEpochSecond(1_800_000_000))
              .text();
      seeds.add(text.getBytes(StandardCharsets.UTF_8));
      byte[] whole = Base64.getUrlDecoder().decode(text.substring(PREFIX.length()));
      seeds.add(Arrays.copyOf(whole, whole.length - CHECK));
    }
    return seeds;
  }

  private static String text(byte[] input) {
    if (input.length == 0 || input[0] != 1) {
      return new String(input, StandardCharsets.UTF_8);
    }
    byte[] whole = Arrays.copyOf(input, input.length + CHECK);
    System.arraycopy(Hashes.of(input), 0, whole, input.length, CHECK);
    return PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(whole);
  }

  @Override
  public void run(byte[] input) {
    Invitation read = Invitation.parse(text(input));
    Finding.unless(
        Invitation.parse(read.text()).text().equals(read.text()),
        "an invitation that is written and read again is another one");
    Finding.unless(!read.name().isEmpty() && !read.role().isEmpty(), "an invitation of nobody");
    read.server();
    read.key();
  }
}

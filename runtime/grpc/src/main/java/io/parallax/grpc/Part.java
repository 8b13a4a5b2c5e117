package io.parallax.grpc;

import io.parallax.core.Hashes;
import io.parallax.core.ProtocolViolation;
import io.parallax.grpc.wire.Topic;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.regex.Pattern;

/** A part of a study that has asks and answers of its own, such as one of its splits. */
public record Part(String study, String name) {
  private static final Pattern RULE = Pattern.compile("[a-z0-9-]{1,64}");

  public Part {
    if (!RULE.matcher(study).matches() || !RULE.matcher(name).matches()) {
      throw new ProtocolViolation(
          "the name of a study or of its part is invalid; it must consist of 1 to 64 lower-case letters, digits and dashes");
    }
  }

  /**
   * Returns a hash that differs from that of any other part, and of this part opened in another
   * way.
   */
  public byte[] identity(byte[] opening) {
    MessageDigest sha = Hashes.sha256();
    sha.update((study + "/" + name).getBytes(StandardCharsets.UTF_8));
    return sha.digest(opening);
  }

  static Part of(Topic topic) {
    return new Part(topic.getStudy(), topic.getPart());
  }

  Topic topic() {
    return Topic.newBuilder().setStudy(study).setPart(name).build();
  }
}

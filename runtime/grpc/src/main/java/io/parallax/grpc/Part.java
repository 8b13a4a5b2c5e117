package io.parallax.grpc;

import io.parallax.core.ProtocolViolation;
import io.parallax.grpc.wire.Topic;
import java.util.regex.Pattern;

/** A part of a study that has asks and answers of its own, such as one of its splits. */
public record Part(String study, String name) {
  private static final Pattern RULE = Pattern.compile("[a-z0-9-]{1,64}");

  public Part {
    if (!RULE.matcher(study).matches() || !RULE.matcher(name).matches()) {
      throw new ProtocolViolation(
          "a study and its parts are called by 1 to 64 lower-case letters, digits and dashes");
    }
  }

  static Part of(Topic topic) {
    return new Part(topic.getStudy(), topic.getPart());
  }

  Topic topic() {
    return Topic.newBuilder().setStudy(study).setPart(name).build();
  }
}

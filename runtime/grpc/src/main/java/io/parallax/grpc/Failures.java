package io.parallax.grpc;

import io.parallax.core.BadInput;
import io.parallax.core.Diverged;
import io.parallax.core.OutOfRange;
import io.parallax.core.PartyFailed;
import io.parallax.core.PartyId;
import io.parallax.core.ProtocolViolation;
import io.parallax.core.Refused;
import io.parallax.engine.AttemptLost;
import io.parallax.engine.PartyBehind;
import io.parallax.grpc.wire.Failure;
import java.util.regex.Pattern;

/** Converts exceptions for the wire: by kind and sentence, never by class name. */
final class Failures {
  private static final int MOST_CHARACTERS = 2000;

  private Failures() {}

  static Failure of(Part part, long sequence, Throwable thrown) {
    io.parallax.core.Failure failure = io.parallax.core.Failure.of(thrown);
    return Failure.newBuilder()
        .setTopic(part.topic())
        .setSequence(sequence)
        .setKind(kind(failure))
        .setText(cut(failure.told()))
        .build();
  }

  private static Failure.Kind kind(io.parallax.core.Failure failure) {
    return switch (failure.kind()) {
      case BAD_INPUT -> Failure.Kind.BAD_INPUT;
      case REFUSED -> Failure.Kind.REFUSED;
      case OUT_OF_RANGE -> Failure.Kind.OUT_OF_RANGE;
      case DIVERGED -> Failure.Kind.DIVERGED;
      case VIOLATION ->
          failure instanceof AttemptLost ? Failure.Kind.ATTEMPT_LOST : Failure.Kind.VIOLATION;
      case LOST, INTERNAL -> Failure.Kind.INTERNAL;
    };
  }

  static RuntimeException toException(PartyId from, Failure failure) {
    String text = cut(failure.getText());
    String told = names(text, from.name()) ? text : "party " + from + ": " + text;
    return switch (failure.getKind()) {
      case REFUSED -> new Refused(told);
      case OUT_OF_RANGE -> new OutOfRange(from, told);
      case ATTEMPT_LOST -> new PartyBehind(told);
      case VIOLATION -> new ProtocolViolation(told);
      case BAD_INPUT -> new BadInput(told);
      case DIVERGED -> new Diverged(told);
      default -> new PartyFailed(from, text);
    };
  }

  /** Returns true if a text names this party; a name inside a file name does not count. */
  private static boolean names(String text, String party) {
    return text.startsWith(party + " ")
        || text.matches(".*\\bparty " + Pattern.quote(party) + "(?:[ :,;].*)?");
  }

  private static String cut(String text) {
    String line = String.valueOf(text).replaceAll("\\p{Cntrl}+", " ");
    return line.substring(0, Math.min(line.length(), MOST_CHARACTERS));
  }
}

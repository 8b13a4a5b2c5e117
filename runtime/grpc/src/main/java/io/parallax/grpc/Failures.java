package io.parallax.grpc;

import io.parallax.core.BadInput;
import io.parallax.core.OutOfRange;
import io.parallax.core.PartyId;
import io.parallax.core.ProtocolViolation;
import io.parallax.core.Refused;
import io.parallax.engine.AttemptLost;
import io.parallax.engine.PartyBehind;
import io.parallax.grpc.wire.Failure;
import java.io.UncheckedIOException;

/** Exceptions that cross the wire: by kind and sentence, never by class name. */
final class Failures {
  private static final int MOST_CHARACTERS = 2000;

  private Failures() {}

  static Failure of(Part part, long sequence, Throwable thrown) {
    Failure.Kind kind = Failure.Kind.INTERNAL;
    if (thrown instanceof Refused) {
      kind = Failure.Kind.REFUSED;
    } else if (thrown instanceof OutOfRange) {
      kind = Failure.Kind.OUT_OF_RANGE;
    } else if (thrown instanceof AttemptLost) {
      kind = Failure.Kind.ATTEMPT_LOST;
    } else if (thrown instanceof ProtocolViolation) {
      kind = Failure.Kind.VIOLATION;
    } else if (thrown instanceof BadInput) {
      kind = Failure.Kind.BAD_INPUT;
    }
    boolean named = kind != Failure.Kind.INTERNAL || thrown instanceof UncheckedIOException;
    return Failure.newBuilder()
        .setTopic(part.topic())
        .setSequence(sequence)
        .setKind(kind)
        .setText(cut(named ? told(thrown) : thrown.getClass().getSimpleName()))
        .build();
  }

  private static String told(Throwable thrown) {
    return thrown instanceof BadInput input ? input.told() : thrown.getMessage();
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
      default -> new PartyFailed(from, text);
    };
  }

  /** Whether a text says which party it is about; a name in a file's name says nothing. */
  private static boolean names(String text, String party) {
    return text.startsWith(party + " ") || (text + " ").contains("party " + party + " ");
  }

  private static String cut(String text) {
    String line = String.valueOf(text).replaceAll("\\p{Cntrl}+", " ");
    return line.substring(0, Math.min(line.length(), MOST_CHARACTERS));
  }
}

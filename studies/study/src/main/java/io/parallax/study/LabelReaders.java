package io.parallax.study;

import io.parallax.core.Answers;
import io.parallax.core.Ask;
import io.parallax.core.TellsLabels;
import io.parallax.core.TellsLabels.How;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The receivers that learn the labels, or the target, of single training rows.
 *
 * @param coordinator how the coordinator learns them; empty: it does not
 * @param parties how every party learns them; empty: they do not
 */
public record LabelReaders(Optional<How> coordinator, Optional<How> parties) {
  public static final LabelReaders NONE = new LabelReaders(Optional.empty(), Optional.empty());

  /** Returns who learns labels by these messages. */
  public static LabelReaders of(List<Class<? extends Ask<?>>> asks) {
    return new LabelReaders(
        strongest(asks.stream().map(Answers::typeFor)), strongest(asks.stream()));
  }

  private static Optional<How> strongest(Stream<? extends Class<?>> messages) {
    return messages
        .map(message -> message.getAnnotation(TellsLabels.class))
        .filter(tells -> tells != null)
        .map(TellsLabels::value)
        .min(Comparator.naturalOrder());
  }

  /** Returns whether nobody learns them. */
  public boolean none() {
    return coordinator.isEmpty() && parties.isEmpty();
  }
}

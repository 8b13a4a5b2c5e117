package io.parallax.core;

/** An answer that is seen individually. The party's owner must allow its type by name. */
public non-sealed interface Disclosed extends Answer {
  /** The name by which an owner allows a disclosure: {@code SharedLabels} is "shared-labels". */
  static String nameOf(Class<?> type) {
    return type.getSimpleName().replaceAll("(?<=[a-z0-9])(?=[A-Z])", "-").toLowerCase();
  }
}

package io.parallax.core;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** The handlers of a party's asks: everything that it will ever reveal. */
public final class Answers {
  private final Map<Class<?>, Function<Object, Answer>> handlers = new LinkedHashMap<>();

  /** Answers asks of this type with this function. */
  public <U extends Answer, A extends Ask<U>> Answers on(Class<A> ask, Function<A, U> handler) {
    handlers.put(ask, message -> handler.apply(ask.cast(message)));
    return this;
  }

  /** Delegates asks of these types to another table of handlers. */
  public Answers through(List<Class<? extends Ask<?>>> asks, Supplier<Answers> others) {
    asks.forEach(type -> handlers.put(type, message -> others.get().to((Ask<?>) message)));
    return this;
  }

  /** Returns the same table with every answer changed, to try attacks by a lying party. */
  public Answers changed(UnaryOperator<Answer> change) {
    return changed((ask, answer) -> change.apply(answer));
  }

  /** Returns the same table with every answer changed by what was asked. */
  public Answers changed(BiFunction<Ask<?>, Answer, Answer> change) {
    Answers other = new Answers();
    handlers.forEach(
        (type, handler) ->
            other.handlers.put(type, ask -> change.apply((Ask<?>) ask, handler.apply(ask))));
    return other;
  }

  /** The answer to an ask; an ask that is not in the table is a {@link ProtocolViolation}. */
  public Answer to(Ask<?> ask) {
    Function<Object, Answer> handler = handlers.get(ask.getClass());
    if (handler == null) {
      throw new ProtocolViolation(
          "asked for " + ask.getClass().getSimpleName() + ", which this party does not answer");
    }
    return handler.apply(ask);
  }

  /** The asks in the table. */
  public Iterable<Class<?>> asks() {
    return Collections.unmodifiableSet(handlers.keySet());
  }

  /** The type {@code U} with which an ask declared as {@code implements Ask<U>} is answered. */
  public static Class<? extends Answer> typeFor(Class<?> ask) {
    for (Type type : ask.getGenericInterfaces()) {
      if (type instanceof ParameterizedType p && p.getRawType() == Ask.class) {
        return ((Class<?>) p.getActualTypeArguments()[0]).asSubclass(Answer.class);
      }
    }
    throw new IllegalArgumentException(ask.getName() + " does not implement Ask<…>");
  }
}

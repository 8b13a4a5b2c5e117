package io.parallax.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.parallax.core.Answers;
import io.parallax.core.Ask;
import io.parallax.core.Bound;
import io.parallax.core.Disclosed;
import io.parallax.core.Method;
import io.parallax.core.Often;
import io.parallax.core.Party;
import io.parallax.core.PartyId;
import io.parallax.core.Result;
import io.parallax.core.Reveals;
import io.parallax.core.Roster;
import io.parallax.core.Size;
import io.parallax.core.Summand;
import io.parallax.core.View;
import java.lang.reflect.RecordComponent;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import org.junit.jupiter.api.Test;

/** The contract of every method's settings and messages: what they say, and their bounds. */
public abstract class MessageContract<C extends Record, R extends Result> {
  protected abstract Method<C, R> method();

  protected abstract C config();

  /** A small study. */
  protected abstract List<View> views();

  protected abstract Roster roster();

  protected Map<PartyId, Set<String>> allowed() {
    return Map.of();
  }

  protected int rounds() {
    return 12;
  }

  /** Returns the parties of the study. */
  abstract SortedMap<PartyId, Party> parties();

  @Test
  void everyMessageSaysWhatItRevealsAndEveryAnswerIsBounded() {
    for (Class<? extends Ask<?>> ask : method().asks()) {
      Class<?> answer = Answers.typeFor(ask);
      assertThat(ask.getAnnotation(Reveals.class)).as(ask.getName()).isNotNull();
      assertThat(answer.getAnnotation(Reveals.class)).as(answer.getName()).isNotNull();
      for (RecordComponent component : answer.getRecordComponents()) {
        assertThat(component.getType().isPrimitive() || component.isAnnotationPresent(Size.class))
            .as(answer.getName() + "." + component.getName())
            .isTrue();
      }
      if (Summand.class.isAssignableFrom(answer)) {
        for (RecordComponent component : answer.getRecordComponents()) {
          boolean whole = List.of(int.class, long.class).contains(component.getType());
          assertThat(whole || component.getAnnotation(Bound.class) != null)
              .as(answer.getName() + "." + component.getName())
              .isTrue();
        }
      }
    }
  }

  /** Checks that asks are bounded if the party's settings and rows determine a bound. */
  @Test
  void everyAskIsBounded() {
    Map<String, Long> letters = letters();
    parties().values().forEach(party -> letters.putAll(party.sizes()));
    for (Class<? extends Ask<?>> ask : method().asks(config())) {
      Often often = ask.getAnnotation(Often.class);
      if (often != null) {
        assertKnown(ask.getName(), often.value(), letters);
      }
      for (RecordComponent component : ask.getRecordComponents()) {
        Size size = component.getAnnotation(Size.class);
        boolean small = component.getType().isPrimitive();
        assertThat(small || size != null).as(ask.getName() + "." + component.getName()).isTrue();
        if (!small) {
          assertKnown(ask.getName() + "." + component.getName(), size.value(), letters);
        }
      }
    }
  }

  private static void assertKnown(String what, String formula, Map<String, Long> letters) {
    for (String factor : formula.split(" × ")) {
      assertThat(Character.isDigit(factor.charAt(0)) || letters.containsKey(factor))
          .as(what + ": " + factor)
          .isTrue();
    }
  }

  final Map<String, Long> letters() {
    Map<String, Long> letters = new HashMap<>(method().sizes(config(), roster()));
    letters.put(Often.EACH_ROUND, (long) rounds());
    return letters;
  }

  @Test
  void partiesAnswerNothingThatTheMethodDoesNotList() {
    for (Party party : parties().values()) {
      for (Class<?> ask : party.answers().asks()) {
        assertThat(method().asks().contains(ask)).as(ask.getName()).isTrue();
      }
    }
  }

  @Test
  void everySettingIsExplainedAndEveryDisclosureHasAName() {
    for (RecordComponent setting : config().getClass().getRecordComponents()) {
      assertThat(setting.getAnnotation(io.parallax.core.Setting.class))
          .as(setting.getName())
          .isNotNull();
    }
    for (Class<? extends Ask<?>> ask : method().asks()) {
      Class<?> answer = Answers.typeFor(ask);
      if (Disclosed.class.isAssignableFrom(answer)) {
        assertThat(Disclosed.nameOf(answer)).matches("[a-z0-9]+(-[a-z0-9]+)*");
      }
    }
  }
}

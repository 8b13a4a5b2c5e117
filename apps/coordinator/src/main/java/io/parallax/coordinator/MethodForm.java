package io.parallax.coordinator;

import io.parallax.core.BadInput;
import io.parallax.core.Method;
import io.parallax.core.Methods;
import io.parallax.core.PartyId;
import io.parallax.core.Result;
import io.parallax.core.Roster;
import io.parallax.core.Target;
import io.parallax.study.SettingsBinder;
import io.parallax.study.SettingsList;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A method and its settings, for the dashboard's study form.
 *
 * @param samePeople whether it accepts parties that hold different views of the same people
 * @param preset settings without which it learns no classes, by name
 */
record MethodForm(
    String name,
    String title,
    String summary,
    Map<String, String> modes,
    boolean clusters,
    boolean samePeople,
    List<SettingsList.Entry> settings,
    Map<String, Object> preset) {
  private static final int SOME = 1000;

  static List<MethodForm> all() {
    return Methods.all().stream().map(MethodForm::of).toList();
  }

  private static MethodForm of(Method<?, ?> method) {
    return new MethodForm(
        method.name(),
        method.about().title(),
        method.about().summary(),
        method.about().modes(),
        method.clusters(),
        samePeople(method),
        SettingsList.of(method.defaults()),
        preset(method));
  }

  private static <C extends Record, R extends Result> Map<String, Object> preset(
      Method<C, R> method) {
    boolean classes =
        method.target(method.defaults()).filter(kind -> kind != Target.Outcomes.class).isEmpty();
    Map<String, Object> preset = new TreeMap<>();
    if (!classes) {
      Map<String, Object> usual = SettingsBinder.toMap(method.defaults());
      method
          .defaultsFor(Target.Outcomes.class)
          .ifPresent(own -> preset.putAll(SettingsBinder.toMap(own)));
      preset.entrySet().removeIf(one -> one.getValue().equals(usual.get(one.getKey())));
    }
    return preset;
  }

  private static <C extends Record, R extends Result> boolean samePeople(Method<C, R> method) {
    List<Roster.Member> members = new ArrayList<>();
    for (String name : List.of("a", "b", "c")) {
      boolean labels = members.isEmpty() && !method.clusters();
      members.add(Roster.Member.vertical(PartyId.of(name), name, labels, SOME));
    }
    try {
      method.check(method.defaults(), new Roster(members, SOME, SOME, 2, 1));
      return true;
    } catch (BadInput e) {
      return false;
    }
  }
}

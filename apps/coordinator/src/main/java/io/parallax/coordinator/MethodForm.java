package io.parallax.coordinator;

import io.parallax.core.BadInput;
import io.parallax.core.Method;
import io.parallax.core.Methods;
import io.parallax.core.PartyId;
import io.parallax.core.Result;
import io.parallax.core.Roster;
import io.parallax.study.SettingsList;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Lists methods and their settings for the dashboard's study form. */
final class MethodForm {
  private static final int SOME = 1000;

  private MethodForm() {}

  static List<Map<String, Object>> all() {
    return Methods.all().stream().map(MethodForm::method).toList();
  }

  private static Map<String, Object> method(Method<?, ?> method) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("name", method.name());
    fields.put("title", method.about().title());
    fields.put("summary", method.about().summary());
    fields.put("modes", method.about().modes());
    fields.put("clusters", method.clusters());
    fields.put("samePeople", samePeople(method));
    fields.put("settings", SettingsList.of(method.defaults()));
    return fields;
  }

  /** Returns whether the method accepts parties that hold different views of the same people. */
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

package io.parallax.study.file;

import io.parallax.study.SettingsBinder;
import io.parallax.study.yaml.Yaml;

/** A method's settings as a model keeps them. */
public final class Settings {
  private Settings() {}

  /** The settings of a model's head, which is JSON and so YAML, too. */
  public static <C extends Record> C read(C defaults, String source, String head) {
    return SettingsBinder.bind(defaults, Yaml.parse(source, head).need("settings").entries());
  }
}

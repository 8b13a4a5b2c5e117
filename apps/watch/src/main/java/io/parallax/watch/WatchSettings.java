package io.parallax.watch;

import io.parallax.study.yaml.Yaml;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * Settings of how a node is watched.
 *
 * @param limits from when on something is worth a warning
 * @param notices where notices go; none by default
 */
public record WatchSettings(Thresholds limits, Optional<NotifySettings> notices) {
  /** The keys of a node's file that belong here. */
  public static final String HEALTH = "health";

  /** The key of the section on notices. */
  public static final String NOTIFY = "notify";

  /** The settings of a node whose file says nothing. */
  public static final WatchSettings USUAL = new WatchSettings(Thresholds.USUAL, Optional.empty());

  /** Reads the sections {@link #HEALTH} and {@link #NOTIFY}, both optional. */
  public static WatchSettings of(Map<String, Yaml> file, Path folder) {
    return new WatchSettings(
        Thresholds.of(file.get(HEALTH)), NotifySection.of(file.get(NOTIFY), folder));
  }
}

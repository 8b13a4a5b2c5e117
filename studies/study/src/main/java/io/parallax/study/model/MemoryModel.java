package io.parallax.study.model;

import io.parallax.core.BadInput;
import io.parallax.study.SettingsBinder;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A model in memory.
 *
 * @param parts by party, those that are here
 * @param target the facts on a target that is not classes
 * @param certainty the thresholds of what predictions are certain to
 */
public record MemoryModel(
    Model model,
    Map<String, ModelPart> parts,
    Optional<ModelTarget> target,
    Optional<ModelCertainty> certainty)
    implements ModelStore {
  /** Makes a model whose predictions are not certain to anything. */
  public MemoryModel(Model model, Map<String, ModelPart> parts, Optional<ModelTarget> target) {
    this(model, parts, target, Optional.empty());
  }

  /** Reads a model from its folder, with all parts that are there. */
  public static MemoryModel of(ModelFolder folder) {
    Model model = folder.model();
    Map<String, ModelPart> parts = new LinkedHashMap<>();
    model.parties().stream()
        .filter(folder::has)
        .forEach(party -> parts.put(party, folder.part(party)));
    return new MemoryModel(model, parts, folder.target(), folder.certainty());
  }

  @Override
  public ModelPart part(String party) {
    if (!parts.containsKey(party)) {
      throw new BadInput(
          "the part of party %s is not in the folder that the model was read from; ask it for %s.json"
              .formatted(party, party));
    }
    return parts.get(party);
  }

  @Override
  public <C extends Record> C settings(C defaults) {
    return SettingsBinder.given(defaults, model.settings());
  }

  /** Writes the model to a folder, from which {@link #of} reads it. */
  public void write(ModelFolder folder) {
    folder.write(model, List.copyOf(parts.values()));
    target.ifPresent(folder::write);
    certainty.ifPresent(folder::write);
  }
}

package io.parallax.experiments;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.parallax.core.BadInput;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.stream.LongStream;

/**
 * The seeds that a user chooses for an experiment instead of those of its recipe. Some programs
 * read a list of seeds and average over them; the others have one, and are run once for each.
 *
 * @param first of the seeds; none: the recipe's
 * @param count of the seeds, one after the other; none: as many as the recipe has
 * @param data of the generated data; none: the seed of each run, so that data is drawn anew
 */
public record RecipeSeeds(OptionalLong first, OptionalInt count, OptionalLong data) {
  private static final String ONE = "seed";
  private static final String LIST = "seeds";
  private static final int MOST = 1000;

  /** As the recipe has it. */
  public static final RecipeSeeds OWN =
      new RecipeSeeds(OptionalLong.empty(), OptionalInt.empty(), OptionalLong.empty());

  public RecipeSeeds {
    count.ifPresent(
        n -> {
          if (n < 1 || n > MOST) {
            throw new BadInput(
                "--seeds is %d; it must be from 1 to %d; choose another".formatted(n, MOST));
          }
        });
  }

  private boolean chosen() {
    return first.isPresent() || count.isPresent();
  }

  /** Returns the settings with the chosen seeds, as far as the program itself reads several. */
  ObjectNode in(ExperimentSpec recipe) {
    ObjectNode settings = recipe.settings().deepCopy();
    data.ifPresent(seed -> generated(recipe.name(), settings, seed));
    if (chosen() && settings.has(LIST)) {
      List<Long> seeds = of(settings);
      replace(settings, seeds);
    } else if (chosen()) {
      one(settings, of(settings).get(0));
    }
    return settings;
  }

  /**
   * Returns the seeds for which a program that reads one is run, in order; one: it is run as it is.
   */
  List<Long> runs(ExperimentSpec recipe) {
    return recipe.settings().has(LIST) || !chosen() ? List.of() : of(recipe.settings());
  }

  private List<Long> of(ObjectNode settings) {
    List<Long> own = own(settings);
    long from = first.orElse(own.get(0));
    return LongStream.range(from, from + count.orElse(own.size())).boxed().toList();
  }

  private static List<Long> own(ObjectNode settings) {
    List<Long> found = new ArrayList<>();
    settings.path(LIST).forEach(seed -> found.add(seed.asLong()));
    if (found.isEmpty()) {
      holders(settings, place -> found.add(place.path(ONE).asLong(1)));
      return List.of(found.get(0));
    }
    return found;
  }

  /** Every list of seeds, also that of a single data set. */
  private static void replace(ObjectNode settings, List<Long> seeds) {
    settings
        .findParents(LIST)
        .forEach(
            place -> {
              if (place.get(LIST).isArray()) {
                ArrayNode list = ((ObjectNode) place).putArray(LIST);
                seeds.forEach(list::add);
              }
            });
  }

  /** Returns the settings with this one seed. */
  static ObjectNode one(ObjectNode settings, long seed) {
    holders(settings, place -> place.put(ONE, seed));
    return settings;
  }

  /** Visits what has a seed: the settings themselves, their study or their studies. */
  private static void holders(ObjectNode settings, Consumer<ObjectNode> visitor) {
    if (settings.has(ONE)) {
      visitor.accept(settings);
    }
    if (settings.get("study") instanceof ObjectNode study) {
      visitor.accept(study);
    }
    settings.path("studies").forEach(study -> visitor.accept((ObjectNode) study));
  }

  private static void generated(String name, ObjectNode settings, long seed) {
    List<JsonNode> places = settings.findParents("generate");
    if (places.isEmpty()) {
      throw new BadInput(
          "experiment "
              + name
              + " has no generated data; --data-seed is for those that have; leave it out");
    }
    places.forEach(place -> ((ObjectNode) place).put(ONE, seed));
  }

  /** Returns true if every seed draws data of its own. */
  static boolean anew(JsonNode settings) {
    List<JsonNode> places = settings.findParents("generate");
    return !places.isEmpty() && places.stream().noneMatch(place -> place.has(ONE));
  }
}

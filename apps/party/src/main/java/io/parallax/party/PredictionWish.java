package io.parallax.party;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.parallax.core.BadInput;
import io.parallax.data.Json;
import io.parallax.grpc.Registry;
import java.util.List;
import java.util.Map;

/**
 * A call of the party's page for predictions.
 *
 * @param study its hash, the first 8 or more digits of it, or its name: the version in use
 * @param alone whether only this party's part of the model is used; nothing leaves then
 * @param known classes, by id, of people who are asked for as well to check the predictions;
 *     missing: none
 * @param within the most seconds that it may take; missing: as many as a prediction may take
 */
record PredictionWish(
    String study, List<String> ids, boolean alone, Integer within, Map<String, String> known) {
  /** Reads the body of a call. */
  static PredictionWish read(String body) {
    PredictionWish wish;
    try {
      wish = Json.MAPPER.readValue(body, PredictionWish.class);
    } catch (JsonProcessingException e) {
      throw new BadInput("the request must be JSON such as {\"study\": HASH, \"ids\": [ID, …]}");
    }
    if (wish == null || wish.study == null || wish.ids == null || wish.ids.contains(null)) {
      throw new BadInput("the request must have a 'study' and 'ids', which must be texts");
    }
    if (wish.known != null && (wish.alone || wish.known.containsValue(null))) {
      throw new BadInput(
          "'known' must give a class for each id, and is for joint predictions; leave it out with 'alone'");
    }
    if (wish.seconds() < 1 || wish.seconds() > Registry.Wish.LONGEST) {
      throw new BadInput(
          "within is %d s; a prediction may take 1 to %d s"
              .formatted(wish.seconds(), Registry.Wish.LONGEST));
    }
    return wish;
  }

  int seconds() {
    return within == null ? Registry.Wish.LONGEST : within;
  }
}

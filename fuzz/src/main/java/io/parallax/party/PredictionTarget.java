package io.parallax.party;

import io.parallax.fuzz.Finding;
import io.parallax.fuzz.TextTarget;
import io.parallax.remote.NetworkManifest;
import io.parallax.study.Study;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** A request for predictions at a party's page. */
public final class PredictionTarget extends TextTarget {
  private static final Study STUDY =
      NetworkManifest.of(
              """
              study: s
              purpose: to try the program
              method: mmvfl
              parties: {a: {view: x, labels: true}, b: {view: y}}
              """,
              "ana",
              new TreeMap<>(Map.of("a", "key", "b", "key")))
          .parse();

  public PredictionTarget() {
    super(
        "prediction",
        "the body of a request for predictions; its ids differ, and it ends within the longest time",
        List.of(
            "{\"study\":\"ab12cd34\",\"ids\":[\"p1\",\"p2\"],\"within\":30}",
            "{\"study\":\"ab12cd34\",\"ids\":[\" P1 \",\"7\"],\"alone\":true}",
            "{\"study\":\"s\",\"ids\":[\"a\"],\"known\":{\"b\":\"well\"}}"));
  }

  @Override
  public List<String> words() {
    return List.of("\"known\":{", "\"within\":", "\"alone\":", "null", "2147483648", "\\u0000");
  }

  @Override
  public void run(byte[] input) {
    PredictionWish wish = PredictionWish.read(new String(input, StandardCharsets.UTF_8));
    Finding.unless(wish.seconds() > 0, "a request that never ends");
    Set<String> wanted = PredictionRequest.wanted(STUDY, wish.ids());
    Finding.unless(
        wanted.size() == wish.ids().size() && new HashSet<>(wanted).size() == wanted.size(),
        "an id that is asked for twice");
  }
}

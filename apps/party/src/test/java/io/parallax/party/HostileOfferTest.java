package io.parallax.party;

import static org.assertj.core.api.Assertions.assertThat;

import io.parallax.grpc.Registry;
import io.parallax.math.Rng;
import io.parallax.remote.LyingCoordinator;
import io.parallax.remote.NetworkManifest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whatever a coordinator offers, a party goes on, says what is wrong, and looks at the next. */
@Timeout(300)
class HostileOfferTest {
  private static final String YAML = LyingCoordinator.YAML;
  private static final int MUTANTS = 400;
  @TempDir Path folder;
  private final List<String> notes = new CopyOnWriteArrayList<>();

  /** What somebody would think of first, with what is to be said of it. */
  private static Map<String, String> thoughtOf(LyingCoordinator liar) {
    String good = liar.manifest(YAML, "ana");
    Map<String, String> cases = new TreeMap<>();
    cases.put("null", "is empty");
    cases.put("", "cannot be read");
    cases.put("[]", "cannot be read");
    cases.put("{}", "for version null");
    cases.put("[".repeat(100_000), "cannot be read");
    cases.put(good + good, "cannot be read");
    cases.put(good.replaceFirst("\"study\":.*", "\"study\":null}"), "lacks the study itself");
    cases.put(good.replaceFirst("\"study\":.*", "\"study\":7}"), "must be a mapping");
    cases.put(good.replaceFirst(",\"study\":.*", "}"), "lacks the study itself");
    cases.put(good.replace("\"ana\"", "null"), "lacks the researcher's name");
    cases.put(good.replace("\"ana\"", "\" \""), "lacks the researcher's name");
    cases.put(good.replaceFirst("\"parties\":[{][^}]*}", "\"parties\":null"), "lacks parties");
    cases.put(good.replaceFirst("\"parties\":[{][^}]*}", "\"parties\":[]"), "cannot be read");
    cases.put(good.replace("\"cc\"", "null"), "lacks a party's key");
    cases.put(good.replace("\"cc\"", "\"c c\""), "lacks a party's key");
    cases.put(good.replace("\"aa\"", "\"aa\",\"oak\":\"00\""), "names other parties than");
    cases.put(good.replace(liar.key, "bb"), "names another key for party birch");
    cases.put(good.replaceFirst("\"version\"", "\"study\":\"x\",\"version\""), "cannot be read");
    cases.put(liar.manifest("[".repeat(100_000), "ana"), "the study");
    cases.put(liar.manifest("a: &a [*a, *a]", "ana"), "the study");
    cases.put(liar.manifest(YAML.replace("view: b,", "view: \"\u202eb\","), "ana"), "uses view");
    cases.put(liar.manifest(YAML.replace("rounds: 10", "rounds: 2147483647"), "ana"), "rounds");
    cases.put(
        liar.manifest(YAML.replace("rounds: 10", "rounds: " + "9".repeat(300)), "ana"), "rounds");
    return cases;
  }

  private static String mutant(Rng rng, String text) {
    StringBuilder changed = new StringBuilder(text);
    for (int change = 0; change <= rng.below(4); change++) {
      int at = rng.below(changed.length());
      int to = Math.min(changed.length(), at + 1 + rng.below(12));
      switch (rng.below(6)) {
        case 0 -> changed.delete(at, to);
        case 1 -> changed.insert(at, changed.substring(at, to).repeat(1 + rng.below(40)));
        case 2 -> changed.setCharAt(at, (char) rng.below(0x3000));
        case 3 ->
            changed.replace(
                at, to, List.of("null", "-1", "1e999", "{}", "[[", "\\u0000").get(rng.below(6)));
        case 4 -> changed.setLength(Math.max(1, at));
        default ->
            changed.insert(
                at, List.of("\"", "\\", "}", ":", "\\n", "&a ", "*a", "!!int ").get(rng.below(8)));
      }
    }
    return changed.toString();
  }

  /** Those wait until versions are the same again, and are noted. */
  private static Set<String> ofAnotherVersion(LyingCoordinator liar) {
    return liar.offers.stream()
        .filter(offer -> NetworkManifest.otherVersion(offer.manifest()).isPresent())
        .map(Registry.Offer::study)
        .collect(Collectors.toSet());
  }

  @Test
  void nothingThatIsOfferedEndsAPartyOrHidesTheNextOffer() throws Exception {
    try (LyingCoordinator liar = new LyingCoordinator(folder)) {
      Map<String, String> expected = new TreeMap<>();
      thoughtOf(liar).forEach((manifest, why) -> expected.put(liar.offer(manifest), why));
      Rng rng = Rng.of(11);
      List<String> ids = new ArrayList<>(expected.keySet());
      for (int i = 0; i < MUTANTS; i++) {
        String yaml = YAML.replace("seed: 3", "seed: " + i);
        ids.add(
            liar.offer(
                i % 2 == 0
                    ? mutant(rng, liar.manifest(yaml, "ana"))
                    : liar.manifest(mutant(rng, yaml), "ana")));
      }
      byte[] any = liar.manifest(YAML, "ana").getBytes(StandardCharsets.UTF_8);
      liar.offers.add(new Registry.Offer("0".repeat(64), "another hash", "waiting", any, ""));
      liar.offers.add(new Registry.Offer("../../etc", "no hash", "waiting", any, "withdrawn"));
      String last = liar.offer(liar.manifest(YAML.replace("study: mood", "study: sound"), "ana"));
      Map<String, Registry.Verdict> verdicts = liar.verdicts;
      PartyConfig config = liar.birch("state", "approve: automatic, splits: 10000");
      try (Node node = new Node(config.setup(), new PartyStudies(config), notes::add)) {
        Thread party = new Thread(node::run);
        party.start();
        for (int tries = 0; !verdicts.containsKey(last); tries++) {
          assertThat(party.isAlive()).as(notes.toString()).isTrue();
          assertThat(tries).as(notes::toString).isLessThan(2400);
          Thread.sleep(50);
        }
      }
      assertThat(verdicts.get(last).say())
          .as(verdicts.get(last).reason())
          .isEqualTo(Registry.Say.APPROVED);
      ids.removeAll(ofAnotherVersion(liar));
      assertThat(verdicts.keySet()).containsAll(ids).contains("0".repeat(64));
      expected.forEach(
          (id, why) -> {
            assertThat(verdicts.get(id).say()).as(why).isEqualTo(Registry.Say.OBJECTED);
            assertThat(verdicts.get(id).reason()).contains(why);
          });
      assertThat(notes).noneMatch(note -> note.contains("\u202e") || note.contains("\n"));
      assertThat(notes).noneMatch(note -> note.contains("internal error"));
    }
  }
}

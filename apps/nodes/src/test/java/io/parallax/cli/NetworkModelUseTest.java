package io.parallax.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Models in use between nodes: a party that is away, slow, or has left; parts that are lost or of
 * another version; and people who are to be forgotten.
 */
@Timeout(300)
class NetworkModelUseTest {
  private static final List<String> PARTIES = List.of("maple", "birch", "cedar");
  private static final String VERTICAL = "vfedmv";
  @TempDir Path folder;
  private Network network;

  private Path study(String name, String method, int rounds) {
    return Network.write(
        folder.resolve(name + ".yaml"),
        """
        study: %s
        purpose: to try the program
        method: %s
        parties: {maple: {view: a, labels: true}, birch: {view: b}, cedar: {view: c}}
        evaluate: {split: random, test: 0.25, repeats: 1}
        stop: {rounds: %d, tolerance: 0}
        predict: {by: maple, person: 100}
        seed: 3
        """
            .formatted(name, method, rounds));
  }

  private void start() {
    NetworkData.views(folder.resolve("data"), 60, "a", "b", "c");
    network.coordinator();
    for (int p = 0; p < PARTIES.size(); p++) {
      Path rows = folder.resolve("data").resolve("abc".charAt(p) + ".csv");
      String data = "data: {%s: {csv: '%s', id: id}}\n".formatted("abc".charAt(p), rows);
      String labels = "labels: {csv: '%s/data/labels.csv', id: id, column: label}\n";
      network.party(
          PARTIES.get(p),
          p == 0 ? data + labels.formatted(folder) + "models: {keep: 2}\n" : data,
          "approve: automatic, predictions: {person: 100}");
      network.startParty(PARTIES.get(p));
    }
  }

  private String trained(String name, String method) throws Exception {
    String id = network.submit(study(name, method, 3));
    network.result(id);
    return id;
  }

  private Cli predict(String study, Object... more) {
    Path ids = Network.write(folder.resolve("ids.txt"), "p7\np20\n");
    Stream<Object> ask =
        Stream.of("predict", "--study", study, "--ids", ids, "--party", file("maple"));
    return Cli.run(Stream.concat(ask, Stream.of(more)).toArray());
  }

  private Path file(String party) {
    return network.folder.resolve(party).resolve("party.yaml");
  }

  private Path model(String party, String study, String id) {
    return network.folder.resolve(
        "%s/state/models/%s-%s".formatted(party, study, id.substring(0, 8)));
  }

  @Test
  void aModelIsUsedAsLongAsAllItsPartiesLetIt() throws Exception {
    try (Network all = Network.ofThreads(folder.resolve("net"), "cedar")) {
      network = all;
      start();
      String joint = trained("tumours", VERTICAL);
      String votes = trained("votes", "mmvfl");
      String scores = predict(joint).out();
      assertThat(scores.lines()).hasSize(3);
      whileAStudyTrains(joint, scores);
      otherVersion(joint, scores);
      slow(joint, votes);
      killed(joint, votes);
      kept();
      withdrawn(votes);
      revoked(joint);
      network.kill("maple");
      forgotten();
    }
  }

  private void same(String study, String scores) {
    Cli predicted = predict(study);
    assertThat(predicted.out()).as(predicted.err()).isEqualTo(scores);
  }

  private void whileAStudyTrains(String joint, String scores) throws Exception {
    String long1 = network.submit(study("long", VERTICAL, 3000));
    for (int tries = 0; network.study(long1).get("rounds").asInt() < 5; tries++) {
      assertThat(tries).as(network.output()).isLessThan(1200);
      Thread.sleep(50);
    }
    Cli early = predict(long1);
    assertThat(early.exit()).isEqualTo(2);
    assertThat(early.err()).contains("party maple has no part of the model of study long");
    same(joint, scores);
    assertThat(network.study(long1).get("state").asText()).isEqualTo("running");
    Network.good(network.asResearcher("study", "stop", long1));
  }

  /** A part that was lost, and one of another version. */
  private void otherVersion(String joint, String scores) throws IOException {
    Path part = model("birch", "tumours", joint).resolve("birch.json");
    Path aside = folder.resolve("aside.json");
    Files.move(part, aside);
    Files.writeString(part, Network.read(aside).replace("0.", "0.1"));
    Cli changed = predict(joint);
    assertThat(changed.exit()).isEqualTo(2);
    assertThat(changed.err())
        .contains("birch has other files than the training of study tumours left", "restore them")
        .doesNotContain(folder.toString());
    Files.delete(part);
    assertThat(predict(joint).err()).contains("birch has other files than the training");
    Files.move(aside, part, StandardCopyOption.REPLACE_EXISTING);
    same(joint, scores);
    Path head = part.resolveSibling("model.json");
    Files.move(head, aside);
    assertThat(predict(joint).err()).contains("party birch has no part of the model", "train it");
    Files.move(aside, head);
    same(joint, scores);
  }

  /** A party that is connected and does not answer. */
  private void slow(String joint, String votes) throws Exception {
    network.signal("cedar", "-STOP");
    Cli slow = predict(joint, "--within", "2");
    assertThat(slow.exit()).isEqualTo(2);
    assertThat(slow.err())
        .contains("cedar did not answer within 2 s", "V-FedMV scores people only with the parts");
    Cli alone = predict(votes, "--within", "2");
    assertThat(alone.exit()).as(alone.err()).isZero();
    assertThat(alone.err()).contains("cedar did not answer within 2 s; these scores are by");
    network.signal("cedar", "-CONT");
    assertThat(back(joint).err()).isEmpty();
  }

  private void killed(String joint, String votes) throws Exception {
    String own = predict(votes, "--alone").out();
    String all = back(votes).out();
    network.kill("cedar");
    Cli away = predict(joint);
    for (int tries = 0; away.exit() == 0; tries++) {
      assertThat(tries).isLessThan(200);
      Thread.sleep(50);
      away = predict(joint);
    }
    assertThat(away.err())
        .contains("cedar is away, and V-FedMV scores people only", "try again when it is back");
    Cli goesOn = predict(votes);
    assertThat(goesOn.exit()).as(goesOn.err()).isZero();
    assertThat(goesOn.err()).contains("cedar is away; these scores are by the part of maple alone");
    assertThat(goesOn.out()).isEqualTo(own).isNotEqualTo(all);
    network.startParty("cedar");
    assertThat(back(votes).out()).isEqualTo(all);
  }

  /** Asks until all parties are there. */
  private Cli back(String study) throws InterruptedException {
    for (int tries = 0; ; tries++) {
      Cli asked = predict(study);
      if (asked.exit() == 0 && !asked.err().contains("alone")) {
        return asked;
      }
      assertThat(tries).as(asked.err() + network.output()).isLessThan(400);
      Thread.sleep(50);
    }
  }

  /** Maple keeps two versions; a third makes it erase the first, which nobody can use then. */
  private void kept() throws Exception {
    String first = trained("kept", VERTICAL);
    for (String seed : List.of("seed: 4", "seed: 5")) {
      Path next = SmallStudy.change(study("kept", VERTICAL, 3), "seed: 3", seed);
      network.result(network.submit(next));
    }
    Path log = network.folder.resolve("maple/state/models.log");
    String erased = "erased kept-" + first.substring(0, 8) + ": models.keep is 2";
    for (int tries = 0; !Network.read(log).contains(erased); tries++) {
      assertThat(tries).as(network.output("maple")).isLessThan(900);
      Thread.sleep(100);
    }
    assertThat(model("maple", "kept", first)).doesNotExist();
    assertThat(predict(first).err()).contains("party maple has no part of the model of study kept");
    assertThat(predict("kept").exit()).isZero();
  }

  private void withdrawn(String votes) {
    Network.good("study", "withdraw", "--party", file("birch"), votes, "enough", "--yes");
    Cli refused = predict(votes);
    assertThat(refused.exit()).isEqualTo(2);
    assertThat(refused.err())
        .contains("party birch has withdrawn its approval of study votes", "cannot be used");
  }

  private void revoked(String joint) throws Exception {
    Network.good("ca", "revoke", "cedar", "--ca", network.folder.resolve("ca"));
    for (int tries = 0; ; tries++) {
      Cli refused = predict(joint);
      if (refused.exit() != 0) {
        assertThat(refused.err())
            .contains("the certificate of cedar has been revoked or has expired", "only with the");
        return;
      }
      assertThat(tries).as(network.output()).isLessThan(900);
      Thread.sleep(100);
    }
  }

  private void forgotten() {
    Path gone = Network.write(folder.resolve("gone.txt"), "p7\n");
    Cli forgotten = Network.good("party", "forget", file("maple"), "--ids", gone, "--yes");
    assertThat(forgotten.out())
        .containsPattern("(?m)^[1-9]\\d* counted predictions were removed")
        .contains("train again without these people");
    Cli again = Network.good("party", "forget", file("maple"), "--ids", gone, "--yes");
    assertThat(again.out()).contains("0 counted predictions were removed.");
    Cli running = Cli.run("party", "forget", file("birch"), "--ids", gone, "--yes");
    assertThat(running.exit()).isEqualTo(2);
    assertThat(running.err()).contains("another party is using the state", "stop it first");
  }
}

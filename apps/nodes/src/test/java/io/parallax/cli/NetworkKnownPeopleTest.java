package io.parallax.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.parallax.math.Rng;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A party that is honest in training and reverses its scores in joint predictions, found by people
 * whose classes came later.
 */
@Timeout(300)
class NetworkKnownPeopleTest {
  private static final List<String> PARTIES = List.of("maple", "birch", "cedar");
  private static final int ROWS = 120;
  private static final int LATER = 40;
  @TempDir Path folder;
  private final Rng rng = Rng.of(8);

  private Path data(String file) {
    return folder.resolve("data").resolve(file);
  }

  private void write() {
    Network.write(
        data("labels.csv"),
        "id,label\n" + rows("p", i -> "p" + i + "," + (i % 2 == 0 ? "well" : "ill")));
    for (int p = 0; p < PARTIES.size(); p++) {
      Network.write(data("abc".charAt(p) + ".csv"), "id,x,y\n" + people("p", ROWS, p, 1));
    }
  }

  private static String rows(String name, IntFunction<String> row) {
    int count = name.equals("p") ? ROWS : LATER;
    return IntStream.range(0, count).mapToObj(row).collect(Collectors.joining("\n", "", "\n"));
  }

  /** Returns people of two classes; a sign of -1 gives all of them the other one's numbers. */
  private String people(String name, int count, int party, double sign) {
    double apart = party == 1 ? 3 : 1;
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < count; i++) {
      double x = sign * (i % 2 == 0 ? apart : -apart) + rng.gaussian();
      text.append(name + i + "," + x + "," + rng.gaussian() + "\n");
    }
    return text.toString();
  }

  /** Adds people whose classes are not known yet; of some, birch gives other numbers. */
  private void later(String name, double birch) throws IOException {
    for (int p = 0; p < PARTIES.size(); p++) {
      String more = people(name, LATER, p, p == 1 ? birch : 1);
      Files.writeString(data("abc".charAt(p) + ".csv"), more, StandardOpenOption.APPEND);
    }
  }

  private Path study() {
    return Network.write(
        folder.resolve("study.yaml"),
        """
        study: known
        purpose: to try the program
        method: vfedmv
        parties: {maple: {view: a, labels: true}, birch: {view: b}, cedar: {view: c}}
        evaluate: {split: random, test: 0.25, repeats: 2}
        stop: {rounds: 10}
        seed: 3
        predict: {by: maple, day: 500, person: 2}
        """);
  }

  private Path file(String name, String text) {
    return Network.write(folder.resolve(name), text);
  }

  private Cli predict(Network network, String id, Path ids, Object... more) {
    List<Object> all =
        new ArrayList<>(
            List.of(
                "predict", "--study", id, "--party", network.folder.resolve("maple/party.yaml")));
    all.addAll(List.of("--ids", ids));
    all.addAll(List.of(more));
    return Cli.run(all.toArray());
  }

  /** Returns the classes of all later people but the first ten, who are asked for. */
  private Path known(String name) {
    return file(
        name + "-known.csv",
        "id,label\n"
            + IntStream.range(10, LATER)
                .mapToObj(i -> name + i + "," + (i % 2 == 0 ? "well" : "ill"))
                .collect(Collectors.joining("\n", "", "\n")));
  }

  private Path asked(String name) {
    return file(
        name + "-asked.txt",
        IntStream.range(0, 10).mapToObj(i -> name + i).collect(Collectors.joining("\n", "", "\n")));
  }

  @Test
  void aPartyThatLiesInPredictionsIsSuspected() throws Exception {
    write();
    try (Network network = Network.ofThreads(folder.resolve("net"))) {
      network.coordinator();
      for (int p = 0; p < PARTIES.size(); p++) {
        char view = "abc".charAt(p);
        String rows = "data: {%s: {csv: '%s', id: id}}\n".formatted(view, data(view + ".csv"));
        String truth = "labels: {csv: '%s', id: id, column: label}\n".formatted(data("labels.csv"));
        network.party(
            PARTIES.get(p),
            p == 0 ? rows + truth : rows,
            "approve: automatic, predictions: {day: 500, person: 2}");
        network.startParty(PARTIES.get(p));
      }
      String id = network.submit(study());
      network.result(id);
      later("honest", 1);
      later("liar", -1);
      honest(network, id);
      Cli plain = predict(network, id, asked("liar"));
      assertThat(plain.exit()).as("control: nothing is seen. " + plain.err()).isZero();
      Cli found = predict(network, id, asked("liar"), "--known", known("liar"));
      assertThat(found.exit()).isEqualTo(2);
      assertThat(found.out()).isEmpty();
      assertThat(found.err())
          .contains("of 30 people with known classes are predicted right", "a party may add wrong")
          .doesNotContain("birch", "cedar");
      refused(network, id);
    }
  }

  /** Only those asked for are shown, in their order; those with known classes count, too. */
  private void honest(Network network, String id) {
    Path asked = asked("honest");
    Cli passed = predict(network, id, asked, "--known", known("honest"));
    assertThat(passed.exit()).as(passed.err()).isZero();
    List<String> lines = passed.out().lines().toList();
    assertThat(lines.subList(1, lines.size()))
        .extracting(line -> line.split(",")[0])
        .isEqualTo(Network.read(asked).lines().toList());
    assertThat(passed.out()).isEqualTo(predict(network, id, asked).out());
    Path other = file("other.txt", "p0\n");
    assertThat(predict(network, id, other, "--known", known("honest")).exit()).isZero();
    Cli often = predict(network, id, other, "--known", known("honest"));
    assertThat(often.err()).contains("were predicted 2 times in 30 days");
  }

  private void refused(Network network, String id) {
    Path one = file("one.txt", "p1\n");
    Path few = file("few.csv", "id,label\nhonest1,ill\n");
    assertThat(predict(network, id, one, "--known", few).err()).contains("at least 10");
    Path wrong = file("wrong.csv", Network.read(known("liar")).replace("well", "fine"));
    assertThat(predict(network, id, one, "--known", wrong).err())
        .contains("each must be one of [ill, well]")
        .doesNotContain("fine");
    assertThat(predict(network, id, one, "--known", known("liar"), "--alone").err())
        .contains("is for joint predictions");
  }
}

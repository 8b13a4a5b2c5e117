package io.parallax.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.parallax.core.BadInput;
import io.parallax.core.Shown;
import io.parallax.party.PartyConfig;
import io.parallax.party.PartyStudies;
import io.parallax.party.Proposal;
import io.parallax.party.ProposalText;
import io.parallax.study.Version;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an owner reads is the study as it is, whatever its writer put into it. */
class ProposalTextTest {
  private static final String SPOOF =
      """
      study: spoof
      purpose: to try the program
      method: vfedmv
      parties: {birch: {view: b, labels: true}, cedar: {view: c}, maple: {view: a}}
      # a comment\\nevaluate: {split: random, test: 0.2, repeats: 1}\\nseed: 7\\
      # RLO and LRI turn writing, ZWSP is not seen, LSEP ends a line
      #%sseed: 7
      evaluate: {split: random, test: 0.2, repeats: 10000}
      stop: {rounds: 500}
      model: true
      seed: 8
      """
          .formatted(" ".repeat(190))
          .replace("RLO", "\u202e")
          .replace("LRI", "\u2066")
          .replace("ZWSP", "\u200b")
          .replace("LSEP", "\u2028");
  @TempDir Path folder;

  private String printed(String yaml, String researcher) throws Exception {
    Path file = folder.resolve("party.yaml");
    Files.writeString(
        file,
        "party: birch\ncoordinator: localhost\n"
            + "data: {b: {csv: b.csv, id: id}, psychiatry: {csv: p.csv, id: id}}\n"
            + "labels: {csv: b.csv, id: id, column: ill}\n");
    PartyConfig party = PartyConfig.read(file);
    String manifest =
        "{\"version\":\"%s\",\"researcher\":\"%s\",\"parties\":{\"birch\":\"b\",\"cedar\":\"c\"%s},\"study\":%s}"
            .formatted(
                Version.NUMBER,
                researcher,
                (yaml.contains("maple") ? ",\"maple\":\"a\"" : "")
                    + (yaml.contains("aspen") ? ",\"aspen\":\"d\"" : ""),
                new ObjectMapper().writeValueAsString(yaml));
    Proposal proposal = new PartyStudies(party).read(manifest.getBytes(StandardCharsets.UTF_8));
    StringWriter text = new StringWriter();
    new ProposalText(proposal, party.policy(), party.name().name())
        .print(new PrintWriter(text, true));
    return text.toString();
  }

  @Test
  void aCommentDoesNotLookLikeTheStudy() throws Exception {
    String text = printed(SPOOF, "ana");
    assertThat(text.lines().map(line -> line.replaceFirst("^ *[|…] ?", "").strip()))
        .contains("seed: 8", "evaluate: {split: random, test: 0.2, repeats: 10000}")
        .doesNotContain("evaluate: {split: random, test: 0.2, repeats: 1}");
    assertThat(text.lines().filter(line -> line.matches("  \\| +seed: .*|  \\| seed: .*")))
        .containsExactly("  | seed: 8");
    assertThat(text)
        .contains("\\u{202e} and \\u{2066} turn", "\\u{200b} is", "\\u{2028} ends")
        .doesNotContain("\u202e", "\u2066", "\u200b", "\u2028");
    String json = new ObjectMapper().writeValueAsString(SPOOF);
    assertThat(json.replace("\\n", "\n").lines()) // the control: how it was shown before
        .anyMatch(line -> line.startsWith("evaluate: {split: random, test: 0.2, repeats: 1}"));
  }

  @Test
  void aStudyThatGoesOnWithoutAPartySaysWhatThatTells() throws Exception {
    String yaml =
        """
        study: absent
        purpose: to try the program
        method: apfed
        parties: {birch: {view: b, labels: true}, cedar: {view: c}, maple: {view: a}, aspen: {view: d}}
        stop: {rounds: 9, lost: continue}
        protection: {aggregation: masked}
        """;
    assertThat(printed(yaml, "ana"))
        .contains("it continues if up to 1 parties leave: what each of them adds can be estimated");
    assertThat(printed(yaml.replace(", lost: continue", ""), "ana"))
        .doesNotContain("parties leave");
  }

  @Test
  void directionsAreSaidWithWhatTheyMean() throws Exception {
    String yaml =
        """
        study: told
        purpose: to try the program
        method: joint
        parties: {birch: {view: b, labels: true}, cedar: {view: c}, maple: {view: a}}
        evaluate: {split: random, test: 0.2, repeats: 5}
        stop: {rounds: 100}
        model: true
        """;
    String text = printed(yaml, "ana").replaceAll("\\s+", " ");
    assertThat(text)
        .contains(
            "Directions: at most 100 × number of classes in each of 5 trainings and for the model. Each"
                + " is a combination of all parties' columns, revealed for every training row.")
        .contains("As many directions as all parties have columns reveal the sum over the parties")
        .contains("any number of directions");
    String two = yaml.replace(", maple: {view: a}", "").replace("joint", "vfedmv");
    assertThat(printed(two, "ana").replaceAll("\\s+", " "))
        .contains("With two parties each can subtract its own part");
    String kernel = two.replace("method: vfedmv", "method: joint\nmode: kernel");
    assertThat(printed(kernel, "ana").replaceAll("\\s+", " "))
        .contains("columns, revealed only to the party with the labels, for every training")
        .contains("With two parties the party with the labels can subtract its own part");
    assertThat(printed(yaml.replace("joint", "apfed"), "ana"))
        .doesNotContain("Directions: at most");
  }

  @Test
  void theSummarySaysWhoAsksHowMuchInAllAndOfWhatOnly() throws Exception {
    String text = printed(SPOOF, "ana\u202e");
    assertThat(text)
        .contains("asked by ana\\u{202e}, as the coordinator says")
        .contains("at most 500 in each of 10000 trainings and for the model: 5000500 in all")
        .contains(
            "views    b\n",
            "use      this party's, as they are",
            "ends     only if you give a last day")
        .contains(
            "policy   sums any; labels may be told as they are",
            "at least 30 people",
            "10 times this party's ids")
        .doesNotContain("psychiatry");
    assertThat(Shown.lines("a\r\nb")).isEqualTo("a\\u{d}\nb");
    assertThat(Shown.text("\u001b[2J\u0007")).isEqualTo("\\u{1b}[2J\\u{7}");
  }

  private static final String ASKED =
      """
      study: asked
      purpose: to find signs of low mood in how people type
      method: vfedmv
      parties: {birch: {view: b, labels: true}, cedar: {view: c}, maple: {view: a}}
      """;

  private String oneLine(String yaml) throws Exception {
    return printed(yaml, "ana").replaceAll("\\s+", " ");
  }

  @Test
  void theSentenceAboutLabelsComesBeforeEverythingElse() throws Exception {
    String mine = oneLine(ASKED);
    assertThat(mine)
        .contains("purpose to find signs of low mood in how people type")
        .contains(
            "labels Every other party (cedar, maple) and the coordinator can read this party's label"
                + " of every training person, such as a diagnosis.");
    assertThat(mine.indexOf("can read this party's label")).isLessThan(mine.indexOf("Who learns"));
    String other =
        ASKED.replace(
            "birch: {view: b, labels: true}, cedar: {view: c}",
            "birch: {view: b}, cedar: {view: c, labels: true}");
    assertThat(oneLine(other))
        .contains("Every party and the coordinator can read cedar's label of every training person")
        .contains("What this party receives is data about cedar's people; protect it as such.");
    assertThat(oneLine(ASKED + "protection: {labels: {epsilon: 1}}\n"))
        .contains(
            "randomised with epsilon 1.0 first: of two classes, what is read is right for 73");
    assertThat(oneLine(ASKED.replace("vfedmv", "joint\nmode: kernel")))
        .contains("No message lets others read the label of a single training person");
    assertThat(oneLine(ASKED.replace("vfedmv", "apfed")))
        .contains("can guess, better than by chance, this party's label");
    assertThat(oneLine(ASKED.replace("method: vfedmv", "method: fedmsgl\nclusters: 2")))
        .contains("No labels are learnt.");
    String times = ASKED.replace("vfedmv", "joint").replace("labels: true", "target: time");
    assertThat(oneLine(times))
        .contains("can read this party's target of every training person. Nothing hides it: labels")
        .contains("of times their order and the events")
        .contains("nothing can hide it, since randomisation is for classes");
  }

  @Test
  void everyReceiverHasAParagraph() throws Exception {
    String text = oneLine(ASKED + "predict: {by: cedar, day: 20, person: 2}\n");
    assertThat(text)
        .containsSubsequence(
            "Who learns what",
            "Every other party: cedar, maple",
            "which of its own people all parties have in common",
            "The coordinator",
            "it reads totals over all parties. It learns this party's own part only if all",
            "The researcher, and all who see the result",
            "ana, named so by the coordinator, gets the result",
            "Users of the model, later",
            "After the study party cedar may have its people scored",
            "What the study does",
            "Message by message");
    assertThat(oneLine(ASKED + "protection: {aggregation: plain}\n"))
        .contains("it can look at this party's own part of each sum");
  }

  @Test
  void aStudyWithoutAPurposeIsRefused() {
    assertThatThrownBy(() -> printed(ASKED.replaceFirst("purpose: .*\n", ""), "ana"))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("has no purpose")
        .hasMessageContaining("add 'purpose: …'");
    assertThatThrownBy(() -> printed(ASKED.replaceFirst("purpose: .*", "purpose: why"), "ana"))
        .hasMessageContaining("purpose has 3 characters; it must have 10 to 2000");
  }
}

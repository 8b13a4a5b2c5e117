package io.parallax.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.parallax.testkit.FreePort;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The quick way of docs/two-machines.md as it stands: its commands are read from the page and run,
 * each on a machine of its own, from nothing to a finished study among three parties. Only ports
 * are others, and the host's name leads to this machine.
 */
@Timeout(500)
class TwoMachinesTest {
  private static final Pattern COMMANDS = Pattern.compile("(?ms)^```sh ([a-z-]+)\\n(.*?)^```");
  private static final Pattern TRANSFER = Pattern.compile("\\*\\*Transfer (\\d+):\\*\\*");
  private static final Pattern WORDS = Pattern.compile("  words +((?:[a-z]{5} ?){5})");
  private static final Pattern CALL = Pattern.compile("Call ([a-z-]+)\\. Do they read");
  private static final String PASSPHRASE = "correct horse battery\n";
  private static final int MOST_COMMANDS = 10;
  private static final int MOST_TRANSFERS = 3;
  private static final int MOST_SECONDS = 240;
  @TempDir Path folder;
  private final List<Running> all = new ArrayList<>();
  private final int port = FreePort.find();
  private final int people = FreePort.find();

  /** A command on a machine, which has a folder and a user of its own. */
  private final class Running {
    private final Process process;
    private final Path printed;
    private final String line;

    Running(String machine, String line) throws IOException {
      this.line = line;
      this.printed = Files.createTempFile(folder, machine, ".txt");
      Path home = folder.resolve(machine);
      List<String> command = new ArrayList<>(List.of(Child.JAVA));
      command.addAll(Child.BRIEF);
      command.addAll(List.of("-Xmx256m", "-Duser.home=" + home.resolve("home")));
      command.add("-Djdk.net.hosts.file=" + folder.resolve("hosts"));
      command.addAll(ClassArchive.options());
      command.add(Main.class.getName());
      command.addAll(List.of(line.split(" +")));
      ProcessBuilder builder = new ProcessBuilder(command).directory(home.toFile());
      builder.environment().keySet().removeIf(name -> name.startsWith("PARALLAX_"));
      process = builder.redirectErrorStream(true).redirectOutput(printed.toFile()).start();
      all.add(this);
    }

    String output() {
      return Network.read(printed);
    }

    void type(String text) throws IOException {
      OutputStream in = process.getOutputStream();
      in.write(text.getBytes(StandardCharsets.UTF_8));
      in.flush();
    }

    void prints(String text) throws InterruptedException {
      until(() -> output().contains(text), () -> line + " prints '" + text + "':\n" + output());
    }

    void ends() throws InterruptedException {
      until(() -> !process.isAlive(), () -> line + " ends:\n" + output());
      assertThat(process.exitValue()).as(line + "\n" + output()).isZero();
    }
  }

  private interface What {
    String said();
  }

  private static void until(BooleanSupplier condition, What what) throws InterruptedException {
    for (long tries = 0; !condition.getAsBoolean(); tries++) {
      assertThat(tries).as(what.said()).isLessThan(MOST_SECONDS * 20L);
      Thread.sleep(50);
    }
  }

  @AfterEach
  void end() {
    all.forEach(one -> one.process.destroyForcibly().onExit().join());
  }

  @Test
  void thePageLeadsFromNothingToAFinishedStudy() throws Exception {
    String page = Files.readString(Sources.ROOT.resolve("docs/two-machines.md"));
    String quick = page.substring(page.indexOf("## The quick way"), page.indexOf("## Invitations"));
    Map<String, List<String>> commands = commands(quick);
    machines(quick);
    List<String> hub = commands.get("hub");
    founds(hub.get(0));
    Running coordinator = start("hub", hub.get(1));
    coordinator.prints("people: https://");
    Running invite = start("hub", hub.get(2));
    invite.type(PASSPHRASE);
    invite.prints("Waiting for 3 to join");
    Map<String, Running> parties = joins(commands, invite);
    Running submit = start("hub", hub.get(3));
    submit.prints("Waiting for approval");
    Map<String, Running> approvals = new LinkedHashMap<>();
    for (String party : parties.keySet()) {
      parties.get(party).prints("waits for your decision");
      String hash = found(parties.get(party).output(), "approve --party FILE ([0-9a-f]{12})");
      String line = commands.get(party).get(1).replace("1a2b3c4d5e6f", hash);
      approvals.put(party, start(party, line));
    }
    for (Running approve : approvals.values()) {
      approve.prints("Approve? Type yes");
      approve.type("yes\n");
      approve.ends();
    }
    submit.ends();
    Running ledger = start("st-mary", "./parallax ledger show st-mary/st-mary.yaml --kind notes");
    ledger.ends();
    assertThat(ledger.output()).contains("Joining");
    assertThat(submit.output()).contains("finished").contains("accuracy");
  }

  private Map<String, List<String>> commands(String quick) {
    Map<String, List<String>> commands = new LinkedHashMap<>();
    COMMANDS
        .matcher(quick)
        .results()
        .forEach(
            block ->
                commands
                    .computeIfAbsent(block.group(1), machine -> new ArrayList<>())
                    .addAll(block.group(2).lines().toList()));
    int count = commands.values().stream().mapToInt(List::size).sum();
    assertThat(count).as("commands of the page").isBetween(1, MOST_COMMANDS);
    List<String> transfers =
        TRANSFER.matcher(quick).results().map(found -> found.group(1)).distinct().toList();
    assertThat(transfers).as("transfers").hasSizeBetween(1, MOST_TRANSFERS);
    assertThat(transfers).as("one for each party").hasSize(commands.size() - 1);
    return commands;
  }

  /**
   * Makes the machines: the rows of the hospitals, the study file of the page, and a host's name.
   */
  private void machines(String quick) throws IOException {
    NetworkData.views(folder.resolve("rows"), 200, "a", "b", "c");
    Files.writeString(folder.resolve("hosts"), "127.0.0.1 hub.example.org\n127.0.0.1 localhost\n");
    rows("a.csv", "st-mary", "typing.csv");
    rows("labels.csv", "st-mary", "scores.csv");
    rows("b.csv", "riverside", "special.csv");
    rows("c.csv", "northgate", "accel.csv");
    Network.write(
        folder.resolve("hub/mood.yaml"), found(quick, "(?s)```yaml\\n(study: mood-2026.*?)```"));
  }

  private void rows(String from, String machine, String to) {
    String rows = Network.read(folder.resolve("rows").resolve(from));
    String named = rows.replaceFirst("^id,", "patient,").replaceFirst("label,", "depressed,");
    Network.write(folder.resolve(machine).resolve(to), named);
  }

  private Running start(String machine, String line) throws IOException {
    assertThat(line).startsWith("./parallax ");
    String here =
        line.substring("./parallax ".length())
            .replace("7443", Integer.toString(port))
            .replace("7444", Integer.toString(people));
    return new Running(machine, here);
  }

  private void founds(String line) throws Exception {
    Running init = start("hub", line);
    init.type(PASSPHRASE + PASSPHRASE + "yes\n");
    init.ends();
    assertThat(init.output()).contains("hosts        hub.example.org").contains("Logged in as");
    Path file = folder.resolve("hub/mood/hub/hub.yaml");
    Files.writeString(file, Files.readString(file).replace("0.0.0.0", "127.0.0.1")); // here only
  }

  /** Has the parties join, and admits each when both sides show the same words. */
  private Map<String, Running> joins(Map<String, List<String>> commands, Running invite)
      throws Exception {
    Map<String, Running> parties = new LinkedHashMap<>();
    for (String party : commands.keySet()) {
      if (!party.equals("hub")) {
        String text = found(invite.output(), party + ": ./parallax party join (plxi_\\S+)");
        parties.put(party, start(party, commands.get(party).get(0).replace("plxi_…", text)));
      }
    }
    for (int admitted = 0; admitted < parties.size(); admitted++) {
      int before = admitted;
      until(() -> called(invite).size() > before, invite::output);
      Running join = parties.get(called(invite).get(before));
      join.prints("Waiting to be admitted");
      assertThat(words(invite.output()).get(before)).isEqualTo(words(join.output()).get(0));
      invite.type("yes\n");
      join.prints("read the same words?");
      join.type("yes\n");
    }
    invite.ends();
    for (Running join : parties.values()) {
      join.prints("connected to the coordinator");
    }
    return parties;
  }

  /** Returns the parties about whose words the operator was asked. */
  private static List<String> called(Running invite) {
    return CALL.matcher(invite.output()).results().map(found -> found.group(1)).toList();
  }

  private static List<String> words(String printed) {
    return WORDS.matcher(printed).results().map(found -> found.group(1).strip()).toList();
  }

  private static String found(String text, String pattern) {
    MatchResult found = Pattern.compile(pattern).matcher(text).results().findFirst().orElseThrow();
    return found.group(1);
  }
}

package io.parallax.remote;

import static org.assertj.core.api.Assertions.assertThat;

import io.parallax.core.Disclosed;
import io.parallax.core.Failure;
import io.parallax.core.Methods;
import io.parallax.engine.MessageCodec;
import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import io.parallax.party.Decision;
import io.parallax.party.Ledger;
import io.parallax.party.Node;
import io.parallax.party.PartWork;
import io.parallax.party.PartyConfig;
import io.parallax.party.PartyStudies;
import io.parallax.party.Proposal;
import io.parallax.remote.NodeMessages.AskOwnMetrics;
import io.parallax.remote.NodeMessages.Judge;
import io.parallax.remote.NodeMessages.TrainingOpening;
import io.parallax.run.PartName;
import io.parallax.testkit.AskLies;
import io.parallax.testkit.RecordingLink;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every lie of a coordinator about the setup of a study and about judging it. */
class SetupLiesTest {
  private static final String YAML =
      SetupTable.yaml(party -> "", "protection: {aggregation: plain}")
          .replace("repeats: 2}", "repeats: 1, by-party: true}");
  private static final int ADOPT = 3; // by their places among H-FedMV's asks, then those of judging
  private static final int JUDGE = Methods.named("hfedmv").asks().size();
  private static final int OWN_METRICS = JUDGE + 2;
  @TempDir Path folder;
  private final List<Ledger> ledgers = new ArrayList<>();
  private int tables;

  private record Products(int columns) {}

  private record Model(Matrix w) {}

  private SetupTable table() {
    return new SetupTable(folder.resolve("table-" + tables++));
  }

  /** Each lie is told to a party that has judged and been told nothing yet. */
  private int against(Supplier<PartWork> fresh, List<byte[]> honest) {
    PartWork work = fresh.get();
    Set<String> allowed = new HashSet<>(work.granted());
    allowed.add(Disclosed.nameOf(NodeMessages.OwnMetrics.class));
    io.parallax.testkit.LyingCoordinator liar =
        new io.parallax.testkit.LyingCoordinator(
            () -> fresh.get().party(),
            work.asks(),
            work.parties(),
            allowed,
            work.letters(),
            folder.resolve("journals-" + tables));
    liar.against(honest);
    return liar.cases();
  }

  @Test
  void theSetupIsNotLiedInto() {
    List<byte[]> honest = new ArrayList<>();
    table().facts(YAML, link -> new RecordingLink(link, honest), Optional.empty());
    assertThat(honest).hasSize(2);
    int cases =
        against(
            () -> table().begin("birch", YAML, PartName.SETUP, SetupTable.opening(YAML)), honest);
    assertThat(cases).isGreaterThan(100);
  }

  private static TrainingOpening opening(SetupFacts facts) {
    return new TrainingOpening(
        SetupTable.opening(YAML).manifest(),
        1,
        String.join("\n", facts.classes()),
        facts.rows(),
        "",
        Matrix.of(facts.moments()));
  }

  @Test
  void norIsJudging() {
    TrainingOpening opening = opening(table().facts(YAML, link -> link, Optional.empty()));
    List<byte[]> honest =
        List.of(
            AskLies.envelope(1, 0, new byte[0]),
            AskLies.envelope(2, 2, MessageCodec.encode(new Products(3))),
            AskLies.envelope(3, ADOPT, MessageCodec.encode(new Model(Matrix.zeros(3, 2)))),
            AskLies.envelope(4, JUDGE, MessageCodec.encode(new Judge(false, NodeMessages.NONE))),
            AskLies.envelope(5, OWN_METRICS, MessageCodec.encode(new AskOwnMetrics(3))));
    assertThat(against(() -> begun(table(), opening), honest)).isGreaterThan(200);
  }

  /** As a table begins it, with a ledger that stays open for what is judged. */
  private PartWork begun(SetupTable table, TrainingOpening opening) {
    PartyConfig birch = table.config("birch");
    PartyStudies studies = new PartyStudies(birch);
    Proposal proposal = studies.read(SetupTable.manifest(YAML));
    Ledger ledger = Ledger.open(Node.Setup.ledger(birch.state()), note -> {});
    ledgers.add(ledger);
    Decision approved = SetupTable.approved(proposal, studies.rows(proposal));
    return studies.begin(proposal, approved, "split-01", MessageCodec.encode(opening), ledger);
  }

  @AfterEach
  void close() {
    ledgers.forEach(Ledger::close);
  }

  /** An opening with any bit turned, or cut off anywhere, is refused in words or is the same. */
  @Test
  void openingsThatWereTurnedOrCutAreRefusedInWords() {
    TrainingOpening opening = opening(table().facts(YAML, link -> link, Optional.empty()));
    byte[] honest = MessageCodec.encode(opening);
    int text = 4 + opening.manifest().length(); // what is in it has another test
    Rng rng = Rng.of(5);
    int refused = 0;
    int cases = 300;
    for (int k = 0; k < cases; k++) {
      byte[] lie = k % 3 == 0 ? java.util.Arrays.copyOf(honest, rng.below(honest.length)) : honest;
      lie = lie.clone();
      if (k % 3 != 0) {
        lie[k % 3 == 1 ? rng.below(4) : text + rng.below(honest.length - text)] ^=
            (byte) (1 << rng.below(8));
      }
      try {
        table().begin("birch", YAML, "split-01", MessageCodec.decode(TrainingOpening.class, lie));
      } catch (RuntimeException e) {
        assertThat(e).as("case %d", k).isInstanceOf(Failure.class);
        refused++;
      }
    }
    assertThat(refused).isGreaterThan(cases / 2);
  }
}

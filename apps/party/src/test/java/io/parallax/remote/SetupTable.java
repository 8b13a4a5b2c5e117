package io.parallax.remote;

import io.parallax.core.Hashes;
import io.parallax.core.PartyId;
import io.parallax.core.Rounds;
import io.parallax.engine.Absence;
import io.parallax.engine.Endpoint;
import io.parallax.engine.InProcessLink;
import io.parallax.engine.Link;
import io.parallax.engine.LinkedParties;
import io.parallax.engine.MessageCodec;
import io.parallax.engine.PartyStore;
import io.parallax.engine.RoundLog;
import io.parallax.engine.Sizes;
import io.parallax.engine.SumProtocol;
import io.parallax.grpc.Registry.Say;
import io.parallax.math.Rng;
import io.parallax.party.Decision;
import io.parallax.party.Ledger;
import io.parallax.party.Node;
import io.parallax.party.PartWork;
import io.parallax.party.PartyConfig;
import io.parallax.party.PartyStudies;
import io.parallax.party.Proposal;
import io.parallax.privacy.MaskedSum;
import io.parallax.run.PartName;
import io.parallax.study.Study;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/** The setup of a study between three parties, each with rows of its own, around one table. */
public final class SetupTable {
  static final List<String> PARTIES = List.of("birch", "cedar", "maple");

  /** By party. */
  static final Map<String, Integer> ROWS = Map.of("birch", 36, "cedar", 41, "maple", 52);

  private static final Map<String, String> KEYS = Map.of("birch", "b", "cedar", "c", "maple", "m");
  private final Path folder;

  /** Writes each party's rows and its file. */
  SetupTable(Path folder) {
    this.folder = folder;
    for (String party : PARTIES) {
      write(party + "/rows.csv", rows(Rng.of(31).child(party), ROWS.get(party)));
      write(
          party + "/party.yaml",
          """
          party: %s
          coordinator: localhost
          data: {blood: {csv: rows.csv, id: id}, history: {csv: rows.csv, id: id}}
          labels: {csv: rows.csv, id: id, column: ill}
          """
              .formatted(party));
    }
  }

  /** Columns of very different sizes, of which one is not always known. */
  private static String rows(Rng rng, int count) {
    StringBuilder csv = new StringBuilder("id,tiny,age,huge,ill\n");
    for (int i = 0; i < count; i++) {
      csv.append(
          "p%d,%s,%s,%s,%s\n"
              .formatted(
                  i,
                  1e-9 * rng.gaussian(),
                  i % 9 == 4 ? "" : 50 + 9 * rng.gaussian(),
                  1e12 + 1e9 * rng.gaussian(),
                  i % 3 == 0 ? "yes" : "no"));
    }
    return csv.toString();
  }

  void write(String file, String text) {
    try {
      Files.createDirectories(folder.resolve(file).getParent());
      Files.writeString(folder.resolve(file), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * The study.
   *
   * @param each what is said of each party
   */
  static String yaml(UnaryOperator<String> each, String more) {
    StringBuilder yaml =
        new StringBuilder(
            """
            study: setup
            purpose: to try the program
            method: hfedmv
            views: {blood: [tiny, huge], history: [age]}
            missing: mean
            evaluate: {split: random, test: 0.25, repeats: 2}
            seed: 3
            %s
            parties:
            """
                .formatted(more));
    PARTIES.forEach(p -> yaml.append("  %s: {%s}\n".formatted(p, each.apply(p))));
    return yaml.toString();
  }

  static byte[] manifest(String yaml) {
    return NetworkManifest.of(yaml, "ana", new TreeMap<>(KEYS)).json();
  }

  PartyConfig config(String party) {
    return PartyConfig.read(folder.resolve(party).resolve("party.yaml"));
  }

  /** What an owner approves whose rows are these. */
  public static Decision approved(Proposal proposal, List<Decision.Rows> rows) {
    String now = Instant.now().toString();
    String salt = "";
    return new Decision(
        proposal.id(),
        proposal.name(),
        "ana",
        Say.APPROVED,
        now,
        "",
        "",
        rows,
        Decision.Judging.NONE,
        List.of(),
        salt);
  }

  /** A party's half of a part. */
  PartWork begin(String party, String yaml, String part, Record opening) {
    PartyStudies studies = new PartyStudies(config(party));
    Proposal proposal = studies.read(manifest(yaml));
    try (Ledger ledger = Ledger.open(Node.Setup.ledger(config(party).state()), note -> {})) {
      Decision approved = approved(proposal, studies.rows(proposal));
      return studies.begin(proposal, approved, part, MessageCodec.encode(opening), ledger);
    }
  }

  static NodeMessages.SetupOpening opening(String yaml) {
    return new NodeMessages.SetupOpening(new String(manifest(yaml)));
  }

  /** What the coordinator learns. */
  SetupFacts facts(String yaml, UnaryOperator<Link> through, Optional<Path> log) {
    Study study = NetworkManifest.read(manifest(yaml)).parse();
    byte[] run = Hashes.of(manifest(yaml));
    SumProtocol sums =
        study.protection().masked()
            ? MaskedSum.inProcess(new TreeSet<>(study.members()), run)
            : SumProtocol.plain();
    SortedMap<PartyId, Endpoint> endpoints = new TreeMap<>();
    for (String party : PARTIES) {
      PartWork work = begin(party, yaml, PartName.SETUP, opening(yaml));
      PartyId id = PartyId.of(party);
      endpoints.put(
          id,
          new Endpoint(
              id,
              work.party(),
              work.asks(),
              work.parties(),
              sums,
              work.granted(),
              PartyStore.NONE,
              work.limits()));
    }
    try (RoundLog rounds = log.map(file -> RoundLog.open(file, run)).orElse(null)) {
      LinkedParties parties =
          new LinkedParties(
              through.apply(new InProcessLink(endpoints)),
              NodeMessages.setup(study),
              sums,
              Sizes.of(Map.of()),
              Optional.ofNullable(rounds),
              Absence.STOP);
      return new SetupCoordinator(study).run(parties, Rounds.of(1, 0));
    }
  }
}

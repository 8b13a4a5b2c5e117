package io.parallax.party;

import io.parallax.core.BadInput;
import io.parallax.core.Refused;
import io.parallax.core.Reveals;
import io.parallax.core.Shown;
import io.parallax.core.TellsLabels;
import io.parallax.grpc.ViewCatalogue;
import io.parallax.privacy.RefusedProof;
import io.parallax.remote.NetworkManifest;
import io.parallax.study.LabelReaders;
import io.parallax.study.Task;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The studies of a ledger by name, with the meaning of their messages. */
public final class LedgerStudies {
  private static final int FEWEST_DIGITS = 8;
  private static final int NAMED = 10;
  private static final String UNKNOWN =
      "Unknown whether training was told labels: the study cannot be read here any more.";
  private static final Pattern SENTENCE =
      Pattern.compile("study (\\S+) of (.*?) (\\w+ed|withdrawn)\\b");
  private final Path approvals;
  private final PartyStudies reader;
  private final LedgerState state;
  private final Map<String, Optional<Proposal>> proposals = new ConcurrentHashMap<>();

  LedgerStudies(Path state, PartyStudies reader) {
    this.approvals = state.resolve("approvals");
    this.reader = reader;
    this.state = new LedgerState(Node.Setup.ledger(state));
  }

  /** Returns the studies of a party's ledger. */
  public static LedgerStudies of(PartyConfig party) {
    return new LedgerStudies(party.state(), new PartyStudies(party));
  }

  LedgerState state() {
    return state.readOn();
  }

  /** Returns the end of the ledger as it was last read. */
  LedgerReader.Mark mark() {
    return state.mark();
  }

  /** Returns the proposal that the owner decided about; empty if it cannot be read here. */
  Optional<Proposal> proposal(String study) {
    return proposals.computeIfAbsent(study, this::read);
  }

  private Optional<Proposal> read(String study) {
    Path file = approvals.resolve(study + ".manifest.json");
    try {
      byte[] manifest = study.isEmpty() || !Files.exists(file) ? null : Files.readAllBytes(file);
      return manifest != null && NetworkManifest.hash(manifest).equals(study)
          ? Optional.of(reader.read(manifest))
          : Optional.empty();
    } catch (IOException | BadInput | Refused e) {
      return Optional.empty(); // of another version, or touched
    }
  }

  /** Returns the hashes of the studies, those of the newest entries first. */
  List<String> all() {
    Set<String> found = new LinkedHashSet<>();
    List<LedgerTotals.Total> totals = state().totals();
    for (int i = totals.size() - 1; i >= 0; i--) {
      found.add(totals.get(i).key().study());
    }
    return List.copyOf(found);
  }

  /** Returns whether a message of a training has left. */
  boolean trained(String study) {
    return state.totals().stream()
        .map(LedgerTotals.Total::key)
        .anyMatch(key -> key.study().equals(study) && key.kind() == LedgerKind.METHOD);
  }

  /** Returns a study's name; the beginning of its hash if that is unknown. */
  String name(String study) {
    if (study.isEmpty()) {
      return "this party's own notes";
    }
    return proposal(study)
        .map(Proposal::name)
        .or(() -> sentence(study).map(found -> found.group(1)))
        .orElseGet(() -> study.substring(0, Math.min(12, study.length())));
  }

  /** Returns the name of the person who submitted a study; empty if it is unknown. */
  String researcher(String study) {
    return proposal(study)
        .map(Proposal::researcher)
        .or(() -> sentence(study).map(found -> found.group(2)))
        .orElse("");
  }

  /** Returns the owner's last decision with its day; empty if there is none. */
  String decision(String study) {
    return decided(study)
        .map(
            entry -> {
              String known = "study %s of %s ".formatted(name(study), researcher(study));
              String text = entry.text();
              String rest = text.startsWith(known) ? text.substring(known.length()) : text;
              return rest + " (" + entry.day() + ")";
            })
        .orElse("");
  }

  private Optional<LedgerEntry> decided(String study) {
    return state.entries(Ledger.DECISION).stream()
        .filter(entry -> entry.study().equals(study))
        .reduce((older, newer) -> newer);
  }

  private Optional<Matcher> sentence(String study) {
    return decided(study).map(entry -> SENTENCE.matcher(entry.text())).filter(Matcher::lookingAt);
  }

  /** Returns the hashes of the studies of a name, or of one hash or its beginning. */
  Set<String> named(String study) {
    String text = study.strip();
    Set<String> found =
        all().stream()
            .filter(
                hash ->
                    name(hash).equals(text)
                        || text.length() >= FEWEST_DIGITS && hash.startsWith(text))
            .collect(Collectors.toSet());
    if (found.isEmpty()) {
      List<String> names = all().stream().map(this::name).distinct().toList();
      throw new BadInput(
          "the ledger has no study '%s'; it has %s%s"
              .formatted(
                  Shown.text(text),
                  names.isEmpty()
                      ? "none"
                      : String.join(", ", names.subList(0, Math.min(NAMED, names.size()))),
                  names.size() > NAMED ? " and others" : ""));
    }
    return found;
  }

  /** Returns a sentence about the information in a message. */
  String meaning(String study, LedgerKind kind, String message) {
    String own =
        switch (message) {
          case Ledger.MASKS -> "mask keys; they tell nothing of rows";
          case Ledger.DECISION -> "the owner's decision; the rows that it names stay here";
          case "Objection" -> "the policy's objection to the study, word for word";
          case "Failure" -> "an error message, word for word";
          case "SetSizes" -> "told to this party: the number of ids that each party brought";
          case Ledger.DRAWING -> "labels randomised and kept here, for training";
          case Ledger.JUDGING -> "held-out rows judged by labels here; each counts once";
          case Ledger.CATALOGUE -> ViewCatalogue.class.getAnnotation(Reveals.class).value();
          case Ledger.JOINING -> JoinEntry.class.getAnnotation(Reveals.class).value();
          case Ledger.RENEWAL -> CertificateRenewal.class.getAnnotation(Reveals.class).value();
          case Ledger.PROOFS -> "the sums in which this party proved what it added";
          case Ledger.REFUSED_PROOF -> RefusedProof.class.getAnnotation(Reveals.class).value();
          case Ledger.KEEPING -> "whether messages that leave are kept here";
          default -> "";
        };
    return own.isEmpty()
        ? proposal(study).flatMap(p -> meaning(p, message)).orElse(kind.word() + " message")
        : own;
  }

  private static Optional<String> meaning(Proposal proposal, String message) {
    return proposal.reveals().stream()
        .filter(one -> one.message().equals(message) && !one.way().equals("down"))
        .map(Proposal.Revealed::what)
        .findFirst();
  }

  /**
   * Describes the use of this party's labels in a study.
   *
   * @param trained whether a message of a training has left
   */
  String labels(String study, boolean trained) {
    if (study.isEmpty()) {
      return "";
    }
    int judged =
        state.entries(Ledger.JUDGING).stream()
            .filter(entry -> entry.study().equals(study))
            .mapToInt(LabelExpenses::verdicts)
            .sum();
    String judging =
        judged == 0
            ? "No held-out row was judged by them."
            : "Held-out rows were judged by them: metrics of %d sets of scores.".formatted(judged);
    return proposal(study).map(p -> training(p, trained)).orElse(UNKNOWN) + " " + judging;
  }

  private static String training(Proposal proposal, boolean trained) {
    boolean values = proposal.study().task() instanceof Task.Values;
    if (!proposal.labels().told() || !proposal.study().task().learnsLabels() && !values) {
      return "Not told: training uses none of this party's labels.";
    }
    if (!trained) {
      return "Not told: nothing of a training has left.";
    }
    String what = values ? "The target" : "Labels";
    if (proposal.study().layout().spreadsRows()) {
      return what + " used as they are, inside the sums below.";
    }
    String how =
        proposal.labels().epsilon() > 0
            ? "Labels told randomised, with epsilon %s".formatted(proposal.labels().epsilon())
            : what + " told as they are, not randomised";
    return how + readers(proposal.readers()) + ".";
  }

  /** Describes who learns the labels of single training rows. */
  private static String readers(LabelReaders readers) {
    if (readers.none()) {
      return "; no message tells the label of a single row";
    }
    String who =
        readers.coordinator().isEmpty()
            ? "every other party"
            : readers.parties().isEmpty()
                ? "the coordinator"
                : "the coordinator and every other party";
    boolean read =
        Stream.of(readers.coordinator(), readers.parties())
            .anyMatch(how -> how.equals(Optional.of(TellsLabels.How.READ)));
    return ": %s can %s them".formatted(who, read ? "read" : "guess");
  }
}

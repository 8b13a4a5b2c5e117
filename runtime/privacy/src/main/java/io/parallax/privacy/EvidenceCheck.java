package io.parallax.privacy;

import io.parallax.core.BadInput;
import io.parallax.core.PartyId;
import io.parallax.engine.LimitedRows;
import io.parallax.privacy.ProofNotes.Announced;
import io.parallax.privacy.ProofNotes.Pair;
import io.parallax.privacy.ProofNotes.Told;
import io.parallax.privacy.proof.Projections;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A second look at evidence by somebody who was not there: it looks at all signatures, and computes
 * anew that a proof does not hold, or who told something else than follows from a secret that both
 * members of a pair had pledged. It believes nothing that the accused has not signed.
 */
public final class EvidenceCheck {
  private static final int MOST_WORDS = 1 << 28;
  private final SortedMap<String, String> all;
  private final Signing signing;
  private final SumGroup group;
  private final ProofTerms terms;
  private final List<Integer> members;
  private final int count;
  private final SortedMap<Integer, Announced> announced;

  /**
   * The finding about one accused member.
   *
   * @param shown whether the evidence shows that it has lied
   */
  public record Finding(PartyId who, boolean shown, String why) {}

  private EvidenceCheck(SortedMap<String, String> all, Signing signing) {
    this.all = all;
    this.signing = signing;
    if (!Evidence.KIND.equals(need("kind"))) {
      throw new BadInput("this is no evidence about a proved sum, or of another version");
    }
    List<PartyId> parties = names(need("parties"));
    this.group = new SumGroup(bytes("run"), parties, Integer.parseInt(need("threshold"))).proving();
    this.count = Integer.parseInt(need("count"));
    SortedMap<Integer, List<LimitedRows>> limits = limits(parties);
    if (count < 1 || count > MOST_WORDS) {
      throw new BadInput("the evidence has no possible number of words");
    }
    this.members = List.copyOf(limits.keySet());
    this.terms = new ProofTerms(group, bytes("sealing"), bytes("challenge"), limits, count);
    if (all.containsKey("query")) {
      terms.askTotal(bytes("query"));
      terms.ask(bytes("each"));
      this.announced = ProofTerms.announced(bytes("query"), members.size() - 1);
    } else {
      this.announced = new TreeMap<>();
    }
  }

  private SortedMap<Integer, List<LimitedRows>> limits(List<PartyId> parties) {
    SortedMap<Integer, List<LimitedRows>> limits = new TreeMap<>();
    for (PartyId party : parties) {
      String text = all.get("limits of " + party);
      if (text != null) {
        List<LimitedRows> own = Evidence.limits(text);
        own.forEach(this::requireWithin);
        limits.put(group.numberOf(party), own);
      }
    }
    return limits;
  }

  /** Rejects rows that are not among the words, before memory is taken for them. */
  private void requireWithin(LimitedRows rows) {
    boolean within =
        rows.from() >= 0
            && rows.rows() > 0
            && rows.cols() > 0
            && rows.from() + (long) rows.rows() * rows.cols() <= count;
    if (!within) {
      throw new BadInput("the evidence is about words that there are not; get the file again");
    }
  }

  /**
   * Returns a finding about each accused member.
   *
   * @param evidence texts by name
   * @param signing verifies signatures as of members of this study
   * @throws BadInput if it is not evidence
   */
  public static List<Finding> check(SortedMap<String, String> evidence, Signing signing) {
    try {
      EvidenceCheck check = new EvidenceCheck(evidence, signing);
      List<Finding> findings = new ArrayList<>();
      names(check.need("found")).forEach(who -> findings.add(check.finding(who)));
      return findings;
    } catch (BadInput e) {
      throw e;
    } catch (RuntimeException e) { // whatever goes wrong with somebody else's file
      throw new BadInput(
          "the evidence cannot be read: it is incomplete or was changed; get the file again", e);
    }
  }

  /** Returns the hash of evidence, which the coordinator tells all parties. */
  public static String hash(SortedMap<String, String> evidence) {
    return HexFormat.of().formatHex(Evidence.hash(evidence));
  }

  /** Returns the identity of the part of a study that the evidence is about. */
  public static byte[] run(SortedMap<String, String> evidence) {
    try {
      return HexFormat.of().parseHex(evidence.getOrDefault("run", ""));
    } catch (IllegalArgumentException e) {
      throw new BadInput("the evidence names no part of a study", e);
    }
  }

  private Finding finding(PartyId who) {
    int accused = group.numberOf(who);
    if (pledged(accused).isEmpty()) {
      return new Finding(
          who,
          false,
          "its proof is not signed by it, which the coordinator alone has seen: anybody could have written it");
    }
    if (announced.isEmpty()) {
      return unseen(who); // nobody was asked about it
    }
    for (int other : members) {
      if (other != accused) {
        Optional<String> lie = between(accused, other);
        if (lie.isPresent()) {
          return new Finding(who, true, lie.get());
        }
      }
    }
    return proof(accused)
        ? new Finding(
            who, true, "it signed words and a proof of their length, and the proof does not hold")
        : unseen(who);
  }

  private static Finding unseen(PartyId who) {
    return new Finding(
        who,
        false,
        "what it has signed does not show that it lied; the coordinator alone has seen what it says");
  }

  /**
   * Returns the pledges that a member has signed, by the other member; their context as its own.
   */
  private Optional<SortedMap<Integer, byte[]>> pledged(int member) {
    byte[] text = optional("announced by ", member);
    int size = Announced.HEAD + members.size() * Secrets.SIZE; // with the pledges' context
    if (text.length <= size) {
      return Optional.empty();
    }
    Announced one = Announced.read(Arrays.copyOf(text, Announced.HEAD));
    byte[] pledges = Arrays.copyOfRange(text, Announced.HEAD, size);
    boolean same =
        !announced.containsKey(member)
            || Arrays.equals(one.head(), announced.get(member).head()); // what all others heard
    if (!same || !signed(member, terms.signedProof(member, one, pledges), text, size)) {
      return Optional.empty();
    }
    SortedMap<Integer, byte[]> by = new TreeMap<>();
    int at = Secrets.SIZE;
    by.put(member, Arrays.copyOf(pledges, at));
    for (int other : members) {
      if (other != member) {
        by.put(other, Arrays.copyOfRange(pledges, at, at + Secrets.SIZE));
        at += Secrets.SIZE;
      }
    }
    return Optional.of(by);
  }

  private boolean signed(int member, byte[] content, byte[] text, int from) {
    byte[] signature = Arrays.copyOfRange(text, from, text.length);
    return signing.signed(group.member(member), content, signature);
  }

  /** Returns the lie of a member in a pair that contradicts itself. */
  private Optional<String> between(int accused, int other) {
    for (Pair pair : List.of(new Pair(accused, other), new Pair(other, accused))) {
      Optional<byte[]> opened = opened(accused, pair);
      if (opened.isPresent() && !fits(accused, other, opened.get())) {
        return Optional.of("it opened another secret than it had pledged with " + name(other));
      }
      Optional<byte[]> secret = secret(accused, other, pair);
      if (secret.isPresent()) {
        byte[] right = MaskedAttempt.hash(terms.right(pair, secret.get()));
        boolean proves = pair.prover() == accused;
        Optional<Told> its = proves ? account(accused) : told(accused);
        if (its.isPresent() && !Arrays.equals(its.get().part(other), right)) {
          return Optional.of(
              "what it signed about %s proof, and %s, is not what follows from the secret that both had pledged"
                  .formatted(
                      proves ? "its own" : name(other) + "'s",
                      proves ? name(other) + "'s answer" : "its answer"));
        }
      }
    }
    return Optional.empty();
  }

  /** Returns a secret of a pair that the accused has pledged, by whomever it was opened. */
  private Optional<byte[]> secret(int accused, int other, Pair pair) {
    for (int side : new int[] {accused, other}) {
      Optional<byte[]> opened = opened(side, pair);
      if (opened.isPresent() && fits(accused, other, opened.get())) {
        return opened;
      }
    }
    return Optional.empty();
  }

  /**
   * Returns true if this is the secret that the accused has pledged; only that one has its hash.
   */
  private boolean fits(int accused, int other, byte[] secret) {
    SortedMap<Integer, byte[]> pledged = pledged(accused).orElseThrow();
    byte[] pledge = Pledges.of(secret, pledged.get(accused), accused, other);
    return Arrays.equals(pledge, pledged.get(other));
  }

  /** Returns the secret that a member has opened for a pair, if it has signed that. */
  private Optional<byte[]> opened(int member, Pair pair) {
    byte[] text = optional("opened by ", member);
    if (text.length == 0) {
      return Optional.empty();
    }
    byte[] note = bytes("dispute");
    List<Pair> pairs =
        ProofNotes.readDispute(note, new ArrayList<>()).stream()
            .filter(p -> p.has(member))
            .toList();
    int size = pairs.size() * Secrets.SIZE;
    if (!pairs.contains(pair) || text.length <= size) {
      return Optional.empty();
    }
    byte[] content = terms.signedSecrets(note, member, Arrays.copyOf(text, size));
    int at = pairs.indexOf(pair) * Secrets.SIZE;
    return signed(member, content, text, size)
        ? Optional.of(Arrays.copyOfRange(text, at, at + Secrets.SIZE))
        : Optional.empty();
  }

  private Optional<Told> told(int member) {
    return told("told by ", ProofNotes.CHECK, member, Prover.hashSizes(members, member));
  }

  private Optional<Told> account(int member) {
    return told("account of ", ProofNotes.ACCOUNT, member, Prover.accountSizes(members));
  }

  private Optional<Told> told(
      String name, int stage, int member, SortedMap<Integer, Integer> sizes) {
    return Told.read(optional(name, member), sizes)
        .filter(
            one ->
                signing.signed(
                    group.member(member),
                    terms.signed(stage, member, one.bytes()),
                    one.signature()));
  }

  /**
   * Returns true if what the accused sent itself, with answers that it agrees to, does not hold.
   */
  private boolean proof(int accused) {
    byte[] sent = optional("proof of ", accused);
    byte[] words = optional("words of ", accused);
    Optional<Told> account = account(accused);
    if (account.isEmpty()
        || sent.length != 8 * ProofNotes.words(terms.system(accused))
        || words.length != 8 * count) {
      return false;
    }
    Projections.Words shared = Projections.Words.of(ProofNotes.elements(words));
    Announced its = announced.get(accused);
    byte[] digest = ProofNotes.digest(shared, count);
    Announced found = terms.announcement(accused, its.attempt(), sent, its.codes());
    Optional<Collection<byte[]>> answers = answers(accused, account.get());
    if (!Arrays.equals(found.bytes(), its.bytes())
        || !Arrays.equals(digest, account.get().part(accused))
        || answers.isEmpty()) {
      return false;
    }
    long[] mine =
        terms
            .own(
                new TreeMap<>(Map.of(accused, shared)),
                new TreeMap<>(Map.of(accused, ProofNotes.elements(sent))))
            .get(accused);
    return !terms.holds(accused, mine, answers.get());
  }

  /** Returns the others' answers about the accused, each of which it has signed itself. */
  private Optional<Collection<byte[]>> answers(int accused, Told account) {
    Collection<byte[]> answers = new ArrayList<>();
    for (int other : members) {
      if (other != accused) {
        Pair pair = new Pair(accused, other);
        Optional<byte[]> secret = secret(accused, other, pair);
        byte[] answer =
            secret.isPresent()
                ? terms.right(pair, secret.get())
                : optional("answer of " + name(other) + " about ", accused);
        if (answer.length != Prover.answerBytes(terms.system(accused))
            || !Arrays.equals(MaskedAttempt.hash(answer), account.part(other))) {
          return Optional.empty();
        }
        answers.add(answer);
      }
    }
    return Optional.of(answers);
  }

  private String name(int member) {
    return group.member(member).name();
  }

  private static List<PartyId> names(String text) {
    return new TreeSet<>(List.of(text.split(","))).stream().map(PartyId::of).toList();
  }

  private String need(String name) {
    String text = all.get(name);
    if (text == null) {
      throw new BadInput("the evidence lacks its '" + name + "'; get the file again");
    }
    return text;
  }

  private byte[] bytes(String name) {
    return HexFormat.of().parseHex(need(name));
  }

  private byte[] optional(String name, int member) {
    return HexFormat.of().parseHex(all.getOrDefault(name + name(member), ""));
  }
}

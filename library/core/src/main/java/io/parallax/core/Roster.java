package io.parallax.core;

import io.parallax.math.Features;
import io.parallax.math.Rng;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;

/**
 * The public facts of a study: its parties with their views, the numbers of samples and classes,
 * and the seed.
 *
 * @param partial whether parties may lack rows: which ones, {@link View#presence} tells each party
 * @param secret a secret of the party, for unpredictable random numbers; the seed in a simulation,
 *     in which one process knows everything
 */
public record Roster(
    List<Member> members,
    int samples,
    int heldOut,
    int classes,
    long seed,
    boolean partial,
    HiddenSeed secret) {
  /**
   * One party's entry.
   *
   * @param views the views it holds
   * @param labels whether it holds the labels, or another target, of its samples
   * @param samples the number of the study's training samples that it holds
   */
  public record Member(PartyId id, List<String> views, boolean labels, int samples) {
    public Member {
      views = List.copyOf(views);
    }

    /** A party with one view of all samples. */
    public static Member vertical(PartyId id, String view, boolean labels, int samples) {
      return new Member(id, List.of(view), labels, samples);
    }
  }

  /**
   * Makes a roster of parties that have every row, without a secret, as all participants have it.
   */
  public Roster(List<Member> members, int samples, int heldOut, int classes, long seed) {
    this(members, samples, heldOut, classes, seed, false, HiddenSeed.ofSeed(seed));
  }

  public Roster {
    members = List.copyOf(members);
    if (members.isEmpty()) {
      throw new BadInput("a study needs at least one party");
    }
    if (new HashSet<>(members.stream().map(Member::id).toList()).size() < members.size()) {
      throw new BadInput("two parties of the study have the same name");
    }
    if (samples < 1) {
      throw new BadInput("a study needs at least one sample, but there is none");
    }
  }

  /** The roster of parties that hold different views of the same samples. */
  public static Roster vertical(List<View> views, int classes, long seed) {
    return new Roster(members(views), samples(views.get(0)), heldOut(views.get(0)), classes, seed)
        .lacking(lack(views));
  }

  /** The roster of parties that hold different samples in the same views. */
  public static Roster horizontal(List<View> views, int classes, long seed) {
    List<View> one = views.stream().filter(v -> v.name().equals(views.get(0).name())).toList();
    return new Roster(
            members(views),
            one.stream().mapToInt(Roster::samples).sum(),
            one.stream().mapToInt(Roster::heldOut).sum(),
            classes,
            seed)
        .lacking(lack(views));
  }

  private static boolean lack(List<View> views) {
    return views.stream().anyMatch(view -> view.presence().isPresent());
  }

  private static List<Member> members(List<View> views) {
    List<Member> members = new ArrayList<>();
    View.byOwner(views)
        .forEach(
            (id, own) ->
                members.add(
                    new Member(
                        id,
                        own.stream().map(View::name).toList(),
                        own.get(0).holdsTarget(),
                        samples(own.get(0)))));
    return members;
  }

  private static int samples(View view) {
    return view.features().samples();
  }

  private static int heldOut(View view) {
    return view.heldOut().map(Features::samples).orElse(0);
  }

  public List<PartyId> ids() {
    return members.stream().map(Member::id).toList();
  }

  /** A party's entry. */
  public Member member(PartyId id) {
    return members.stream()
        .filter(member -> member.id().equals(id))
        .findFirst()
        .orElseThrow(() -> new BadInput("party " + id + " does not take part in the study"));
  }

  /** All views of the study, each once. */
  public List<String> views() {
    return members.stream().flatMap(member -> member.views().stream()).distinct().toList();
  }

  /**
   * Returns the values of letters in the sizes of messages: N rows, n held out, C classes, K views.
   */
  public Map<String, Long> sizes() {
    return Map.of(
        "N", (long) samples, "n", (long) heldOut, "C", (long) classes, "K", (long) views().size());
  }

  public long labelHolders() {
    return members.stream().filter(Member::labels).count();
  }

  /** Rejects parties that do not each hold one view of all samples; {@code method} is its title. */
  public void requireVertical(String method) {
    for (Member member : members) {
      if (member.views().size() != 1 || member.samples() != samples) {
        throw new BadInput(
            ("%s needs every party to hold one view of all samples; party %s holds %d views of %d"
                    + " samples; use H-FedMV if parties hold different people")
                .formatted(method, member.id(), member.views().size(), member.samples()));
      }
    }
  }

  /**
   * Requires labels of two or more classes, held by exactly one party, with samples of each class.
   */
  public void requireOneLabelHolder(String method) {
    if (labelHolders() != 1) {
      throw new BadInput(
          "%s needs the labels at exactly one party, but %d have them"
              .formatted(method, labelHolders()));
    }
    if (classes < 2) {
      throw new BadInput(method + " needs at least two classes");
    }
    if (samples < classes) {
      throw new BadInput(
          "%d training samples are fewer than the %d classes".formatted(samples, classes));
    }
  }

  /** Requires a target, held by exactly one party; {@code method} is its title. */
  public void requireOneTargetHolder(String method) {
    if (labelHolders() != 1) {
      throw new BadInput(
          "%s needs the target at exactly one party, but %d have one"
              .formatted(method, labelHolders()));
    }
  }

  /** Random numbers for one purpose of one party (or of the coordinator). */
  public Rng rng(String who, String purpose) {
    return Rng.of(seed).child(who, purpose);
  }

  /** The same roster at a party that has a secret of its own. */
  public Roster keeping(HiddenSeed secret) {
    return new Roster(members, samples, heldOut, classes, seed, partial, secret);
  }

  /** Returns the same roster of parties that may lack rows, or have every one. */
  public Roster lacking(boolean rows) {
    return new Roster(members, samples, heldOut, classes, seed, rows, secret);
  }

  /**
   * Returns random numbers that only the party can predict, such as the noise that hides its rows.
   */
  public Rng secretRng(PartyId who, String... purpose) {
    return secret.rng("secret", who.name()).child(purpose);
  }
}

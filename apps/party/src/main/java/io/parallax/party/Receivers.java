package io.parallax.party;

import io.parallax.audit.AttackResult.Attacker;
import io.parallax.core.Answers;
import io.parallax.core.TellsLabels.How;
import io.parallax.privacy.LookupMessages;
import io.parallax.study.Task;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Says in plain words what each receiver learns by a study. */
public final class Receivers {
  /** Messages of predictions with the model. */
  private static final Set<String> USE =
      LookupMessages.ALL.stream()
          .flatMap(ask -> Stream.of(ask, Answers.typeFor(ask)))
          .map(Class::getSimpleName)
          .collect(Collectors.toSet());

  private final Proposal proposal;
  private final String me;

  private Receivers(Proposal proposal, String me) {
    this.proposal = proposal;
    this.me = me;
  }

  /**
   * Returns the receivers in the order in which an owner should read about them.
   *
   * @param me the name of this party
   */
  public static List<Receiver> of(Proposal proposal, String me) {
    Receivers all = new Receivers(proposal, me);
    return List.of(all.parties(), all.coordinator(), all.researcher(), all.users());
  }

  /** Returns the sentence about labels that stands before everything else. */
  public static String labels(Proposal proposal, String me) {
    return new Receivers(proposal, me).labels();
  }

  /** Returns whether others learn the labels, or the target, of single people. */
  public static boolean delicate(Proposal proposal) {
    return !proposal.readers().none();
  }

  private String labels() {
    boolean groups = proposal.study().task() instanceof Task.Groups;
    if (proposal.readers().none()) {
      return groups
          ? "No labels are learnt. Labels, if a party has some, only judge the groups."
          : "No message lets others read the %s of a single training person. Results tell how many held-out people of each class were recognised."
              .formatted(label());
    }
    Optional<String> holder = proposal.labelHolder();
    boolean mine = holder.isPresent() && holder.get().equals(me);
    String whose = mine ? "this party's" : holder.map(name -> name + "'s").orElse("the");
    String what = "%s %s of every training person".formatted(whose, label());
    return sentence(mine, what) + certainty() + treat(mine);
  }

  private String sentence(boolean mine, String what) {
    boolean parties = proposal.readers().parties().isPresent();
    boolean coordinator = proposal.readers().coordinator().isPresent();
    String others =
        mine ? "every other party (" + String.join(", ", others()) + ")" : "every party";
    String who =
        !parties
            ? "The coordinator"
            : capital(others) + (coordinator ? " and the coordinator" : "");
    return who + " can " + verb() + " " + what + (values() ? "." : ", such as a diagnosis.");
  }

  private String verb() {
    boolean read =
        proposal.readers().parties().orElse(How.GUESSED) == How.READ
            || proposal.readers().coordinator().orElse(How.GUESSED) == How.READ;
    return read ? "read" : "guess, better than by chance,";
  }

  private String certainty() {
    if (values()) {
      return " Nothing hides it: labels can be randomised; numbers, counts and times cannot.";
    }
    double epsilon = proposal.study().protection().labelEpsilon();
    if (epsilon == 0) {
      return "";
    }
    return " Labels are randomised with epsilon %s first: of two classes, what is read is right for %.0f of 100 people."
        .formatted(epsilon, 100 * Math.exp(epsilon) / (1 + Math.exp(epsilon)));
  }

  private String treat(boolean mine) {
    return mine || proposal.labelHolder().isEmpty()
        ? ""
        : " What this party receives is data about %s's people; protect it as such."
            .formatted(proposal.labelHolder().get());
  }

  /** Returns whether every party has every row of the study. */
  private boolean whole() {
    return proposal.study().protection().align().whole();
  }

  private boolean values() {
    return proposal.study().task() instanceof Task.Values;
  }

  private String label() {
    return values() ? "target" : "label";
  }

  private static String capital(String text) {
    return text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
  }

  private List<String> others() {
    return proposal.parties().stream().filter(name -> !name.equals(me)).toList();
  }

  private Receiver parties() {
    List<String> learns = new ArrayList<>();
    if (proposal.readers().parties().isPresent()) {
      learns.add(labels());
    }
    proposal.directionsTold().ifPresent(told -> learns.add("Directions: " + told));
    if (proposal.study().layout().spreadsRows()) {
      learns.add("They learn sums and models over the people of all parties, not rows.");
    } else if (proposal.study().protection().align().apart()) {
      learns.add(
          whole()
              ? "Each learns which of its own people all parties have in common, so that a person on its list is known at this party, too."
              : "Each learns which of its own people are in the study, and how many others stand between them in the order of ids. It does not learn who else has them.");
    }
    learns.add("They learn how many rows each party has.");
    return new Receiver(
        "Every other party: " + String.join(", ", others()),
        Attacker.PARTY,
        learns,
        messages(true));
  }

  private Receiver coordinator() {
    List<String> learns = new ArrayList<>();
    proposal
        .readers()
        .coordinator()
        .filter(how -> proposal.readers().parties().isEmpty())
        .ifPresent(how -> learns.add(labels()));
    if (proposal.readers().coordinator().isPresent() && learns.isEmpty()) {
      learns.add("It can %s the %ss, too.".formatted(verb(), label()));
    }
    learns.add(
        proposal.masked()
            ? "Sums are masked: it reads totals over all parties. It learns this party's own part only if %s."
                .formatted(
                    proposal.goesOn()
                        ? "a third of the parties or more work with it"
                        : "all other parties tell it theirs")
            : "Sums are plain: it can look at this party's own part of each sum. With some known people it can compute columns of others.");
    proposal.leaving().ifPresent(learns::add);
    if (proposal.leavesOut()) {
      learns.add(
          "Scores of most held-out rows are added over all parties but one. Where such a row is trained on, too, both totals tell nearly what scores this party gives it, if it is the one left out.");
    }
    if (!whole()) {
      learns.add(
          "It learns of each person of the study which parties have a row, by number and without the id.");
    }
    learns.add(
        "It learns how many rows and columns this party has, a hash over its columns' names, and the names of its classes.");
    return new Receiver("The coordinator", Attacker.COORDINATOR, learns, messages(false));
  }

  private Receiver researcher() {
    List<String> learns = new ArrayList<>();
    learns.add(
        "%s, named so by the coordinator, gets the result: metrics of %s%s, numbers of rows and columns, cost and time; no row%s."
            .formatted(
                proposal.researcher(),
                proposal.splits() == 1 ? "one training" : proposal.splits() + " trainings",
                proposal.study().evaluation().byParty() ? ", also by party and view" : "",
                proposal.disclosures().isEmpty() ? ", and no part of a model" : ""));
    if (!proposal.disclosures().isEmpty()) {
      learns.add(
          "The study also discloses, by name: " + String.join(", ", proposal.disclosures()) + ".");
    }
    return new Receiver("The researcher, and all who see the result", null, learns, List.of());
  }

  private Receiver users() {
    List<String> learns = new ArrayList<>();
    learns.add(
        proposal.model()
            ? "A model of all rows is trained; each party keeps its own part of it."
            : "No model is kept.");
    learns.add(
        proposal
            .predictionsTold()
            .map(Receivers::capital)
            .orElse("Nobody may ask for joint predictions: the study does not name anybody."));
    List<Proposal.Revealed> use =
        proposal.reveals().stream().filter(message -> USE.contains(message.message())).toList();
    return new Receiver("Users of the model, later", Attacker.USER, learns, use);
  }

  /** Returns the kinds of messages that come to parties, or those that leave them. */
  private List<Proposal.Revealed> messages(boolean down) {
    return proposal.reveals().stream()
        .filter(message -> !USE.contains(message.message()))
        .filter(message -> message.way().equals("down") == down)
        .toList();
  }
}

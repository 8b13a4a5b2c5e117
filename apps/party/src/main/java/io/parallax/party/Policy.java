package io.parallax.party;

import io.parallax.core.Refused;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * What an owner accepts, whatever a coordinator says. It is enforced on the party itself, before
 * any row is read.
 *
 * @param methods by name; empty: all
 * @param columns that may be used; empty: all that the party's file offers
 * @param minimumParties a sum over fewer protects nobody
 * @param rounds at most
 * @param allow disclosures, by name
 * @param aggregation that a study must use
 * @param automatic whether a study within the policy is approved without asking
 */
public record Policy(
    Set<String> methods,
    Set<String> columns,
    int minimumParties,
    int rounds,
    Set<String> allow,
    String aggregation,
    boolean automatic) {

  /** What speaks against a study; nothing: it is within the policy. */
  public List<String> objections(Proposal proposal) {
    List<String> against = new ArrayList<>();
    if (!methods.isEmpty() && !methods.contains(proposal.method())) {
      against.add("method " + proposal.method() + " is not among " + sorted(methods));
    }
    if (proposal.parties().size() < minimumParties) {
      against.add(
          "%d parties take part, and minimum-parties is %d"
              .formatted(proposal.parties().size(), minimumParties));
    }
    if (proposal.rounds() > rounds) {
      against.add("it may take %d rounds, and %d are allowed".formatted(proposal.rounds(), rounds));
    }
    if (!aggregation.equals(proposal.aggregation())) {
      against.add(
          "its sums are '%s', and aggregation must be '%s'"
              .formatted(proposal.aggregation(), aggregation));
    }
    for (String column : proposal.columns()) {
      if (!columns.isEmpty() && !columns.contains(column)) {
        against.add("column '" + column + "' is not among those that may be used");
      }
    }
    for (String name : proposal.disclosures()) {
      if (!allow.contains(name)) {
        against.add(
            "it discloses " + name + "; the owner can allow it with 'allow: [" + name + "]'");
      }
    }
    return against;
  }

  /** Refuses a study outside the policy. */
  public void require(String party, Proposal proposal) {
    List<String> against = objections(proposal);
    if (!against.isEmpty()) {
      throw new Refused(
          "the policy of party %s does not allow study %s: %s"
              .formatted(party, proposal.name(), String.join("; ", against)));
    }
  }

  private static List<String> sorted(Set<String> words) {
    return words.stream().sorted().toList();
  }
}

package io.parallax.party;

import io.parallax.core.Method;
import io.parallax.core.Methods;
import io.parallax.privacy.SetLimit;
import io.parallax.remote.NodeMessages;
import io.parallax.study.PredictionTerms;
import io.parallax.study.file.SourceSection;
import io.parallax.study.yaml.Yaml;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads {@code policy: {…}} of a party's file. */
final class PolicySection {
  private static final int MINIMUM_PARTIES = 3;
  private static final int MINIMUM_ROWS = 30;
  private static final int ROUNDS = 10_000;
  private static final int SPLITS = 20;
  private static final String[] KEYS = {
    "methods",
    "columns",
    "minimum-parties",
    "rounds",
    "splits",
    "allow",
    "aggregation",
    "rows",
    "on-liar",
    "label-epsilon-total",
    "align-most",
    "directions",
    "predictions",
    "minimum-rows",
    "studies",
    "approval-days",
    "approve",
    "signers",
    "signatures",
    "release"
  };
  private final Map<String, Yaml> keys;

  private PolicySection(Map<String, Yaml> keys) {
    this.keys = keys;
  }

  /**
   * @param section null: the policy has defaults only
   */
  static Policy of(Yaml section) {
    return new PolicySection(section == null ? Map.of() : section.entries(KEYS)).policy();
  }

  private Policy policy() {
    return new Policy(
        methods(),
        words("columns"),
        Yaml.atLeast(keys.get("minimum-parties"), 1, MINIMUM_PARTIES),
        Yaml.atLeast(keys.get("minimum-rows"), 1, MINIMUM_ROWS),
        Yaml.atLeast(keys.get("rounds"), 1, ROUNDS),
        choice("rows", "told", "pinned").equals("pinned"),
        choice("aggregation", "plain", Proposal.MASKED, Proposal.PROVED),
        choice("on-liar", "tell", "end").equals("end"),
        alignMost(),
        disclosure(),
        approval());
  }

  private Policy.Disclosure disclosure() {
    return new Policy.Disclosure(
        allowed(),
        labelTotal(),
        Yaml.atLeast(keys.get("splits"), 1, SPLITS),
        Yaml.atLeast(keys.get("directions"), 1, 0),
        predictions());
  }

  /** Reads {@code {day: 1000, person: 10}}. */
  private Policy.Predictions predictions() {
    Yaml value = keys.get("predictions");
    Map<String, Yaml> own = value == null ? Map.of() : value.entries("day", "person");
    return new Policy.Predictions(
        Yaml.atLeast(own.get("day"), 0, PredictionTerms.DAY),
        Yaml.atLeast(own.get("person"), 0, PredictionTerms.PERSON));
  }

  private Policy.Approval approval() {
    return new Policy.Approval(
        studies(),
        Yaml.atLeast(keys.get("approval-days"), 1, 0),
        automatic(),
        signers(),
        choice("release", "automatic", "manual").equals("manual"));
  }

  /** Reads {@code signers: [Dr. Grey, Prof. Lin]} and {@code signatures: 2}. */
  private Policy.Signers signers() {
    Set<String> names = words("signers");
    int needed = Yaml.atLeast(keys.get("signatures"), 1, 1);
    if (needed > 1 && keys.containsKey("approve") && automatic()) {
      throw keys.get("signatures")
          .error("policy.signatures needs people; policy.approve is 'automatic'; remove one");
    }
    if (!names.isEmpty() && needed > names.size()) {
      throw keys.get("signatures")
          .error(
              "policy.signatures is %d and policy.signers has %d names; add names"
                  .formatted(needed, names.size()));
    }
    return new Policy.Signers(names, needed);
  }

  private boolean automatic() {
    return choice("approve", "manual", "automatic").equals("automatic");
  }

  /** Returns the value of a key, which is the first choice by default. */
  private String choice(String key, String... choices) {
    return keys.containsKey(key) ? keys.get(key).oneOf(List.of(choices)) : choices[0];
  }

  private Set<String> methods() {
    List<String> known = Methods.all().stream().map(Method::name).toList();
    Set<String> methods = new HashSet<>();
    if (keys.containsKey("methods")) {
      keys.get("methods").list().forEach(m -> methods.add(m.oneOf(known)));
    }
    return methods;
  }

  /** Reads {@code {each: 5, days: 30}}. */
  private Policy.Studies studies() {
    Yaml value = keys.get("studies");
    if (value == null) {
      return Policy.Studies.ANY;
    }
    value.entries("each", "days");
    return new Policy.Studies(
        Yaml.atLeast(value.need("each"), 1, 1), Yaml.atLeast(value.need("days"), 1, 1));
  }

  private double labelTotal() {
    Yaml value = keys.get("label-epsilon-total");
    double total = value == null ? Double.POSITIVE_INFINITY : value.number();
    if (!(total > 0)) {
      throw value.error("policy.label-epsilon-total is " + total + " and must be above 0");
    }
    return total;
  }

  private SetLimit alignMost() {
    Yaml value = keys.get("align-most");
    return value == null
        ? SetLimit.USUAL
        : SetLimit.of(value.text())
            .orElseThrow(
                () ->
                    value.error(
                        "policy.align-most is '%s' and must be a number of ids such as 5000, or a multiple of this party's own such as 10x, 1 to 99999999"
                            .formatted(value.text())));
  }

  private Set<String> allowed() {
    Set<String> names = new HashSet<>();
    if (keys.containsKey("allow")) {
      keys.get("allow").list().forEach(n -> names.add(n.oneOf(NodeMessages.disclosures())));
    }
    return names;
  }

  private Set<String> words(String key) {
    return keys.containsKey(key) ? Set.copyOf(SourceSection.names(keys.get(key))) : Set.of();
  }
}

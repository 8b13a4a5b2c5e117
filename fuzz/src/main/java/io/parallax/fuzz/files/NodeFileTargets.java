package io.parallax.fuzz.files;

import io.parallax.coordinator.CoordinatorConfig;
import io.parallax.fuzz.Finding;
import io.parallax.fuzz.Scratch;
import io.parallax.fuzz.TextTarget;
import io.parallax.party.PartyConfig;
import java.io.IOException;
import java.util.List;

/** The files of nodes. */
public final class NodeFileTargets {
  private NodeFileTargets() {}

  /** A party's file with its policy. */
  public static final class Party extends TextTarget {
    public Party() {
      super(
          "party-file",
          "a party's file with data, policy, page and notices; it names a view",
          List.of(
              """
              party: maple
              coordinator: hub.example.org:7443
              data: {blood: {csv: blood.csv, id: id}}
              labels: {csv: labels.csv, id: id, column: label}
              policy:
                methods: [vfedmv]
                minimum-parties: 3
                minimum-rows: 30
                label-epsilon-total: 4
                allow: []
                predictions: {day: 100, person: 3}
              page: {listen: 127.0.0.1:7445}
              models: {keep-days: 365, keep: 3}
              """,
              """
              party: birch
              coordinator: 10.0.0.1
              data:
                a: {npy: a.npy}
                b: {sql: "select * from t", jdbc: "jdbc:postgresql://h/d", id: id}
              labels: {b: {csv: l.csv, id: id, column: y}}
              policy: {signers: [ana], signatures: 1, studies: {each: 2, days: 30}, release: manual}
              state: here
              """));
    }

    @Override
    public List<String> words() {
      return List.of(
          "identity: ",
          "policy: {",
          "disclosures: ",
          "rounds: ",
          "splits: ",
          "predictions: ",
          "sign-in: ",
          "engine: ",
          "health: ",
          "notify: ",
          "webhook: ",
          "\"\\0\"",
          "${HOME}",
          "off",
          "target: ",
          "ledger: ",
          "catalogue: ",
          "65536",
          ":99999",
          "://",
          "[::1]:7443");
    }

    @Override
    public void run(byte[] input) throws IOException {
      PartyConfig read = PartyConfig.read(Scratch.file("party.yaml", input));
      Finding.unless(!read.data().isEmpty() && read.policy() != null, "a party without a view");
    }
  }

  /** A coordinator's file. */
  public static final class Coordinator extends TextTarget {
    public Coordinator() {
      super(
          "coordinator-file",
          "a coordinator's file; it has addresses and a database",
          List.of(
              """
              coordinator: hub
              listen: 0.0.0.0:7443
              people: 0.0.0.0:7444
              database: jdbc:postgresql://db/parallax
              studies-at-once: 2
              wait: 7 days
              runs: runs
              """,
              """
              coordinator: hub
              listen: hub.example.org
              people: {listen: 0.0.0.0:7444, host: hub.example.org}
              sign-in: {issuer: "https://id.example.org", client: c, secret: "${S}", roles: {researcher: {groups: [a]}}}
              identity: {key: k, certificate: c, authority: a, revoked: r}
              health: {disk: 10 GB}
              notify: {webhook: "https://example.org/x", secret: long-enough-for-a-secret}
              """));
    }

    @Override
    public List<String> words() {
      return List.of(
          "http://127.0.0.1:7444",
          "\"\\0\"",
          "${HOME}",
          "${",
          "65536",
          "wait: 9999 days",
          "sign-in: ",
          "health: ",
          "notify: {mail: ",
          "[::1]",
          "://",
          "state: ");
    }

    @Override
    public void run(byte[] input) throws IOException {
      CoordinatorConfig read = CoordinatorConfig.read(Scratch.file("coordinator.yaml", input));
      Finding.unless(
          read.listen() != null && !read.database().isEmpty(), "a coordinator without a database");
    }
  }
}

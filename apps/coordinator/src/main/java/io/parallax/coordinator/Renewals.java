package io.parallax.coordinator;

import static io.parallax.coordinator.Database.execute;
import static io.parallax.coordinator.Database.query;

import io.parallax.coordinator.Mailbox.Renewing;
import io.parallax.core.BadInput;
import io.parallax.core.Refused;
import io.parallax.identity.CertificateInfo;
import io.parallax.identity.KeyRequest;
import io.parallax.identity.Pem;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Requests of nodes to renew their certificates, one of each node, and the authority's answers. */
final class Renewals {
  private final Database database;
  private final AuditLog audit;

  Renewals(Database database, AuditLog audit) {
    this.database = database;
    this.audit = audit;
  }

  /**
   * Takes a node's request for a certificate of the same key, and returns the answer if it is here.
   *
   * @param own the certificate by which the node has shown who it is
   */
  Optional<String> ask(CertificateInfo own, String request) {
    KeyRequest asked = KeyRequest.parse("the request to renew", request);
    if (!asked.name().equals(own.name())
        || asked.role() != own.role()
        || !asked.fingerprint().equals(own.fingerprint())) {
      throw new Refused("a certificate is renewed for the same name, role and key only");
    }
    boolean[] added = {false};
    Optional<String> answer =
        database.work(
            c -> {
              Optional<Renewing> old = find(c, own.name().name());
              if (old.isPresent() && answers(old.get(), own)) {
                return Optional.of(old.get().certificate());
              }
              if (old.isEmpty() || !waits(old.get(), own)) {
                execute(c, "delete from renewal where name = ?", own.name().name());
                execute(
                    c,
                    "insert into renewal (name, request, made) values (?, ?, ?)",
                    own.name().name(),
                    request,
                    Instant.now().toString());
                added[0] = true;
              }
              return Optional.empty();
            });
    if (added[0]) {
      audit.event(own.name().name(), "ask for a renewed certificate", "ok");
    }
    return answer;
  }

  private static boolean answers(Renewing entry, CertificateInfo own) {
    if (entry.certificate().isEmpty()) {
      return false;
    }
    CertificateInfo info =
        CertificateInfo.of(Pem.certificate("the renewed certificate", entry.certificate()));
    return info.fingerprint().equals(own.fingerprint())
        && info.validUntil().isAfter(own.validUntil());
  }

  private static boolean waits(Renewing entry, CertificateInfo own) {
    return entry.certificate().isEmpty()
        && KeyRequest.parse("a kept request", entry.request())
            .fingerprint()
            .equals(own.fingerprint());
  }

  private static Optional<Renewing> find(Connection c, String name) throws SQLException {
    return query(
            c,
            "select name, request, certificate from renewal where name = ?",
            r -> new Renewing(r.getString(1), r.getString(2), r.getString(3)),
            name)
        .stream()
        .findFirst();
  }

  /** Returns the requests without an answer. */
  List<Renewing> waiting() {
    return database.work(
        c ->
            query(
                c,
                "select name, request, certificate from renewal where certificate = '' order by"
                    + " name",
                r -> new Renewing(r.getString(1), r.getString(2), r.getString(3))));
  }

  /** Stores the authority's answer. */
  void answer(CertificateInfo info, String certificate) {
    String name = info.name().name();
    Renewing entry =
        database
            .work(c -> find(c, name))
            .filter(one -> one.certificate().isEmpty())
            .orElseThrow(
                () -> new BadInput(name + " has not asked for a renewed certificate, or has it"));
    if (!KeyRequest.parse("a kept request", entry.request())
        .fingerprint()
        .equals(info.fingerprint())) {
      throw new BadInput("the certificate of " + name + " is for another key than it asks for");
    }
    database.work(
        c -> execute(c, "update renewal set certificate = ? where name = ?", certificate, name));
  }
}

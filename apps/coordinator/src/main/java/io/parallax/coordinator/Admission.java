package io.parallax.coordinator;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.parallax.coordinator.Mailbox.Invited;
import io.parallax.core.BadInput;
import io.parallax.core.Refused;
import io.parallax.data.Json;
import io.parallax.identity.CertificateInfo;
import io.parallax.identity.Credentials;
import io.parallax.identity.KeptRevocations;
import io.parallax.identity.KeyRequest;
import io.parallax.identity.Pem;
import io.parallax.identity.RevocationList;
import io.parallax.web.Person;
import io.parallax.web.Reply;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Base64;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;

/**
 * The mailbox through which parties and people join, and through which the authority's signatures
 * come. The coordinator checks that they are the authority's; it holds no key to make one.
 */
final class Admission {
  private final Invitations invitations;
  private final Renewals renewals;
  private final Tokens tokens;
  private final AuditLog audit;
  private final X509Certificate authority;
  private final Optional<Path> revocations;
  private final int partyPort;

  /** The answer to an order. */
  record Done(boolean done) {}

  /**
   * @param partyPort the port for parties, which whoever joins is told
   */
  Admission(
      CoordinatorServer.Setup setup,
      Database database,
      Renewals renewals,
      AuditLog audit,
      int partyPort) {
    this.invitations = new Invitations(database);
    this.renewals = renewals;
    this.tokens = new Tokens(database);
    this.audit = audit;
    this.authority = setup.credentials().authority();
    this.revocations = setup.revocations();
    this.partyPort = partyPort;
  }

  Reply mailbox() {
    return Reply.json(
        200,
        new Mailbox(
            invitations.all(),
            renewals.waiting(),
            revocations
                .flatMap(file -> new KeptRevocations(file, authority).list())
                .map(list -> HexFormat.of().formatHex(list.hash()))
                .orElse("")));
  }

  Reply invite(Person person, String body) {
    JsonNode asked = read(body);
    String role = text(asked, "role");
    if (!role.equals(Invitations.PARTY)) { // a party has to be signed for, too; people have not
      person.require(Tokens.Role.OPERATOR.word());
    }
    Invited made = invitations.invite(text(asked, "name"), role, text(asked, "key"), time(asked));
    return done(
        person, "invite %s %s until %s".formatted(made.role(), made.name(), made.expires()));
  }

  private static String time(JsonNode asked) {
    try {
      return Instant.parse(text(asked, "expires")).toString();
    } catch (DateTimeParseException e) {
      throw new BadInput("'expires' must be a time such as 2026-11-25T12:00:00Z", e);
    }
  }

  Reply admit(Person person, String body) {
    JsonNode asked = read(body);
    String text = text(asked, "certificate");
    X509Certificate certificate = issued(text);
    CertificateInfo info = CertificateInfo.of(certificate);
    Invited waiting =
        invitations.all().stream()
            .filter(one -> one.key().equals(text(asked, "key")) && !one.request().isEmpty())
            .findFirst()
            .orElseThrow(() -> new BadInput("there is no such request that waits"));
    boolean fits =
        info.name().name().equals(waiting.name())
            && info.role().word().equals(waiting.role())
            && info.fingerprint()
                .equals(KeyRequest.parse("a kept request", waiting.request()).fingerprint());
    if (!fits) {
      throw new BadInput(
          "the certificate is for another name, role or key than %s asks for"
              .formatted(waiting.name()));
    }
    invitations.admit(waiting.key(), text);
    return done(person, "admit party %s, key %s".formatted(waiting.name(), info.fingerprint()));
  }

  private X509Certificate issued(String text) {
    X509Certificate certificate = Pem.certificate("the certificate", text);
    Credentials.requireIssued("the certificate", certificate, authority);
    return certificate;
  }

  Reply refuse(Person person, String body) {
    JsonNode asked = read(body);
    Invited ended = invitations.refuse(text(asked, "key"), text(asked, "reason"));
    return done(person, "refuse %s: %s".formatted(ended.name(), ended.answer()));
  }

  Reply cancel(Person person, String body) {
    Invited ended = invitations.cancel(text(read(body), "name"));
    return done(person, "withdraw the invitation of " + ended.name());
  }

  Reply renewed(Person person, String body) {
    String text = text(read(body), "certificate");
    CertificateInfo info = CertificateInfo.of(issued(text));
    renewals.answer(info, text);
    return done(
        person, "renew the certificate of %s until %s".formatted(info.name(), info.validUntil()));
  }

  /** Keeps the authority's list if it is newer. */
  Reply revocations(Person person, String body) {
    Path file =
        revocations.orElseThrow(
            () ->
                new BadInput(
                    "the coordinator's file names no list; it needs 'identity: {revoked: revoked.pem}'"));
    RevocationList list = RevocationList.parse("the list of revoked certificates", body, authority);
    boolean newer = new KeptRevocations(file, authority).offer(list);
    return newer
        ? done(person, "put a list of %d revoked certificates".formatted(list.size()))
        : Reply.json(200, new Done(false));
  }

  private Reply done(Person person, String what) {
    audit.event(person.name(), what, "ok");
    return Reply.json(200, new Done(true));
  }

  /** Answers whoever has an invitation's secret; the same request may come as often as wanted. */
  Reply join(String from, String body) {
    JsonNode asked = read(body);
    String key = text(asked, "key");
    String request = text(asked, "request");
    Invitations.Joined joined = invitations.join(key, request, signature(asked));
    Invited now = joined.now();
    boolean person = !now.role().equals(Invitations.PARTY);
    if (person && now.state().equals("admitted")) {
      tokens.redeem(now.name(), Tokens.Role.of(now.role()), now.request());
    }
    if (joined.first()) {
      audit.event(now.name(), "join as %s from %s".formatted(now.role(), from), "ok");
    }
    return Reply.json(200, told(now));
  }

  private Map<String, Object> told(Invited now) {
    boolean admitted = now.state().equals("admitted");
    Map<String, Object> told = new HashMap<>();
    told.put("state", now.state());
    told.put("name", now.name());
    told.put("role", now.role());
    told.put("certificate", admitted ? now.answer() : "");
    told.put("reason", admitted ? "" : now.answer());
    told.put("port", partyPort);
    told.put("clock", System.currentTimeMillis());
    return told;
  }

  private static byte[] signature(JsonNode asked) {
    try {
      return Base64.getDecoder().decode(text(asked, "signature"));
    } catch (IllegalArgumentException e) {
      throw new Refused("the request's signature cannot be read");
    }
  }

  private static JsonNode read(String body) {
    try {
      JsonNode read = Json.MAPPER.readTree(body);
      if (read != null && read.isObject()) {
        return read;
      }
    } catch (JsonProcessingException e) {
      throw new BadInput("the request is no JSON; see /v1/openapi.json", e);
    }
    throw new BadInput("the request is no JSON object; see /v1/openapi.json");
  }

  private static String text(JsonNode object, String key) {
    JsonNode value = object.get(key);
    if (value == null || !value.isTextual()) {
      throw new BadInput("the request has no text '" + key + "'; see /v1/openapi.json");
    }
    return value.asText();
  }
}

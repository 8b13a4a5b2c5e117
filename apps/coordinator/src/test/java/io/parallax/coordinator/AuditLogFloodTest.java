package io.parallax.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.PartyId;
import io.parallax.core.Refused;
import io.parallax.grpc.Registry.Say;
import io.parallax.grpc.Registry.Verdict;
import io.parallax.identity.CertificateInfo;
import io.parallax.identity.Role;
import io.parallax.web.Denials;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nobody can fill the audit log, and nothing that is denied goes without a trace. */
class AuditLogFloodTest {
  @TempDir Path folder;
  private final AtomicLong now = new AtomicLong();
  private Database database;
  private AuditLog audit;

  @BeforeEach
  void open() {
    database = Database.open("jdbc:sqlite:" + folder.resolve("books.db"));
    audit = new AuditLog(database, now::get);
  }

  @AfterEach
  void close() {
    database.close();
  }

  private void minutes(long n) {
    now.addAndGet(Duration.ofMinutes(n).toNanos());
  }

  private List<AuditLog.Entry> rows() {
    return audit.after(0, 10_000);
  }

  @Test
  void callsWithoutATokenAreCountedAfterTheFirstFew() {
    for (int i = 0; i < 1500; i++) {
      audit.stranger("192.0.2.7", "GET /v1/studies", "no valid token");
    }
    assertThat(rows()).hasSize(AuditLog.MOST_OF_STRANGER);
    assertThat(audit.denied()).isEqualTo(1500);
    minutes(1);
    audit.count();
    assertThat(rows()).hasSize(AuditLog.MOST_OF_STRANGER + 1);
    assertThat(rows().get(AuditLog.MOST_OF_STRANGER))
        .satisfies(
            row -> {
              assertThat(row.who()).isEqualTo("192.0.2.7");
              assertThat(row.what()).isEqualTo("1495 more calls within a minute");
            });
    assertThat(audit.broken()).isZero();
    audit.stranger("192.0.2.7", "GET /v1/studies", "no valid token");
    assertThat(rows()).hasSize(AuditLog.MOST_OF_STRANGER + 2);
  }

  @Test
  void manyAddressesFillItNoMoreThanOneDoes() {
    for (int i = 0; i < 5000; i++) {
      audit.stranger("2001:db8::" + Integer.toHexString(i), "GET /v1/studies", "no valid token");
    }
    minutes(1);
    audit.count();
    assertThat(rows()).hasSize(AuditLog.MOST_OF_STRANGERS + 1);
    assertThat(rows().get(AuditLog.MOST_OF_STRANGERS))
        .satisfies(
            row -> {
              assertThat(row.who()).isEqualTo("others");
              assertThat(row.what()).isEqualTo("4970 more calls within a minute");
            });
  }

  /** Who is known has entries of its own, whatever strangers do; and what is done, always. */
  @Test
  void strangersHideNobody() {
    manyAddressesFillItNoMoreThanOneDoes();
    for (int i = 0; i < 1000; i++) {
      audit.stranger("192.0.2." + i % 250, "GET /v1/studies", "no valid token");
    }
    audit.event("maple", "Attend", "its certificate has been revoked");
    audit.event("ana", "submit study 1", "ok");
    assertThat(rows()).anyMatch(row -> row.who().equals("maple"));
    assertThat(rows()).anyMatch(row -> row.who().equals("ana"));
    int before = rows().size();
    for (int i = 0; i < 500; i++) {
      audit.event("maple", "Attend", "at most 240 calls a minute");
      audit.event("ana", "stop study 1", "ok");
    }
    assertThat(rows()).hasSize(before + 500 + AuditLog.MOST_OF_ONE - 1);
  }

  @Test
  void whatWasCountedIsWrittenAtTheEnd() {
    for (int i = 0; i < 7; i++) {
      audit.stranger("192.0.2.7", "GET /v1/studies", "no valid token");
    }
    audit.close();
    assertThat(rows()).hasSize(6);
    assertThat(rows().get(5).what()).isEqualTo("2 more calls within a minute");
  }

  /** The control: where every call has an entry, the log grows by all of them. */
  @Test
  void withoutALimitEveryCallIsWritten() {
    Denials all = new Denials(Integer.MAX_VALUE, Integer.MAX_VALUE, now::get);
    for (int i = 0; i < 1500; i++) {
      assertThat(all.log("192.0.2.7")).isTrue();
    }
  }

  @Test
  void aStudyNamedByEmojiIsRefusedByName() {
    StudyStore studies = new StudyStore(database, audit);
    PartyRegistry parties = new PartyRegistry(database, studies, audit);
    CertificateInfo maple =
        new CertificateInfo(
            PartyId.of("maple"), Role.PARTY, "11", Instant.now().plus(Duration.ofDays(1)), "1");
    for (String odd : List.of("\uD83D\uDE00".repeat(6), "\uD83D\uDE00".repeat(40), "")) {
      Verdict verdict = new Verdict(odd, Say.APPROVED, "", "", new byte[] {1}, "");
      assertThatThrownBy(() -> parties.decide(maple, verdict))
          .isInstanceOf(Refused.class)
          .hasMessageContaining("waits for a decision of party maple");
    }
  }
}

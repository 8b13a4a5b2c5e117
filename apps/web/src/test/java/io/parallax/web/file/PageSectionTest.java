package io.parallax.web.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.BadInput;
import io.parallax.study.yaml.Yaml;
import io.parallax.web.oidc.OidcSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A page and a sign-in as they are written, and every mistake with its sentence. */
class PageSectionTest {
  private static final List<String> ROLES = List.of("reader", "signer");
  private static final Path FOLDER = Path.of("somewhere").toAbsolutePath();

  private static PageSettings page(String text) {
    Yaml section = Yaml.parse("p.yaml", "page: " + text).need("page");
    return PageSection.of(section, FOLDER, true, Optional.empty());
  }

  private static OidcSettings signIn(String text) {
    Yaml section = Yaml.parse("p.yaml", "sign-in: " + text).need("sign-in");
    return PageSection.signIn(section, FOLDER, ROLES).orElseThrow();
  }

  @Test
  void aPageHasItsAddressNameAndCertificate() {
    PageSettings read =
        page("{listen: '0.0.0.0:7445', host: page.example, certificate: a.pem, key: a.key}");
    assertThat(read.listen().getPort()).isEqualTo(7445);
    assertThat(read.origin(7445)).isEqualTo("https://page.example:7445");
    assertThat(read.tls().orElseThrow().key()).isEqualTo(FOLDER.resolve("a.key"));
    assertThat(page("{listen: '127.0.0.1:0'}").origin(80)).isEqualTo("http://127.0.0.1:80");
  }

  @Test
  void aSignInHasDefaults() {
    OidcSettings read =
        signIn(
            "{issuer: 'https://id.example/staff', client: parallax, secret: $NOT_SET, roles:"
                + " {signer: {groups: [dpo, law]}, reader: {email: kim@example.org}}}");
    assertThat(read.name()).isEqualTo("email");
    assertThat(read.scopes()).containsExactly("openid", "profile", "email");
    assertThat(read.idle()).isEqualTo(Duration.ofMinutes(30));
    assertThat(read.longest()).isEqualTo(Duration.ofHours(8));
    assertThat(read.roles()).hasSize(2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{listen: '0.0.0.0:7445'} | which other machines can reach; it needs a 'certificate'",
        "{listen: '0.0.0.0:7445', host: a, certificate: a.pem} | only one of 'certificate' and",
        "{listen: '0.0.0.0:7445', certificate: a.pem, key: a.key} | page has no 'host'",
        "{listen: '7445'} | page.listen is '7445'; it must be an address of this machine",
        "{listen: 'no.such.host.invalid:7445'} | it must be an address of this machine",
        "{listen: '127.0.0.1:99999'} | it must be an address of this machine",
        "{host: a} | page has no 'listen'",
        "{listen: '127.0.0.1:1', host: 'https://a'} | page.host is 'https://a'; it must be a name",
        "{listen: '127.0.0.1:1', sertificate: a} | unknown key 'page.sertificate'"
      })
  void aWrongPageIsRefused(String text, String reason) {
    assertThatThrownBy(() -> page(text))
        .isInstanceOf(BadInput.class)
        .hasMessageStartingWith("p.yaml:1: ")
        .hasMessageContaining(reason);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{client: c, roles: {signer: {g: a}}} | sign-in has no 'issuer'",
        "{issuer: 'http://id.example', client: c, roles: {signer: {g: a}}} | 'http://id.example'; it must",
        "{issuer: 'id.example', client: c, roles: {signer: {g: a}}} | sign-in.issuer is 'id.example'",
        "{issuer: 'https://a b', client: c, roles: {signer: {g: a}}} | sign-in.issuer is 'https://a b'",
        "{issuer: 'https://a.b', client: c, roles: {}} | sign-in.roles is empty",
        "{issuer: 'https://a.b', client: c, roles: {boss: {g: a}}} | unknown key 'sign-in.roles.boss'",
        "{issuer: 'https://a.b', client: c, scopes: [email], roles: {signer: {g: a}}} | must contain openid",
        "{issuer: 'https://a.b', client: c, hours: 100, roles: {signer: {g: a}}} | must be at most 24",
        "{issuer: 'https://a.b', client: c, idle-minutes: 0, roles: {signer: {g: a}}} | at least 1"
      })
  void aWrongSignInIsRefused(String text, String reason) {
    assertThatThrownBy(() -> signIn(text))
        .isInstanceOf(BadInput.class)
        .hasMessageStartingWith("p.yaml:1: ")
        .hasMessageContaining(reason);
  }
}

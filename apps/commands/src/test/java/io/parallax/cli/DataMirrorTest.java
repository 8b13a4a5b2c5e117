package io.parallax.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.parallax.consortium.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Getting a data set from a web server, which may fail in every way. */
class DataMirrorTest {
  private static final int HALF = 100_000;
  private static final String VIEW = "tiny/" + TinyData.VIEW;
  @TempDir Path dir;
  private TinyData data;
  private TestMirror mirror;
  private Path view;
  private Path part;

  @BeforeEach
  void serve() throws IOException {
    data = new TinyData(dir.resolve("source"));
    mirror = new TestMirror(data.source);
    view = dir.resolve("to").resolve(VIEW);
    part = dir.resolve("to").resolve(VIEW + ".part");
  }

  @AfterEach
  void stop() {
    mirror.close();
  }

  @Test
  void aSetIsGotAndChecked() throws IOException {
    Cli cli = got();
    assertThat(cli.err()).isEmpty();
    assertThat(cli.out())
        .startsWith("tiny: 2 files, 200.9 kB, SHA-256 checked, now in " + dir.resolve("to/tiny"));
    assertThat(mirror.requests).containsExactly(VIEW, "tiny/" + TinyData.LABELS);
    assertThat(data.get("tiny", "--to", dir.resolve("to")).out()).contains("already in");
    assertThat(mirror.requests).hasSize(2);
  }

  @Test
  void theEnvironmentMayNameTheMirror() throws IOException {
    data.environment.put("PARALLAX_MIRROR", mirror.address() + "/");
    Cli cli = data.get("tiny", "--to", dir.resolve("to"));
    assertThat(cli.exit()).as(cli.err()).isZero();
    assertThat(view).hasBinaryContent(data.view);
  }

  @Test
  void aCutConnectionIsGoneOnWith() throws IOException {
    mirror.then(TestMirror.cutAfter(HALF));
    Cli cli = got();
    assertThat(cli.err())
        .isEqualToIgnoringNewLines(
            mirror.address() + "/" + VIEW + ": the connection was cut; trying again in 10 ms");
    assertThat(mirror.requests.get(1)).isEqualTo(VIEW + " bytes=" + HALF + "-");
  }

  @Test
  void anotherCommandGoesOnWhereTheFirstGaveUp() throws IOException {
    mirror
        .then(TestMirror.cutAfter(HALF))
        .then(TestMirror.status(503), TestMirror.status(503), TestMirror.status(503));
    assertThat(refusal(ExitCode.FAILED))
        .isEqualTo(
            "cannot get ADDRESS/tiny/view_a.csv: the server answered with status 503; check address"
                + " and network, then run the same command again, which resumes after 100,000 of"
                + " 200,000 bytes");
    assertThat(part).hasSize(HALF);
    assertThat(view).doesNotExist();
    mirror.requests.clear();
    got();
    assertThat(mirror.requests.get(0)).isEqualTo(VIEW + " bytes=" + HALF + "-");
  }

  @Test
  void attemptsThatComeFurtherAreNotCounted() throws IOException {
    for (int i = 1; i <= 8; i++) {
      int bytes = i * 20_000;
      mirror.then(TestMirror.cutAfter(bytes)); // each from the beginning: it ignores ranges
    }
    got();
    assertThat(mirror.requests).hasSize(10);
  }

  @Test
  void aServerThatIgnoresRangesSendsEverythingAgain() throws IOException {
    beginning(data.view, HALF);
    mirror.always(TestMirror::whole);
    got();
    assertThat(mirror.requests.get(0)).isEqualTo(VIEW + " bytes=" + HALF + "-");
  }

  @Test
  void aRangeThatWasNotAskedForIsNotUsed() throws IOException {
    beginning(data.view, HALF);
    mirror.then(
        (exchange, content) -> {
          exchange.getResponseHeaders().set("Content-Range", "bytes 0-9/200000");
          exchange.sendResponseHeaders(206, 10);
          exchange.getResponseBody().write(content, 0, 10);
        });
    got();
    assertThat(mirror.requests.subList(0, 2)).containsExactly(VIEW + " bytes=100000-", VIEW);
  }

  @Test
  void aRangeThatTheServerRefusesIsGivenUp() throws IOException {
    beginning(data.view, HALF);
    mirror.then(TestMirror.status(416));
    got();
    assertThat(mirror.requests.subList(0, 2)).containsExactly(VIEW + " bytes=100000-", VIEW);
  }

  @Test
  void aPartThatIsTooLargeIsThrownAway() throws IOException {
    beginning(new byte[300_000], 300_000);
    got();
    assertThat(mirror.requests.get(0)).isEqualTo(VIEW);
  }

  @Test
  void aPartThatIsWholeNeedsNoServer() throws IOException {
    beginning(data.view, data.view.length);
    got();
    assertThat(mirror.requests).containsExactly("tiny/" + TinyData.LABELS);
  }

  @ParameterizedTest
  @ValueSource(ints = {HALF, 200_000})
  void aPartOfAnotherFileIsFoundOutAndReplaced(int bytes) throws IOException {
    beginning(new byte[bytes], bytes);
    got();
    assertThat(mirror.requests).contains(VIEW);
  }

  @Test
  void aServerThatStallsIsAskedAgain() throws IOException {
    data.stall = Duration.ofMillis(700);
    mirror.then(TestMirror.stallAfter(HALF, 20_000));
    Cli cli = got();
    assertThat(cli.err()).contains("nothing came for 700 ms; trying again");
    assertThat(mirror.requests.get(1)).isEqualTo(VIEW + " bytes=" + HALF + "-");
  }

  @Test
  void aServerThatNeverAnswersIsGivenUp() throws IOException {
    data.stall = Duration.ofMillis(700);
    mirror.always((exchange, content) -> Thread.sleep(20_000));
    assertThat(refusal(ExitCode.FAILED))
        .isEqualTo(
            "cannot get ADDRESS/tiny/view_a.csv: no answer within 700 ms; check address and network,"
                + " then run the same command again");
    assertThat(dir.resolve("to")).doesNotExist();
  }

  @Test
  void aServerThatIsSlowButAliveIsWaitedFor() throws IOException {
    data.stall = Duration.ofSeconds(2);
    mirror.then(
        (exchange, content) -> {
          exchange.sendResponseHeaders(200, content.length);
          for (int i = 0; i < 8; i++) { // 3 s in all, more than the patience for one byte
            Thread.sleep(375);
            exchange.getResponseBody().write(content, i * 25_000, 25_000);
            exchange.getResponseBody().flush();
          }
        });
    assertThat(got().err().strip())
        .matches("view_a.csv: 1\\d\\d\\.\\d kB of 200.9 kB, \\d\\d %, about \\d s left");
  }

  @Test
  void aHostThatIsNotThereIsNamed() {
    String address = mirror.address();
    mirror.close();
    assertThat(data.refusal(ExitCode.FAILED, "tiny", "--from", address, "--to", dir.resolve("to")))
        .isEqualTo(
            "cannot get "
                + address
                + "/tiny/view_a.csv: the host refuses the connection; check address and"
                + " network, then run the same command again");
    assertThat(
            data.refusal(
                ExitCode.FAILED,
                "tiny",
                "--from",
                "http://nowhere.invalid",
                "--to",
                dir.resolve("to")))
        .startsWith("cannot get http://nowhere.invalid/tiny/view_a.csv: the host is unknown");
  }

  @Test
  void aFileThatTheServerDoesNotHaveIsNamed() throws IOException {
    Files.delete(data.source.resolve("tiny").resolve(TinyData.LABELS));
    assertThat(refusal(ExitCode.BAD_INPUT))
        .isEqualTo(
            "ADDRESS/tiny/labels.csv does not exist (status 404); files must be at ADDRESS/NAME/FILE");
    assertThat(view).hasBinaryContent(data.view);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "403 | may not be read (status 403); use a mirror that needs no login",
        "410 | does not exist (status 410); files must be at ADDRESS/NAME/FILE",
        "400 | cannot be read (status 400); check the address",
        "416 | cannot be read (status 416); check the address"
      })
  void aRefusalIsToldAtOnce(int status, String message) throws IOException {
    mirror.always(TestMirror.status(status));
    assertThat(refusal(ExitCode.BAD_INPUT)).isEqualTo("ADDRESS/tiny/view_a.csv " + message);
    assertThat(mirror.requests).hasSize(1);
    assertThat(dir.resolve("to")).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(ints = {500, 503, 429})
  void aBusyServerIsAskedAgain(int status) throws IOException {
    mirror.then(TestMirror.status(status), TestMirror.status(status));
    assertThat(got().err().lines())
        .hasSize(2)
        .allMatch(line -> line.contains("the server answered with status " + status));
  }

  @Test
  void aFileOfAnotherSizeIsRefused() throws IOException {
    Files.write(data.source.resolve(VIEW), Arrays.copyOf(data.view, 1_999));
    assertThat(refusal(ExitCode.BAD_INPUT))
        .isEqualTo(
            "ADDRESS/tiny/view_a.csv has 1,999 bytes and must have 200,000; it is not the catalogue's file, get tiny from another source");
    assertThat(dir.resolve("to")).doesNotExist();
  }

  @Test
  void noMoreIsReadThanAFileMayHave() throws IOException {
    mirror.always(TestMirror::tooMuch);
    assertThat(refusal(ExitCode.BAD_INPUT))
        .isEqualTo(
            "ADDRESS/tiny/view_a.csv has more than 200,000 bytes and must have 200,000; it is not the catalogue's file, get tiny from another source");
    assertThat(dir.resolve("to")).doesNotExist();
  }

  @Test
  void aFileOfAnotherContentIsRefusedAndNotKept() throws IOException {
    byte[] other = data.view.clone();
    other[HALF]++;
    Files.write(data.source.resolve(VIEW), other);
    assertThat(refusal(ExitCode.BAD_INPUT))
        .matches(
            "ADDRESS/tiny/view_a.csv has SHA-256 [0-9a-f]{12}… and must have [0-9a-f]{12}…; it is not the catalogue's file, get tiny from another source");
    assertThat(dir.resolve("to")).doesNotExist();
  }

  @Test
  void aMovedFileIsFollowed() throws IOException {
    mirror.then(
        (exchange, content) -> {
          exchange.getResponseHeaders().set("Location", mirror.address() + "/" + VIEW);
          exchange.sendResponseHeaders(302, -1);
        });
    got();
  }

  /** Gets the set, which has to succeed. */
  private Cli got() {
    Cli cli = data.get("tiny", "--from", mirror.address(), "--to", dir.resolve("to"));
    assertThat(cli.exit()).as(cli.err()).isZero();
    assertThat(view).hasBinaryContent(data.view);
    assertThat(view.resolveSibling(TinyData.LABELS)).hasBinaryContent(data.labels);
    assertThat(view.getParent().toFile().list())
        .containsExactlyInAnyOrder(TinyData.VIEW, TinyData.LABELS);
    return cli;
  }

  private String refusal(int exit) {
    return data.refusal(exit, "tiny", "--from", mirror.address(), "--to", dir.resolve("to"))
        .replace(mirror.address(), "ADDRESS");
  }

  private void beginning(byte[] content, int bytes) throws IOException {
    Files.createDirectories(part.getParent());
    Files.write(part, Arrays.copyOf(content, bytes));
  }
}

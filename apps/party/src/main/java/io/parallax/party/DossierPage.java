package io.parallax.party;

import static io.parallax.pages.NumberText.format;
import static j2html.TagCreator.dd;
import static j2html.TagCreator.dl;
import static j2html.TagCreator.dt;

import io.parallax.audit.AttackResult;
import io.parallax.core.Shown;
import io.parallax.pages.Page;
import io.parallax.report.ResultText;
import j2html.tags.specialized.DlTag;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** A dossier as one HTML page that needs nothing else, to read and to print. */
public final class DossierPage {
  private final Dossier dossier;
  private final Page page;

  private DossierPage(Dossier dossier) {
    this.dossier = dossier;
    this.page = new Page("Dossier: " + dossier.about().study());
  }

  public static String of(Dossier dossier) {
    return new DossierPage(dossier).html();
  }

  private String html() {
    Dossier.About about = dossier.about();
    page.heading("Study " + about.study());
    page.soft(
        "What party %s knows about this study, made on %s with Parallax %s. Every party has a dossier of its own."
            .formatted(about.party(), day(about.made()), about.version()));
    page.banner(dossier.labels());
    facts();
    decision();
    receivers();
    measured();
    left();
    protections();
    software();
    page.section("The study file");
    page.code(about.file());
    return page.html();
  }

  private void facts() {
    Dossier.About about = dossier.about();
    page.section("Purpose and data");
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("Purpose", about.purpose()));
    rows.add(List.of("Asked by", about.researcher() + ", as the coordinator says"));
    rows.add(List.of("Parties", String.join(", ", about.parties())));
    rows.add(List.of("Method", about.method()));
    rows.add(List.of("State", dossier.state()));
    for (Decision.Rows view : dossier.rows()) {
      String columns = view.columns().isEmpty() ? "" : ": " + String.join(", ", view.columns());
      rows.add(List.of("This party's rows", Shown.text(view + columns)));
    }
    rows.add(List.of("Hash", about.id()));
    list(rows);
  }

  private void decision() {
    page.section("Decision of this party");
    Decision decision = dossier.decision();
    if (decision == null) {
      page.text("There is none yet.");
      return;
    }
    page.text(
        "%s on %s%s%s."
            .formatted(
                capital(decision.say().word()),
                day(decision.at()),
                decision.until().isEmpty() ? ", without an end" : ", until " + decision.until(),
                decision.reason().isEmpty() ? "" : ": " + Shown.text(decision.reason())));
    page.table(
        List.of("signed by", "account", "under", "when"),
        decision.signatures().stream()
            .map(
                one ->
                    List.of(
                        Shown.text(one.name()),
                        Shown.text(one.account()),
                        one.under() == null ? decision.say().word() : one.under(),
                        minute(one.at())))
            .toList());
  }

  private void receivers() {
    page.section("Who learns what");
    for (Receiver receiver : dossier.receivers()) {
      page.subsection(receiver.who());
      receiver.learns().forEach(text -> page.text(Shown.text(text)));
      if (!receiver.messages().isEmpty()) {
        page.table(
            List.of("message", "way", "reveals"),
            receiver.messages().stream()
                .map(message -> List.of(message.message(), message.way(), message.what()))
                .toList());
      }
    }
    page.soft("sum: used only in sum. shown: seen one by one. down: comes to the parties.");
  }

  private void measured() {
    page.section("Attacks on generated rows of the same shape");
    MeasuredText.lines(dossier.measured()).forEach(page::text);
    if (!dossier.measured().results().isEmpty()) {
      page.table(
          List.of("attack", "on", "without protection", "in this study", "promised at most"),
          dossier.measured().results().stream().map(DossierPage::row).toList());
      page.soft(
          dossier.measured().results().stream()
              .map(attack -> attack.scale().legend)
              .distinct()
              .collect(Collectors.joining(" ")));
    }
  }

  private static List<String> row(AttackResult attack) {
    return List.of(
        attack.attack(),
        attack.target(),
        format("%.3f", attack.control()),
        format("%.3f", attack.found()),
        Double.isNaN(attack.allowed()) ? "no promise" : format("%.3f", attack.allowed()));
  }

  private void left() {
    page.section("What has left this party");
    if (dossier.left().isEmpty()) {
      page.text("Nothing yet.");
      return;
    }
    page.table(
        List.of("message", "who could read it", "messages", "bytes"),
        dossier.left().stream()
            .map(
                left ->
                    List.of(
                        left.message(),
                        left.readableBy(),
                        format("%,d", left.messages()),
                        ResultText.bytes(left.bytes())))
            .toList());
  }

  private void protections() {
    Dossier.Protections how = dossier.protections();
    page.section("Protection and limits");
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("Sums", how.sums()));
    rows.add(
        List.of(
            "Labels",
            how.labelEpsilon() == 0
                ? "not randomised"
                : "randomised with epsilon %s; %s is spent on this party's labels in all"
                    .formatted(how.labelEpsilon(), how.epsilonSpent())));
    rows.add(List.of("Rounds", format("at most %,d", how.rounds())));
    rows.add(List.of("Judged by this party's labels", how.judged() + " sets of scores"));
    optional(rows, "Absence", how.absence());
    optional(rows, "Predictions", how.predictions());
    optional(rows, "Disclosures by name", String.join(", ", how.disclosures()));
    rows.add(
        List.of(
            "Policy",
            "at least %d parties and %d people; %d signatures; approvals end after %s; results are released %s"
                .formatted(
                    how.policy().minimumParties(),
                    how.policy().minimumRows(),
                    how.policy().approval().signers().needed(),
                    how.policy().approval().approvalDays() == 0
                        ? "no fixed time"
                        : how.policy().approval().approvalDays() + " days",
                    how.policy().approval().release() ? "by the owner" : "at once")));
    list(rows);
  }

  /** Adds a list of names with their values. */
  private void list(List<List<String>> rows) {
    DlTag list = dl();
    rows.forEach(row -> list.with(dt(row.get(0)), dd(row.get(1))));
    page.add(list);
  }

  private static void optional(List<List<String>> rows, String name, String text) {
    if (!text.isEmpty()) {
      rows.add(List.of(name, text));
    }
  }

  private void software() {
    page.section("Software");
    page.soft(
        format(
            "The %,d jars that this party runs, with their SHA-256; the JSON form is CycloneDX 1.5.",
            dossier.software().components().size()));
    page.table(
        List.of("component", "version", "SHA-256"),
        dossier.software().components().stream()
            .map(one -> List.of(one.name(), one.version(), one.hashes().get(0).content()))
            .toList());
  }

  private static String minute(String instant) {
    return instant.substring(0, 16).replace('T', ' ') + " UTC";
  }

  private static String day(String instant) {
    return instant.substring(0, 10);
  }

  private static String capital(String word) {
    return word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1);
  }
}

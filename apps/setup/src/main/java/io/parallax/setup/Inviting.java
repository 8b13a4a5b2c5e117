package io.parallax.setup;

import io.parallax.coordinator.Mailbox.Invited;
import io.parallax.coordinator.MailboxClient;
import io.parallax.core.BadInput;
import io.parallax.core.Shown;
import io.parallax.report.TextTable;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Invites parties and people, lists invitations, and withdraws them. */
public final class Inviting {
  private static final int LONGEST = 30;
  private final Optional<ConsortiumHome> home;
  private final Login login;
  private final MailboxClient mailbox;
  private final PrintWriter out;

  /**
   * @param folder the consortium's, if it is on this machine
   */
  public Inviting(Optional<Path> folder, PrintWriter out) {
    this.home = ConsortiumHome.given(folder);
    this.login = home.map(ConsortiumHome::login).orElseGet(ConsortiumHome::own);
    this.mailbox = new MailboxClient(login.client());
    this.out = out;
  }

  /** Returns the consortium if its authority can sign on this machine. */
  public Optional<ConsortiumHome> home() {
    return home.filter(ConsortiumHome::signs);
  }

  /** Invites these names, prints the texts, and returns them by the invitations' public keys. */
  public Map<String, String> invite(List<String> names, String role, int days) {
    if (!List.of("party", "researcher").contains(role)) {
      throw new BadInput("--role is '" + role + "'; it must be party or researcher");
    }
    if (days < 1 || days > LONGEST) {
      throw new BadInput("--days is " + days + "; it must be 1 to 30");
    }
    if (names.stream().distinct().count() < names.size()) {
      throw new BadInput("a name is given twice; name everybody once");
    }
    boolean parties = role.equals("party"); // for people one has to be an operator
    Login inviter = parties ? login : ConsortiumHome.own();
    MailboxClient box = parties ? mailbox : new MailboxClient(inviter.client());
    Instant expires = Instant.now().plus(Duration.ofDays(days)).truncatedTo(ChronoUnit.SECONDS);
    List<Invitation> drawn =
        names.stream().map(name -> Invitation.draw(inviter, name, role, expires)).toList();
    requireNew(names);
    Map<String, String> keys = new LinkedHashMap<>();
    for (Invitation one : drawn) {
      String key = one.key().open();
      box.invite(one.name(), role, key, expires);
      keys.put(key, one.name());
      print(one);
    }
    out.println("Each works once, until %s. Send it only to the one it is for.".formatted(expires));
    out.flush();
    return keys;
  }

  /** Rejects a name that is invited already, before anybody else is invited. */
  private void requireNew(List<String> names) {
    for (Invited one : mailbox.read().invitations()) {
      if (one.pending() && names.contains(one.name())) {
        throw new BadInput(
            "%s is invited already, and nobody was invited now; withdraw that first: consortium invite --cancel %s"
                .formatted(one.name(), one.name()));
      }
    }
  }

  private void print(Invitation one) {
    String command = one.role().equals("party") ? "party join" : "login";
    if (home.isPresent() && one.role().equals("party") && home.get().known(one.name())) {
      out.println(
          "Note: %s has a certificate already; only the same key will be admitted, unless you revoke it: ca revoke."
              .formatted(one.name()));
    }
    out.println("%s: ./parallax %s %s".formatted(one.name(), command, one.text()));
    out.flush();
  }

  /** Lists all invitations. */
  public void list() {
    TextTable table = new TextTable("name", "role", "state", "until");
    List<Invited> all = mailbox.read().invitations();
    for (Invited one : all) { // as the coordinator says; it is not believed to be harmless text
      table.row(
          Shown.text(one.name()),
          Shown.text(one.role()),
          Shown.text(one.state()),
          Shown.text(one.expires()));
    }
    out.print(all.isEmpty() ? "Nobody was invited.\n" : table.toString());
    out.flush();
  }

  /** Withdraws an open invitation. */
  public void cancel(String name) {
    mailbox.cancel(name);
    out.println("Withdrawn: the invitation of " + name + " cannot be used any more.");
    out.flush();
  }
}

package io.parallax.setup;

import io.parallax.coordinator.Mailbox;
import io.parallax.coordinator.Mailbox.Invited;
import io.parallax.coordinator.MailboxClient;
import io.parallax.core.BadInput;
import io.parallax.core.Shown;
import io.parallax.core.Stopped;
import io.parallax.identity.Authority;
import io.parallax.identity.KeyRequest;
import io.parallax.identity.Role;
import java.io.IOException;
import java.io.PrintWriter;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Admits parties that were invited: shows each request, asks whether the party reads the same
 * words, signs its certificate, and brings it to the coordinator.
 */
public final class Admitting {
  private static final long PAUSE_MILLIS = 500;
  private static final Duration CERTIFICATE = Duration.ofDays(365);
  private static final String DIFFERENT =
      "the words differ: somebody else may have used this invitation; ask for a new one";
  private final MailboxClient mailbox;
  private final Authority authority;
  private final Questions questions;
  private final PrintWriter out;
  private final Set<String> told = new HashSet<>();
  private final Map<String, String> invited = new HashMap<>();

  public Admitting(
      MailboxClient mailbox, Authority authority, Questions questions, PrintWriter out) {
    this.mailbox = mailbox;
    this.authority = authority;
    this.questions = questions;
    this.out = out;
  }

  /** Returns the public keys of all invitations that can still lead to something. */
  public List<String> pending() {
    return mailbox.read().invitations().stream()
        .filter(one -> one.role().equals("party") && one.pending())
        .map(Invited::key)
        .toList();
  }

  /**
   * Waits for those who were invited here, and handles their requests.
   *
   * @param names of the invited, by the public keys of their invitations
   * @return whether all of them were admitted
   */
  public boolean admit(Map<String, String> names) {
    invited.putAll(names);
    return admit(List.copyOf(names.keySet()), true);
  }

  /**
   * Handles the requests of these invitations.
   *
   * @param stay whether to wait for those that have not come yet
   * @return whether all of them were admitted
   */
  public boolean admit(List<String> keys, boolean stay) {
    Set<String> open = new HashSet<>(keys);
    boolean all = true;
    while (!open.isEmpty()) {
      Optional<Mailbox> read = read(stay);
      for (Invited one : read.map(Mailbox::invitations).orElse(List.of())) {
        if (open.contains(one.key()) && (one.waiting() ? handled(one) : !one.pending())) {
          all &= end(one);
          open.remove(one.key());
        }
      }
      if (!stay) {
        return all;
      }
      pause(open);
    }
    return all;
  }

  /** Reads the mailbox; a coordinator that is away for a while is waited for. */
  private Optional<Mailbox> read(boolean stay) {
    try {
      return Optional.of(mailbox.read());
    } catch (BadInput e) {
      if (!stay || !(e.getCause() instanceof IOException)) {
        throw e;
      }
      say("The coordinator does not answer; trying again.");
      return Optional.empty();
    }
  }

  private void pause(Set<String> open) {
    if (!open.isEmpty()) {
      say(
          "Waiting for %d to join. Ctrl-C ends this; 'consortium admit' goes on later."
              .formatted(open.size()));
      try {
        Thread.sleep(PAUSE_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new Stopped(0);
      }
    }
  }

  private void say(String text) {
    if (told.add(text)) {
      out.println(text);
      out.flush();
    }
  }

  /** Decides a request; returns whether it is decided. */
  private boolean handled(Invited one) {
    KeyRequest request =
        KeyRequest.parse("the request of " + Shown.text(one.name()), one.request());
    String name = invited.getOrDefault(one.key(), one.name());
    if (!request.name().name().equals(name) || request.role() != Role.PARTY) {
      String why = "the request is for another name or role than the invitation";
      out.println(Shown.text(name) + ": " + why);
      return refused(one, why);
    }
    out.println(name + " asks to join");
    if (!invited.containsKey(one.key())) { // the coordinator may have made it up
      out.println(
          "  invited      as the coordinator says; answer yes only if you know that it is so");
    }
    out.println("  role         " + request.role().word());
    out.println(
        "  hosts        "
            + (request.hosts().isEmpty()
                ? "none"
                : Shown.text(String.join(", ", request.hosts()))));
    out.println("  fingerprint  " + request.fingerprint());
    out.println("  words        " + Invitation.words(authority.certificate(), request));
    Optional<Boolean> same =
        questions.yesOrNo("Call %s. Do they read the same words? Type yes or no:".formatted(name));
    if (same.isEmpty()) {
      throw new BadInput(
          "nobody answered, and nothing was decided; %s waits: ./parallax consortium admit"
              .formatted(name));
    }
    return same.get() ? signed(one, request) : refused(one, DIFFERENT);
  }

  private boolean signed(Invited one, KeyRequest request) {
    X509Certificate certificate;
    try {
      certificate = authority.sign(request, CERTIFICATE);
    } catch (BadInput e) {
      out.println(Shown.lines(e.getMessage()));
      return refused(one, "the authority cannot sign for this name; whoever invited you knows why");
    }
    try {
      mailbox.admit(one, certificate);
      mailbox.revocations(authority.revocationList());
    } catch (BadInput e) { // it was withdrawn meanwhile, say; its state is printed next
      out.println(Shown.lines(e.getMessage()));
    }
    return true;
  }

  private boolean refused(Invited one, String why) {
    mailbox.refuse(one, why);
    return true;
  }

  /** Prints how an invitation has ended; returns whether its party was admitted. */
  private boolean end(Invited one) {
    Invited now =
        mailbox.read().invitations().stream()
            .filter(other -> other.key().equals(one.key()))
            .findFirst()
            .orElse(one);
    boolean admitted = now.state().equals("admitted");
    out.println(
        admitted
            ? Shown.text(now.name()) + " was admitted."
            : "%s was not admitted: %s%s"
                .formatted(
                    Shown.text(now.name()),
                    Shown.text(now.state()),
                    now.answer().isEmpty() ? "" : ", " + Shown.text(now.answer())));
    out.flush();
    return admitted;
  }
}

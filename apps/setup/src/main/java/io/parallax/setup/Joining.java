package io.parallax.setup;

import io.parallax.coordinator.JoinClient;
import io.parallax.coordinator.JoinClient.Answer;
import io.parallax.core.BadInput;
import io.parallax.core.PartyId;
import io.parallax.core.Refused;
import io.parallax.core.Shown;
import io.parallax.core.Stopped;
import io.parallax.engine.PrivateFolder;
import io.parallax.identity.CertificateInfo;
import io.parallax.identity.Credentials;
import io.parallax.identity.KeyRequest;
import io.parallax.identity.Pem;
import io.parallax.identity.Role;
import io.parallax.party.JoinEntry;
import io.parallax.party.NodeHealth;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * A party that joins by an invitation: its key is made here and stays here, its request goes to the
 * coordinator, and its certificate comes back. The same invitation goes on after any interruption.
 */
public final class Joining {
  private static final long PAUSE_MILLIS = 1000;
  private final Invitation invitation;
  private final PartyId name;
  private final Path folder;
  private final Predicate<String> sameWords;
  private final PrintWriter out;
  private final Set<String> told = new HashSet<>();

  /**
   * @param folder of the party's key, certificates and file
   * @param sameWords tells whether whoever invited this party has read these words
   */
  Joining(Invitation invitation, Path folder, Predicate<String> sameWords, PrintWriter out) {
    this.invitation = invitation.require("party", "login");
    this.name = PartyId.of(invitation.name());
    this.folder = folder;
    this.sameWords = sameWords;
    this.out = out;
  }

  public PartyId name() {
    return name;
  }

  private Path certificate() {
    return folder.resolve(name + ".pem");
  }

  /**
   * Joins, unless that is done already.
   *
   * @return the coordinator's address for parties
   */
  public String join() {
    prepare();
    KeyRequest request = request();
    JoinClient client = new JoinClient(invitation.server(), invitation.authority());
    String text = Pem.text(folder.resolve(name + ".csr"));
    record(text);
    Answer answer = client.join(invitation.key(), text);
    clock(answer.clock());
    say("The coordinator is the one of the invitation.");
    String words = Invitation.words(client.authority(), request);
    say("  party        " + name);
    say("  fingerprint  " + request.fingerprint());
    say("  words        " + words);
    say("Whoever invited you reads these words to you, on the phone. They must be the same.");
    answer = admitted(client, text, answer);
    if (!answer.state().equals("admitted")) {
      throw over(answer, invitation);
    }
    take(answer, client.authority(), request, words);
    return invitation.host() + ":" + answer.port();
  }

  private void prepare() {
    try {
      PrivateFolder.make(folder);
    } catch (IOException e) {
      throw new BadInput("cannot write to " + folder + "; choose another folder: --out", e);
    }
    if (!Files.isWritable(folder)) {
      throw new BadInput("cannot write to " + folder + "; choose another folder: --out");
    }
  }

  /** Returns the request of the key here, which is made if there is none. */
  private KeyRequest request() {
    Path request = folder.resolve(name + ".csr");
    if (!KeyRequest.keyExists(folder, name)) {
      KeyRequest.make(folder, name, Role.PARTY, List.of(), false);
      say("Made " + folder.resolve(name + ".key") + " (it stays here; nobody else needs it)");
    } else if (!Files.exists(request)) {
      throw new BadInput(
          "%s has no request %s.csr beside it; choose another folder: --out"
              .formatted(folder.resolve(name + ".key"), name));
    }
    return KeyRequest.read(request);
  }

  /** Records the request in the party's ledger, before it leaves for the first time. */
  private void record(String request) {
    Path state = folder.resolve("state");
    if (!Files.exists(state)) {
      try {
        PrivateFolder.make(state);
      } catch (IOException e) {
        throw new BadInput("cannot write to " + state + "; choose another folder: --out", e);
      }
      JoinEntry.write(state, request);
    }
  }

  private void clock(long theirs) {
    long ahead = (System.currentTimeMillis() - theirs) / 1000;
    if (Math.abs(ahead) * 1000 > NodeHealth.MOST_SKEW_MILLIS) {
      say(
          "WARN this machine's clock is %d s %s the coordinator's; set it (NTP), else certificates fail"
              .formatted(Math.abs(ahead), ahead < 0 ? "behind" : "ahead of"));
    }
  }

  private Answer admitted(JoinClient client, String text, Answer first) {
    Answer answer = first;
    while (answer.state().equals("waiting")) {
      say(
          "Waiting to be admitted, until %s. After Ctrl-C the same command goes on."
              .formatted(invitation.expires()));
      try {
        Thread.sleep(PAUSE_MILLIS);
        answer = client.join(invitation.key(), text);
      } catch (BadInput e) {
        if (!(e.getCause() instanceof IOException)) {
          throw e;
        }
        say("The coordinator does not answer; trying again.");
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new Stopped(0);
      }
    }
    return answer;
  }

  /** Returns why an invitation leads to nothing any more. */
  static RuntimeException over(Answer answer, Invitation invitation) {
    String reason = Shown.text(answer.reason());
    return switch (answer.state()) {
      case "expired" ->
          new BadInput(
              "the invitation ended on %s; ask for a new one".formatted(invitation.expires()));
      case "refused" -> new Refused("you were not admitted: " + reason);
      case "cancelled" -> new Refused(reason + "; ask for a new one");
      default -> new BadInput("the coordinator's answer is unknown; has it this version?");
    };
  }

  /** Checks what came back, and writes it. */
  private void take(Answer answer, X509Certificate authority, KeyRequest request, String words) {
    String what = "the certificate that came back";
    X509Certificate signed = Pem.certificate(what, answer.certificate());
    Credentials.requireIssued(what, signed, authority);
    CertificateInfo info = CertificateInfo.of(signed);
    if (!info.name().equals(name)
        || info.role() != Role.PARTY
        || !info.fingerprint().equals(request.fingerprint())) {
      throw new BadInput(
          "%s is for the %s %s or for another key; nothing was written; tell whoever invited you"
              .formatted(what, info.role().word(), info.name()));
    }
    if (!taken(signed, authority) && !sameWords.test(words)) {
      throw new Refused(
          "the words differ: the invitation may be forged, or somebody stands between you; nothing was written; call whoever invited you, and ask for a new one");
    }
    Pem.write(folder.resolve("ca.pem"), authority);
    Pem.write(certificate(), signed);
    say("Admitted. The certificate is valid until %s.".formatted(info.validUntil()));
  }

  /** Returns whether this certificate is here already, since its words were found the same. */
  private boolean taken(X509Certificate signed, X509Certificate authority) {
    Path kept = folder.resolve("ca.pem");
    return Files.exists(kept)
        && Files.exists(certificate())
        && Pem.certificate(kept).equals(authority)
        && Pem.certificate(certificate()).equals(signed);
  }

  private void say(String text) {
    if (told.add(text)) {
      out.println(text);
      out.flush();
    }
  }
}

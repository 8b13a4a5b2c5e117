package io.parallax.watch;

import io.parallax.core.Hashes;
import io.parallax.web.TrustedAuthority;
import jakarta.mail.Address;
import jakarta.mail.AuthenticationFailedException;
import jakarta.mail.Message;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.Transport;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeMessage;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Date;
import java.util.HexFormat;
import java.util.List;
import java.util.Properties;
import javax.net.ssl.SSLException;
import org.eclipse.angus.mail.smtp.SMTPAddressFailedException;
import org.eclipse.angus.mail.smtp.SMTPSendFailedException;

/** Sends notices as mails in plain text, over one connection each. */
final class MailChannel implements Channel {
  private static final String PATIENCE_MILLIS = "10000";
  private static final int ID_DIGITS = 32;
  private final NotifySettings.Mail settings;
  private final Session session;
  private final String password;

  MailChannel(NotifySettings.Mail settings) {
    this.settings = settings;
    this.password = settings.secret();
    this.session = Session.getInstance(properties());
  }

  private Properties properties() {
    Properties all = new Properties();
    all.setProperty("mail.smtp.host", settings.host());
    all.setProperty("mail.smtp.port", Integer.toString(settings.port()));
    all.setProperty("mail.smtp.connectiontimeout", PATIENCE_MILLIS);
    all.setProperty("mail.smtp.timeout", PATIENCE_MILLIS);
    all.setProperty("mail.smtp.writetimeout", PATIENCE_MILLIS);
    all.setProperty("mail.smtp.auth", Boolean.toString(settings.user().isPresent()));
    all.setProperty("mail.smtp.ssl.checkserveridentity", "true");
    boolean starts = settings.tls() == NotifySettings.Tls.STARTTLS;
    all.setProperty("mail.smtp.starttls.enable", Boolean.toString(starts));
    all.setProperty("mail.smtp.starttls.required", Boolean.toString(starts));
    boolean encrypted = settings.tls() == NotifySettings.Tls.TLS;
    all.setProperty("mail.smtp.ssl.enable", Boolean.toString(encrypted));
    settings
        .ca()
        .map(file -> TrustedAuthority.context(file, "notify.mail.ca"))
        .ifPresent(context -> all.put("mail.smtp.ssl.socketFactory", context.getSocketFactory()));
    return all;
  }

  @Override
  public String name() {
    return "mail";
  }

  @Override
  public String target() {
    return "the mail server " + settings.host() + ":" + settings.port();
  }

  @Override
  public void send(String node, Notice notice) throws NotSent {
    try {
      Message mail = message(node, notice);
      try (Transport transport = session.getTransport("smtp")) {
        transport.connect(settings.user().orElse(null), password.isEmpty() ? null : password);
        transport.sendMessage(mail, mail.getAllRecipients());
      }
    } catch (MessagingException e) {
      throw new NotSent(why(e), e);
    }
  }

  private Message message(String node, Notice notice) throws MessagingException {
    Identified mail = new Identified(session, id(node, notice));
    mail.setFrom(new InternetAddress(settings.from(), true));
    List<Address> to = new ArrayList<>();
    for (String one : settings.to()) {
      to.add(new InternetAddress(one, true));
    }
    mail.setRecipients(Message.RecipientType.TO, to.toArray(Address[]::new));
    mail.setSubject("[Parallax " + node + "] " + notice.title(), "UTF-8");
    mail.setSentDate(new Date());
    mail.setHeader("Auto-Submitted", "auto-generated"); // no absence notes come back
    mail.setText(text(node, notice), "UTF-8");
    mail.saveChanges();
    return mail;
  }

  private static String text(String node, Notice notice) {
    return notice.title()
        + ".\n\n"
        + String.join("\n", notice.lines())
        + "\n\nSent by the program of "
        + node
        + ". It never asks for a password or a token.\n";
  }

  /** A mail whose id is the same when it is sent again, and does not name this machine. */
  private static final class Identified extends MimeMessage {
    private final String id;

    Identified(Session session, String id) {
      super(session);
      this.id = id;
    }

    @Override
    protected void updateMessageID() throws MessagingException {
      setHeader("Message-ID", id);
    }
  }

  private static String id(String node, Notice notice) {
    byte[] hash = Hashes.of((node + "\n" + notice.key()).getBytes(StandardCharsets.UTF_8));
    return "<" + HexFormat.of().formatHex(hash).substring(0, ID_DIGITS) + "@parallax.invalid>";
  }

  /** Explains a failure without the server's words. */
  private static String why(MessagingException e) {
    if (e instanceof AuthenticationFailedException) {
      return "it does not accept the user and password";
    }
    for (Throwable cause = e; cause != null; cause = next(cause)) {
      if (cause instanceof SMTPSendFailedException sent) {
        return "it rejects the mail with code " + sent.getReturnCode();
      } else if (cause instanceof SMTPAddressFailedException address) {
        return "it rejects an address with code " + address.getReturnCode();
      } else if (cause instanceof SSLException) {
        return "its TLS is not trusted, or it has none";
      } else if (cause instanceof UnknownHostException) {
        return "there is no such host";
      } else if (cause instanceof SocketTimeoutException) {
        return "it does not answer in time";
      } else if (cause instanceof java.net.ConnectException) {
        return "it cannot be reached";
      }
    }
    return "it did not take the mail (" + e.getClass().getSimpleName() + ")";
  }

  private static Throwable next(Throwable e) {
    return e instanceof MessagingException mail && mail.getNextException() != null
        ? mail.getNextException()
        : e.getCause();
  }
}

package io.parallax.watch;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.parallax.core.BadInput;
import io.parallax.data.Json;
import io.parallax.web.TrustedAuthority;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Sends notices as JSON to one address, signed with a secret that the receiver has, too. */
final class WebhookChannel implements Channel {
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final int SHORTEST_SECRET = 16;
  private static final String MAC = "HmacSHA256";
  private final NotifySettings.Webhook settings;
  private final byte[] secret;
  private final HttpClient client;

  WebhookChannel(NotifySettings.Webhook settings) {
    this.settings = settings;
    this.secret = settings.secret().getBytes(StandardCharsets.UTF_8);
    if (secret.length < SHORTEST_SECRET) {
      throw new BadInput(
          "notify.secret is shorter than %d characters; take a longer one"
              .formatted(SHORTEST_SECRET));
    }
    HttpClient.Builder builder =
        HttpClient.newBuilder()
            .connectTimeout(PATIENCE)
            .followRedirects(HttpClient.Redirect.NEVER)
            .version(HttpClient.Version.HTTP_1_1);
    settings
        .ca()
        .ifPresent(file -> builder.sslContext(TrustedAuthority.context(file, "notify.ca")));
    this.client = builder.build();
  }

  @Override
  public String name() {
    return "webhook";
  }

  @Override
  public String target() {
    return "the webhook at " + settings.address().getHost();
  }

  @Override
  public void send(String node, Notice notice) throws NotSent {
    String body = body(node, notice);
    String at = Long.toString(Instant.now().getEpochSecond());
    HttpRequest request =
        HttpRequest.newBuilder(settings.address())
            .timeout(PATIENCE)
            .header("Content-Type", "application/json")
            .header("Parallax-Signature", "t=" + at + ",v1=" + signature(at + "." + body))
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build();
    int status;
    try {
      status = client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
    } catch (IOException e) {
      throw new NotSent("it cannot be reached (" + e.getClass().getSimpleName() + ")", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new NotSent("interrupted", e);
    }
    if (status / 100 != 2) {
      throw new NotSent("it answers with status " + status, null);
    }
  }

  private static String body(String node, Notice notice) {
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("id", notice.key());
    body.put("node", node);
    body.put("about", notice.about().word());
    body.put("title", notice.title());
    body.put("facts", notice.facts());
    try {
      return Json.MAPPER.writeValueAsString(body);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  private String signature(String text) {
    try {
      Mac mac = Mac.getInstance(MAC);
      mac.init(new SecretKeySpec(secret, MAC));
      return HexFormat.of().formatHex(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}

package io.parallax.grpc;

import io.parallax.core.PartyId;
import io.parallax.engine.Endpoint;
import io.parallax.engine.Link;
import io.parallax.testkit.LinkContract;
import java.nio.file.Path;
import java.util.SortedMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

/** The contract of every link, over mutual TLS. */
class GrpcLinkTest extends LinkContract {
  @TempDir Path folder;
  private TestServer server;

  @Override
  protected Link connect(SortedMap<PartyId, Endpoint> endpoints) {
    server = new TestServer(folder);
    return server.connect(endpoints);
  }

  @AfterEach
  void end() {
    server.close();
  }
}

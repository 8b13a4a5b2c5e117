package io.parallax.simulator;

import java.nio.ByteBuffer;
import java.security.Provider;
import java.security.SecureRandom;
import java.security.SecureRandomSpi;
import java.security.Security;
import java.util.function.Supplier;

/**
 * Random numbers of keys: on a thread that simulates they follow from the seed, so that one seed
 * gives one history; on every other thread they are the platform's. A program that runs studies
 * must never install it.
 */
public final class SimulatedRandom {
  private static final String NAME = "ParallaxSimulation";
  private static final SecureRandom PLATFORM = new SecureRandom();
  private static final ThreadLocal<long[]> STATE = new ThreadLocal<>();

  private SimulatedRandom() {}

  /** Makes it the source of random numbers of this process. */
  public static synchronized void install() {
    if (Security.getProvider(NAME) == null) {
      Security.insertProviderAt(new OwnProvider(), 1);
    }
  }

  /** Does work whose random numbers follow from a seed. */
  public static <T> T seeded(long seed, Supplier<T> work) {
    STATE.set(new long[] {seed});
    try {
      return work.get();
    } finally {
      STATE.remove();
    }
  }

  private static final class OwnProvider extends Provider {
    private static final long serialVersionUID = 1;

    OwnProvider() {
      super(NAME, "1", "random numbers of a simulation");
      putService(
          new Service(this, "SecureRandom", NAME, Source.class.getName(), null, null) {
            @Override
            public Object newInstance(Object parameter) {
              return new Source();
            }
          });
    }
  }

  /** Random numbers as {@link SecureRandom} asks for them. */
  public static final class Source extends SecureRandomSpi {
    private static final long serialVersionUID = 1;

    @Override
    protected void engineSetSeed(byte[] seed) {}

    @Override
    protected void engineNextBytes(byte[] bytes) {
      long[] state = STATE.get();
      if (state == null) {
        PLATFORM.nextBytes(bytes);
        return;
      }
      ByteBuffer words = ByteBuffer.allocate(bytes.length + Long.BYTES);
      while (words.position() < bytes.length) {
        words.putLong(Faults.mixed(state[0] += 0x9E3779B97F4A7C15L));
      }
      words.get(0, bytes);
    }

    @Override
    protected byte[] engineGenerateSeed(int count) {
      byte[] seed = new byte[count];
      engineNextBytes(seed);
      return seed;
    }
  }
}

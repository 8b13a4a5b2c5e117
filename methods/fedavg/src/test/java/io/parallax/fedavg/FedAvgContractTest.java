package io.parallax.fedavg;

import io.parallax.core.Method;
import io.parallax.core.Roster;
import io.parallax.core.View;
import io.parallax.testkit.MethodContract;
import java.util.List;
import org.junit.jupiter.api.Nested;

/** FedAvg and FedProx before the contract of all methods. */
class FedAvgContractTest {
  abstract static class Any extends MethodContract<FedAvgConfig, FedAvgResult> {
    private final SpreadRows study = SpreadRows.make(4);
    private final FedAvg method;
    private final int hidden;

    Any(FedAvg method, int hidden) {
      this.method = method;
      this.hidden = hidden;
    }

    @Override
    protected Method<FedAvgConfig, FedAvgResult> method() {
      return method;
    }

    @Override
    protected FedAvgConfig config() {
      return new FedAvgConfig(hidden, 2, 8, 0.1, 1e-4, method.defaults().mu());
    }

    @Override
    protected List<View> views() {
      return study.views();
    }

    @Override
    protected Roster roster() {
      return study.roster();
    }

    @Override
    protected int rounds() {
      return 5;
    }
  }

  @Nested
  class Averaged extends Any {
    Averaged() {
      super(new FedAvg(), 0);
    }
  }

  @Nested
  class ProximalNetwork extends Any {
    ProximalNetwork() {
      super(new FedProx(), 4);
    }
  }
}

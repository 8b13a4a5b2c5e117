package io.parallax.fedavg;

import io.parallax.core.About;
import java.util.Map;

/** FedProx: FedAvg whose parties are held near the common model by a proximal term. */
public final class FedProx extends FedAvg {

  @Override
  public String name() {
    return "fedprox";
  }

  @Override
  public About about() {
    return new About(
        "FedProx",
        "Li, Sahu, Zaheer, Sanjabi, Talwalkar, Smith: Federated Optimization in Heterogeneous"
            + " Networks (2020)",
        "FedAvg whose parties add a proximal term to their objective: what they learn from their own"
            + " samples stays near the common model, where parties hold different kinds of samples.",
        Map.of());
  }

  @Override
  public FedAvgConfig defaults() {
    return FedAvgConfig.PROXIMAL;
  }
}

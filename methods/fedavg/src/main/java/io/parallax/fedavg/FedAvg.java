package io.parallax.fedavg;

import io.parallax.core.About;
import io.parallax.core.Ask;
import io.parallax.core.BadInput;
import io.parallax.core.Coordinator;
import io.parallax.core.Method;
import io.parallax.core.Party;
import io.parallax.core.Roster;
import io.parallax.core.RowLimits;
import io.parallax.core.Sequences;
import io.parallax.core.View;
import io.parallax.fedavg.FedAvgMessages.ModelChange;
import io.parallax.math.Matrix;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** FedAvg: every party holds other people's rows, in all views, with their labels. */
public class FedAvg implements Method<FedAvgConfig, FedAvgResult> {

  @Override
  public String name() {
    return "fedavg";
  }

  @Override
  public About about() {
    return new About(
        "FedAvg",
        "McMahan, Moore, Ramage, Hampson, Agüera y Arcas: Communication-Efficient Learning of Deep"
            + " Networks from Decentralized Data (2017)",
        "Classification of samples that are spread over parties, each of which sees its own in all"
            + " views and knows their labels: multinomial logistic regression, or a network with one"
            + " hidden layer, trained by stochastic gradient descent at the parties and averaged.",
        Map.of());
  }

  @Override
  public FedAvgConfig defaults() {
    return FedAvgConfig.DEFAULTS;
  }

  @Override
  public boolean probabilities(FedAvgConfig config) {
    return true;
  }

  @Override
  public List<Class<? extends Ask<?>>> asks() {
    return FedAvgMessages.ASKS;
  }

  @Override
  public void checkView(FedAvgConfig config, String view, Optional<Sequences> layout) {
    if (layout.isPresent()) {
      throw new BadInput(
          "view %s holds sequences; %s learns from one row for each sample; use fedmood"
              .formatted(view, about().title()));
    }
  }

  @Override
  public void check(FedAvgConfig config, Roster roster) {
    String title = about().title();
    if (roster.classes() < 2) {
      throw new BadInput(title + " has a single class to learn; it needs at least two");
    }
    for (Roster.Member member : roster.members()) {
      if (!member.views().equals(roster.views()) || !member.labels()) {
        throw new BadInput(
            "party %s lacks a view or the labels of its samples; %s needs all at every party; use the joint model if parties hold different views"
                .formatted(member.id(), title));
      }
    }
  }

  @Override
  public RowLimits limits(FedAvgConfig config, Roster roster, double clip) {
    return RowLimits.ofUpdates(
        ModelChange.class,
        roster,
        (samples, parameters) -> clip * config.longestChange(samples, roster.classes()));
  }

  @Override
  public Party party(FedAvgConfig config, List<View> views, Roster roster) {
    return new FedAvgParty(config, views, roster);
  }

  @Override
  public Coordinator<FedAvgResult> coordinator(FedAvgConfig config, Roster roster) {
    return new FedAvgCoordinator(config, roster);
  }

  /** Every party scores its own rows. */
  @Override
  public Optional<Coordinator<Matrix>> predictor(FedAvgConfig config, Roster roster) {
    return Optional.empty();
  }
}

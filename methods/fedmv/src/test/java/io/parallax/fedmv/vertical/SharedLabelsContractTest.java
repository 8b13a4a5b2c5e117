package io.parallax.fedmv.vertical;

import io.parallax.core.Method;
import io.parallax.core.PartyId;
import io.parallax.core.Roster;
import io.parallax.core.View;
import io.parallax.testkit.MethodContract;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

class SharedLabelsContractTest extends MethodContract<VFedMvConfig, VFedMvResult> {
  private final SmallStudy study = SmallStudy.make(30, 9, 12);

  @Override
  protected Method<VFedMvConfig, VFedMvResult> method() {
    return new VFedMv();
  }

  @Override
  protected VFedMvConfig config() {
    return VFedMvConfig.DEFAULTS.with(VFedMvConfig.LabelsAt.SHARED);
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
  protected Map<PartyId, Set<String>> allowed() {
    return study.roster().ids().stream()
        .collect(Collectors.toMap(id -> id, id -> Set.of("shared-labels")));
  }
}

package io.parallax.party;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.parallax.audit.AttackResult;
import java.util.List;

/**
 * Someone whom a study tells something about this party.
 *
 * @param who the receiver
 * @param attacker the side of the receiver in measured attacks; null, and left out: none was
 *     measured
 * @param learns sentences on what it learns, the most delicate first
 * @param messages the kinds of messages that it receives
 */
public record Receiver(
    String who,
    @JsonInclude(JsonInclude.Include.NON_NULL) AttackResult.Attacker attacker,
    List<String> learns,
    List<Proposal.Revealed> messages) {
  public Receiver {
    learns = List.copyOf(learns);
    messages = List.copyOf(messages);
  }
}

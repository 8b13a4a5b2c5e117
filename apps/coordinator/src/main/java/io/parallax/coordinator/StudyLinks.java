package io.parallax.coordinator;

import io.parallax.core.PartyId;
import io.parallax.grpc.GrpcLink;
import io.parallax.grpc.Part;
import io.parallax.grpc.PartyServer;
import io.parallax.remote.Job;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * Links to the parties of one study.
 *
 * @param keys the parties with the keys that the study names
 * @param stop becomes true when waiting should end
 */
record StudyLinks(
    PartyServer server,
    String study,
    SortedMap<PartyId, GrpcLink.Member> keys,
    BooleanSupplier stop)
    implements Job.Links {
  @Override
  public GrpcLink open(String part, byte[] opening, LongSupplier newest, Set<PartyId> among) {
    SortedMap<PartyId, GrpcLink.Member> some = new TreeMap<>(keys);
    some.keySet().retainAll(among);
    return new GrpcLink(server, new Part(study, part), some, opening, newest, stop);
  }
}

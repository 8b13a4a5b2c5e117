package io.parallax.consortium;

import java.util.List;

/** The commands of a consortium, in the order of the help text. */
public final class ConsortiumCommands {
  public static final List<Class<?>> ALL =
      List.of(
          CaCommand.class,
          CoordinatorCommand.class,
          ConsortiumCommand.class,
          LoginCommand.class,
          LoginCommand.Logout.class,
          PartyCommand.class,
          ServeCommand.class,
          StudyCommand.class,
          LedgerCommand.class,
          DoctorCommand.class,
          HealthCommand.class);

  private ConsortiumCommands() {}
}

package io.parallax.consortium;

import io.parallax.core.BadInput;
import io.parallax.identity.Pem;
import io.parallax.setup.Invitation;
import io.parallax.setup.Login;
import io.parallax.setup.LoginFile;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "login",
    mixinStandardHelpOptions = true,
    description = {
      "Logs you in to a coordinator by an invitation, or by a token that an operator has made.",
      "",
      "Address, authority and token are kept in login.json of the folder PARALLAX_CONFIG, or"
          + " ~/.config/parallax, which only you can read. Options and variables prevail."
    },
    footer = {"", "Example: ./parallax login plxi_…"})
final class LoginCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "INVITATION",
      arity = "0..1",
      description = "the text that begins with plxi_")
  private String invitation;

  @Option(names = "--server", paramLabel = "URL", description = "with --token: the coordinator")
  private String server;

  @Option(names = "--token", description = "a token that an operator has made")
  private String token;

  @Option(names = "--ca", paramLabel = "FILE", description = "with --token: ca.pem")
  private Path authority;

  @Option(names = "--show", description = "show who is logged in, without the token")
  private boolean show;

  @Option(names = "--link", description = "print the dashboard's link, which signs you in")
  private boolean link;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    LoginFile file = LoginFile.user();
    if (show || link) {
      Login login =
          file.read().orElseThrow(() -> new BadInput("you are not logged in: ./parallax login"));
      out.println(
          link
              ? login.link()
              : "%s at %s, in %s".formatted(login.name(), login.server(), file.path()));
      return 0;
    }
    Login login = invitation == null ? byToken(file) : file.redeem(Invitation.parse(invitation));
    out.println("Logged in to %s; kept in %s".formatted(login.server(), file.path()));
    return 0;
  }

  private Login byToken(LoginFile file) {
    if (server == null || token == null || authority == null) {
      throw new BadInput("give an invitation, plxi_…, or --server, --token and --ca together");
    }
    Login login = new Login(server, "by token", token, Pem.text(Pem.certificate(authority)));
    login.client().get("/v1/session"); // says at once if the token is wrong
    file.write(login);
    return login;
  }

  @Command(
      name = "logout",
      mixinStandardHelpOptions = true,
      description = "Forgets the login of this user. The token stays valid until it is revoked.")
  static final class Logout implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Override
    public Integer call() {
      boolean was = LoginFile.user().remove();
      spec.commandLine().getOut().println(was ? "Logged out." : "You were not logged in.");
      return 0;
    }
  }
}

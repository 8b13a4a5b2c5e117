package io.parallax.consortium;

/** The exit codes of every command. */
public final class ExitCode {
  /** The command failed, or a check did not hold. */
  public static final int FAILED = 1;

  /** An argument, study or data file is wrong; nothing was changed. */
  public static final int BAD_INPUT = 2;

  /** The user stopped the command, which goes on when it is given again. */
  public static final int INTERRUPTED = 130;

  private ExitCode() {}
}

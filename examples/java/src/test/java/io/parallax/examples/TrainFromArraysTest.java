package io.parallax.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class TrainFromArraysTest {
  @Test
  void runsAndPredicts() {
    PrintStream console = System.out;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
    try {
      TrainFromArrays.main(new String[0]);
    } finally {
      System.setOut(console);
    }
    assertThat(printed.toString(StandardCharsets.UTF_8))
        .matches(
            "Of people who were held out, \\d+ % are right\\RThe first new person is of class 0\\R");
  }
}

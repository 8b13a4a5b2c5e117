# The peer of RegressionBenchmark: coxph of R's package survival on the pooled columns.
# Prints the versions, the median time of coxph in seconds, that of its bare fit, then coefficients and standard errors.
suppressMessages(library(survival))
told <- commandArgs(trailingOnly = TRUE)
rows <- as.integer(told[2])
columns <- as.integer(told[3])
times <- as.integer(told[4])
numbers <- readBin(told[1], "double", rows * (columns + 2), endian = "little")
x <- matrix(numbers[seq_len(rows * columns)], rows, columns)
rest <- matrix(numbers[-seq_len(rows * columns)], rows, 2)
y <- Surv(rest[, 1], rest[, 2])
rm(numbers)
whole <- numeric(times)
bare <- numeric(times)
for (i in seq_len(times)) {
  whole[i] <- system.time(fit <- coxph(y ~ x, ties = "efron"))[["elapsed"]]
  bare[i] <- system.time(coxph.fit(x, y, NULL, NULL, NULL, coxph.control(), NULL, "efron", NULL))[["elapsed"]]
}
cat(sprintf("R-%s,survival-%s", getRversion(), packageVersion("survival")), median(whole), median(bare))
cat("", sprintf("%.17g", coef(fit)), sprintf("%.17g", sqrt(diag(vcov(fit)))), "\n")

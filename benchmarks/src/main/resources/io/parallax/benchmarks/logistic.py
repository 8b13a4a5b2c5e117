# The peer of JointBenchmark: scikit-learn's logistic regression on the pooled columns.
# Prints its version, the best time of fitting in seconds, and the objective that it reached.
import sys
import time
import numpy as np
import sklearn
from sklearn.linear_model import LogisticRegression

file, rows, columns, classes, penalty, tolerance, times = sys.argv[1:8]
rows, columns, penalty = int(rows), int(columns), float(penalty)
numbers = np.fromfile(file, dtype="<f8")
x = numbers[: rows * columns].reshape(rows, columns)
y = numbers[rows * columns :].astype(int)
# Since 1.4 a tolerance is one of the mean loss, before it was one of the sum. It is the mean's here, which ends sooner.
before = tuple(map(int, sklearn.__version__.split(".")[:2])) < (1, 4)
tolerance = float(tolerance) * (rows if before else 1)
best = float("inf")
for _ in range(int(times)):
    model = LogisticRegression(C=1 / penalty, tol=tolerance, max_iter=10_000)
    began = time.perf_counter()
    model.fit(x, y)
    best = min(best, time.perf_counter() - began)
scores = model.decision_function(x)
if scores.ndim == 1:
    scores = np.stack([-scores / 2, scores / 2], axis=1)
top = scores.max(axis=1, keepdims=True)
loss = (np.log(np.exp(scores - top).sum(axis=1)) + top[:, 0] - scores[np.arange(rows), y]).sum()
print(sklearn.__version__, best, loss + penalty / 2 * (model.coef_**2).sum())

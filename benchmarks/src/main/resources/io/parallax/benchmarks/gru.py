# The peer of GruBenchmark: the same network in PyTorch, on one thread. Prints samples per second.
import sys
import time

import torch

batch, steps, units, repeats = (int(a) for a in sys.argv[1:5])
channels = [int(a) for a in sys.argv[5:]]
torch.set_num_threads(1)
torch.manual_seed(1)
grus = torch.nn.ModuleList(
    torch.nn.GRU(c, units, batch_first=True, bidirectional=True) for c in channels)
head = torch.nn.Linear(2 * units * len(channels), 2)
optimizer = torch.optim.RMSprop([*grus.parameters(), *head.parameters()], lr=1e-3, alpha=0.9)
views = [torch.randn(batch, steps, c) for c in channels]
lengths = [10 + (torch.arange(batch) * 7919 + 31 * v) % (steps - 9) for v in range(len(channels))]
labels = torch.arange(batch) % 2


def step():
    states = []
    for gru, x, length in zip(grus, views, lengths):
        packed = torch.nn.utils.rnn.pack_padded_sequence(
            x, length, batch_first=True, enforce_sorted=False)
        _, h = gru(packed)
        states.append(torch.cat([h[0], h[1]], 1))
    loss = torch.nn.functional.cross_entropy(head(torch.cat(states, 1)), labels)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()


for _ in range(3):
    step()
best = float("inf")
for _ in range(repeats):
    began = time.perf_counter()
    step()
    best = min(best, time.perf_counter() - began)
print(torch.__version__, batch / best)

# The peer of ApFedBenchmark: the same networks in PyTorch, on one thread, in one process without messages.
# Arguments: loss, rows, batch, width, stride, epochs. Prints the steps per second of the best epoch.
import sys
import time

import torch
import torch.nn.functional as F

loss_kind = sys.argv[1]
rows, batch, width, stride, epochs = (int(a) for a in sys.argv[2:7])
height, side, lam = 14, 28, 1.0
torch.set_num_threads(1)
torch.manual_seed(1)


def after(length):
    return (length + 2 - 5) // stride + 1


h2, w2 = after(after(height)), after(after(side))
flat = 64 * h2 * w2


class Encoder(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.conv1 = torch.nn.Conv2d(1, 32, 5, stride, 1)
        self.conv2 = torch.nn.Conv2d(32, 64, 5, stride, 1)
        self.out = torch.nn.Linear(flat, width)

    def forward(self, x):
        x = F.relu(self.conv2(F.relu(self.conv1(x.view(-1, 1, height, side)))))
        return F.relu(self.out(x.flatten(1)))


class Decoder(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.first = torch.nn.Linear(width, flat)
        h1, w1 = after(height), after(side)
        more = [((a + 2 - 5) % stride, (b + 2 - 5) % stride) for a, b in ((h1, w1), (height, side))]
        self.conv2 = torch.nn.ConvTranspose2d(64, 32, 5, stride, 1, more[0])
        self.conv1 = torch.nn.ConvTranspose2d(32, 1, 5, stride, 1, more[1])

    def forward(self, h):
        x = F.relu(self.first(h)).view(-1, 64, h2, w2)
        return self.conv1(F.relu(self.conv2(x))).flatten(1)


def contrast(a, b):
    a, b = F.normalize(a, dim=1), F.normalize(b, dim=1)
    among = a @ a.t() - 1e9 * torch.eye(len(a))
    return F.cross_entropy(torch.cat([a @ b.t(), among], 1), torch.arange(len(a)))


encoder, task = Encoder(), torch.nn.Linear(width, 10)
other = Decoder() if loss_kind == "reconstruction" else Encoder()
active = torch.optim.SGD([*encoder.parameters(), *task.parameters()], 1e-3, 0.9, weight_decay=1e-4)
passive = torch.optim.SGD(other.parameters(), 1e-3, 0.9, weight_decay=1e-4)
own, theirs = torch.rand(rows, height * side), torch.rand(rows, height * side)
labels = torch.arange(rows) % 10


def step(chosen):
    h = encoder(own[chosen])
    leaf = h.detach().requires_grad_(True)
    x = theirs[chosen]
    loss = F.mse_loss(other(leaf), x) if loss_kind == "reconstruction" else contrast(leaf, other(x))
    passive.zero_grad()
    loss.backward()
    passive.step()
    total = F.cross_entropy(task(h), labels[chosen]) + (h * (lam * leaf.grad)).sum()
    active.zero_grad()
    total.backward()
    active.step()


best = float("inf")
for _ in range(epochs):
    order = torch.randperm(rows)
    began = time.perf_counter()
    for chosen in order.split(batch):
        step(chosen)
    best = min(best, time.perf_counter() - began)
print(torch.__version__, ((rows + batch - 1) // batch) / best)

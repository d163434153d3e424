#!/usr/bin/env python3
"""PyTorch's double backward of a gradient penalty: the fixture tests/fixtures/parity/penalties/penalties.json, which
`plan_second_derivatives` reads.

    penalties.py [--out FILE]

The penalty of each network y(x) is Σ (d Σ seed·y / dx)², and its gradient with respect to every weight is written in doubles. The
networks are also in tests/engine/plan/penalty_network.cpp, with the same names; arrays are written in the engine's layout: channels
last, kernels by window, channels and filters. Run it by hand where torch is installed; it writes the same bytes each time.
"""
import argparse
import json
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F

ROOT = Path(__file__).resolve().parent.parent
OUT = ROOT / "fixtures/parity/penalties/penalties.json"
ACTIVATIONS = {"tanh": torch.tanh, "relu": torch.relu, "leaky_relu": lambda x: F.leaky_relu(x, 0.2)}
CONVOLUTIONS = {1: F.conv1d, 2: F.conv2d, 3: F.conv3d}


class Network:
    """Draws weights on request, in the engine's layout."""

    def __init__(self, seed, activation):
        self.random = np.random.default_rng(seed)
        self.activation = ACTIVATIONS[activation]
        self.weights = []

    def drawn(self, shape):
        return torch.tensor(np.round(self.random.uniform(-0.9, 0.9, shape), 4), requires_grad=True)

    def weight(self, shape):
        self.weights.append(self.drawn(shape))
        return self.weights[-1]

    def dense(self, x, units):
        return x @ self.weight((x.shape[-1], units)) + self.weight((units,))

    def convolution(self, x, filters, stride):
        """A kernel of 3 along each axis, padded by one."""
        axes = x.dim() - 2
        kernel = self.weight((3,) * axes + (x.shape[-1], filters))
        bias = self.weight((filters,))
        first = x.movedim(-1, 1)
        turned = kernel.permute(axes + 1, axes, *range(axes))
        return CONVOLUTIONS[axes](first, turned, bias, stride=stride, padding=1).movedim(1, -1)


def critic(network, x):
    hidden = network.activation(network.dense(x, 5))
    again = network.dense(hidden, 5) + hidden
    return network.dense(network.activation(again), 2)


def convolutions(network, x):
    first = network.activation(network.convolution(x, 3, 1))
    second = network.activation(network.convolution(first, 2, 2))
    return network.dense(second.reshape(x.shape[0], -1), 2)


NETWORKS = {"dense": ((3, 4), critic), "conv1d": ((2, 7, 2), convolutions), "conv2d": ((2, 5, 6, 2), convolutions),
            "conv3d": ((1, 3, 4, 5, 2), convolutions)}


def flat(tensor):
    return [float(f"{value:.12g}") for value in tensor.detach().numpy().ravel()]


def case(name, activation, seed):
    shape, build = NETWORKS[name]
    network = Network(seed, activation)
    x = network.drawn(shape)
    y = build(network, x)
    upstream = network.drawn(tuple(y.shape)).detach()
    (first,) = torch.autograd.grad((upstream * y).sum(), x, create_graph=True)
    penalty = (first ** 2).sum()
    gradients = torch.autograd.grad(penalty, network.weights, allow_unused=True)
    return {"network": name, "activation": activation, "x": flat(x), "seed": flat(upstream),
            "weights": [flat(weight) for weight in network.weights], "penalty": float(f"{penalty.item():.12g}"),
            "gradients": [flat(torch.zeros_like(w) if g is None else g) for w, g in zip(network.weights, gradients)]}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--out", type=Path, default=OUT)
    out = parser.parse_args().out
    cases = [case(name, activation, 100 * i + j) for i, name in enumerate(NETWORKS) for j, activation in enumerate(ACTIVATIONS)]
    out.parent.mkdir(parents=True, exist_ok=True)
    rows = ",\n".join(json.dumps(each, separators=(",", ":")) for each in cases)
    out.write_text(f'{{"source":"PyTorch {torch.__version__.partition("+")[0]}","cases":[\n{rows}\n]}}\n')


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Compares single layers with PyTorch's, forward and backward: the time that each of eight in a row adds to a training step.

    layers.py --cli build/release/bin/netsmith-cli --python ~/peers/bin/python [--layer depthwise_conv2d ...] [--rounds 3]

A network of a 1×1 convolution, eight such layers, pooling and a dense layer is trained with them and without, ours and PyTorch's in
turn, each as a process of its own with the same batch and threads. PyTorch computes eagerly, in NCHW and in channels_last, of which
the faster counts. Prints medians over the rounds in ms a layer. The load of the machine is printed before each row: a comparison
means nothing while something else runs.
"""
import argparse
import json
import os
import statistics
import sys
import tempfile
from pathlib import Path

from compare import ROOT, last_json

COUNT = 8

# name: (layer, its parameters, channels, batch) of pictures of 32×32
LAYERS = {
    "depthwise_conv2d 3x3, 64": ("depthwise_conv2d", {"kernel_size": [3, 3], "padding": "same"}, 64, 32),
    "depthwise_conv2d 5x5, 64": ("depthwise_conv2d", {"kernel_size": [5, 5], "padding": "same"}, 64, 32),
    "layer_normalization 64": ("layer_normalization", {}, 64, 32),
    "layer_normalization 512": ("layer_normalization", {}, 512, 4),
}


def project_of(row, count):
    layer, parameters, channels, _ = LAYERS[row]
    nodes = [{"id": "input_1", "layer": "input", "version": 1, "parameters": {"shape": [32, 32, 3]}},
             {"id": "first", "layer": "conv2d", "version": 1, "parameters": {"filters": channels, "kernel_size": [1, 1]}}]
    nodes += [{"id": f"layer_{i}", "layer": layer, "version": 1, "parameters": parameters} for i in range(count)]
    nodes += [{"id": "pooled", "layer": "global_average_pooling2d", "version": 1},
              {"id": "dense_1", "layer": "dense", "version": 1, "parameters": {"units": 10}}]
    edges = [{"from": [a["id"], "output"], "to": [b["id"], "input"]} for a, b in zip(nodes, nodes[1:])]
    return {"netsmith": 2, "title": row, "graph": {"nodes": nodes, "edges": edges},
            "data": {"source": "random_images", "divide": 255},
            "training": {"objectives": [{"target": "label", "loss": {"id": "sparse_categorical_crossentropy"}}],
                         "optimizer": {"id": "sgd"}}}


def ours(a, row, count, environment):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "layers.netsmith"
        path.write_text(json.dumps(project_of(row, count)))
        command = [a.cli, "bench", str(path), "--json", "--batch", str(LAYERS[row][3]), "--steps", str(a.steps), "--repeats", "5"]
        return last_json(command + (["--threads", str(a.threads)] if a.threads else []), environment)


def peer(a, row, count, environment):
    command = [a.python, __file__, "--torch", row, "--count", str(count), "--steps", str(a.steps), "--threads", str(a.threads)]
    return last_json(command, environment)


def torch_step(row, count, steps, channels_last):
    """ms a step of the same network in PyTorch, the median of five repeats."""
    import time

    import torch
    import torch.nn.functional as F
    from torch import nn

    layer, parameters, channels, batch = LAYERS[row]

    class Norm(nn.Module):
        def __init__(self):
            super().__init__()
            self.norm = nn.LayerNorm(channels, eps=1e-3)

        def forward(self, x):
            return self.norm(x.permute(0, 2, 3, 1)).permute(0, 3, 1, 2)

    def made():
        if layer == "layer_normalization":
            return Norm()
        return nn.Conv2d(channels, channels, parameters["kernel_size"], padding="same", groups=channels)

    net = nn.Sequential(nn.Conv2d(3, channels, 1), *[made() for _ in range(count)], nn.AdaptiveAvgPool2d(1), nn.Flatten(),
                        nn.Linear(channels, 10))
    x, y = torch.rand(batch, 3, 32, 32), torch.randint(0, 10, (batch,))
    if channels_last:
        net, x = net.to(memory_format=torch.channels_last), x.to(memory_format=torch.channels_last)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.01)

    def run(n):
        begin = time.perf_counter()
        for _ in range(n):
            optimizer.zero_grad(set_to_none=True)
            F.cross_entropy(net(x), y).backward()
            optimizer.step()
        return (time.perf_counter() - begin) / n * 1e3

    run(max(3, steps // 4))
    return statistics.median(run(steps) for _ in range(5))


def as_peer(a):
    import torch

    if a.threads:
        torch.set_num_threads(a.threads)
    times = [torch_step(a.torch, a.count, a.steps, channels_last) for channels_last in (False, True)]
    print(json.dumps({"ms_step": min(times)}))


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--cli", default=str(ROOT / "build/release/bin/netsmith-cli"))
    p.add_argument("--python", default=str(Path.home() / "peers/bin/python"))
    p.add_argument("--layer", nargs="+", default=[], help="rows whose names begin like this; all by default")
    p.add_argument("--rounds", type=int, default=3)
    p.add_argument("--steps", type=int, default=20)
    p.add_argument("--threads", type=int, default=0)
    p.add_argument("--torch", help=argparse.SUPPRESS)
    p.add_argument("--count", type=int, default=COUNT, help=argparse.SUPPRESS)
    a = p.parse_args()
    if a.torch:
        return as_peer(a)
    environment = dict(os.environ)
    print(f"{'layer':<28}{'ours ms':>10}{'PyTorch':>10}{'ratio':>8}  load", flush=True)
    for row in LAYERS:
        if a.layer and not row.startswith(tuple(a.layer)):
            continue
        load = os.getloadavg()[0]
        times = {ours: {0: [], COUNT: []}, peer: {0: [], COUNT: []}}
        for _ in range(a.rounds):
            for count in (COUNT, 0):
                for who in (ours, peer):
                    result = who(a, row, count, environment)
                    if "ms_step" not in result:
                        sys.exit(f"{row}: {result}")
                    times[who][count].append(result["ms_step"])
        mine, theirs = ((statistics.median(t[COUNT]) - statistics.median(t[0])) / COUNT for t in times.values())
        print(f"{row:<28}{mine:>10.3f}{theirs:>10.3f}{theirs / mine:>7.2f}×{load:>6.1f}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""Computes what a Darknet network predicts, with NumPy alone, from its .cfg and .weights: a second reading of the format, which
Netsmith's own is compared with.

    darknet_forward.py FOLDER FILE.cfg...

writes cases: NAME.cfg and NAME.weights beside NAME.npz with random inputs in_0, N, channels, height, width, and out_0, ... of what each
[yolo] reads, or of the last section; then NETSMITH_MODEL_CASES=FOLDER test_interop_model_import tells whether it predicts the same.
Written from Darknet's sources
(AlexeyAB's fork: convolutional_layer.c, batchnorm_layer.c, maxpool_layer.c, route_layer.c, shortcut_layer.c, upsample_layer.c).
"""

import pathlib
import shutil
import sys

import numpy as np


def read_cfg(path):
    sections = []
    for line in open(path):
        line = "".join(line.split())
        if not line or line[0] in "#;":
            continue
        if line[0] == "[":
            sections.append({"type": line[1:line.index("]")].lower()})
        else:
            key, value = line.split("=", 1)
            sections[-1].setdefault(key, value)
    return sections


def activate(x, name):
    return {
        "linear": lambda: x,
        "leaky": lambda: np.where(x > 0, x, np.float32(0.1) * x),
        "relu": lambda: np.maximum(x, 0),
        "relu6": lambda: np.clip(x, 0, 6),
        "logistic": lambda: 1 / (1 + np.exp(-x)),
        "tanh": lambda: np.tanh(x),
        "swish": lambda: x / (1 + np.exp(-x)),
        "mish": lambda: x * np.tanh(np.log1p(np.exp(x))),
    }[name]()


def convolve(x, kernel, stride, padding, groups):
    n, channels, height, width = x.shape
    filters, _, size, _ = kernel.shape
    x = np.pad(x, ((0, 0), (0, 0), (padding, padding), (padding, padding)))
    rows, columns = (height + 2 * padding - size) // stride + 1, (width + 2 * padding - size) // stride + 1
    out = np.zeros((n, filters, rows, columns), np.float32)
    into, per = channels // groups, filters // groups
    depthwise = into == 1 and per == 1
    for dy in range(size):
        for dx in range(size):
            part = x[:, :, dy:dy + stride * (rows - 1) + 1:stride, dx:dx + stride * (columns - 1) + 1:stride]
            if depthwise:
                out += part * kernel[None, :, 0, dy, dx, None, None]
                continue
            for g in range(groups):
                weights = kernel[g * per:(g + 1) * per, :, dy, dx]
                out[:, g * per:(g + 1) * per] += np.einsum("oc,nchw->nohw", weights, part[:, g * into:(g + 1) * into], optimize=True)
    return out


def pool(x, size, stride, padding):
    n, channels, height, width = x.shape
    rows, columns = (height + padding - size) // stride + 1, (width + padding - size) // stride + 1
    before, room = padding // 2, size + stride
    x = np.pad(x, ((0, 0), (0, 0), (before, padding + room), (before, padding + room)), constant_values=-np.inf)
    parts = [x[:, :, dy:dy + stride * (rows - 1) + 1:stride, dx:dx + stride * (columns - 1) + 1:stride] for dy in range(size) for dx in range(size)]
    return np.max(parts, axis=0)


class Network:
    def __init__(self, cfg, weights):
        self.net, *self.sections = read_cfg(cfg)
        raw = open(weights, "rb").read()
        major, minor, _ = np.frombuffer(raw, "<i4", 3)
        self.rest = np.frombuffer(raw, "<f4", offset=12 + (8 if major * 10 + minor >= 2 else 4))
        self.kernels = {}

    def take(self, *shape):
        count = int(np.prod(shape))
        part, self.rest = self.rest[:count], self.rest[count:]
        assert len(part) == count, "the weights are too short"
        return part.reshape(shape)

    def weights_of(self, index, filters, *kernel, last=False):
        """Bias, normalisation, kernel; of connected layers the normalisation is last."""
        if index not in self.kernels:
            normalised = int(self.sections[index].get("batch_normalize", 0))
            bias = self.take(filters)
            w = self.take(filters, *kernel) if last else None
            statistics = [self.take(filters) for _ in range(3)] if normalised else None
            if not last:
                w = self.take(filters, *kernel)
            self.kernels[index] = bias, statistics, w
        return self.kernels[index]

    def finish(self, y, bias, statistics, section):
        shape = (1, -1) + (1,) * (y.ndim - 2)
        if statistics:
            gamma, mean, variance = statistics
            y = (y - mean.reshape(shape)) / np.sqrt(variance.reshape(shape) + np.float32(1e-5)) * gamma.reshape(shape)
        return activate(y + bias.reshape(shape), section.get("activation", "logistic"))

    def __call__(self, x):
        outputs, results = [], []
        for index, section in enumerate(self.sections):
            integer = lambda key, otherwise: int(section.get(key, otherwise))
            sources = lambda key: [outputs[i if i >= 0 else index + i] for i in map(int, section[key].rstrip(",").split(","))]
            kind = section["type"]
            if kind == "convolutional":
                filters, size, groups = integer("filters", 1), integer("size", 1), integer("groups", 1)
                bias, statistics, kernel = self.weights_of(index, filters, x.shape[1] // groups, size, size)
                padding = size // 2 if integer("pad", 0) else integer("padding", 0)
                x = self.finish(convolve(x, kernel, integer("stride", 1), padding, groups), bias, statistics, section)
            elif kind == "connected":
                bias, statistics, kernel = self.weights_of(index, integer("output", 1), x[0].size, last=True)
                x = self.finish(x.reshape(len(x), -1) @ kernel.T, bias, statistics, section)[:, :, None, None]
            elif kind == "maxpool":
                size = integer("size", integer("stride", 1))
                x = pool(x, size, integer("stride", 1), integer("padding", size - 1))
            elif kind == "avgpool":
                x = x.mean((2, 3), keepdims=True)
            elif kind == "upsample":
                x = x.repeat(integer("stride", 2), 2).repeat(integer("stride", 2), 3) * np.float32(section.get("scale", 1))
            elif kind == "route":
                groups, group = integer("groups", 1), integer("group_id", 0)
                x = np.concatenate([np.split(each, groups, 1)[group] for each in sources("layers")], 1)
            elif kind == "shortcut":
                x = activate(x + sum(sources("from")), section.get("activation", "linear"))
            elif kind == "scale_channels":
                x = activate(sources("from")[0] * x, section.get("activation", "linear"))
            elif kind == "softmax":
                flat = np.exp((x - x.max((1, 2, 3), keepdims=True)).reshape(len(x), -1))
                x = (flat / flat.sum(1, keepdims=True)).reshape(x.shape)
            elif kind == "yolo":
                results.append(x)
            elif kind not in ("dropout", "cost"):
                raise SystemExit(f"[{kind}] is not known")
            outputs.append(x)
        assert not len(self.rest), f"{len(self.rest)} numbers are left"
        return results or [x]


if __name__ == "__main__":
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for cfg in map(pathlib.Path, sys.argv[2:]):
        weights = cfg.with_suffix(".weights")
        network = Network(cfg, weights)
        sizes = [int(network.net[key]) for key in ("channels", "height", "width")]
        x = np.random.default_rng(1).random((2, *sizes), np.float32)
        np.savez(folder / f"{cfg.stem}.npz", in_0=x, **{f"out_{i}": y for i, y in enumerate(network(x))})
        shutil.copyfile(cfg, folder / cfg.name)
        shutil.copyfile(weights, folder / weights.name)

#!/usr/bin/env python3
"""Trains the same network with the same weights and batches in Netsmith and in PyTorch or Keras, and compares the first losses.

    parity.py --cli build/release/bin/netsmith-cli [--model mnist_mlp mnist_cnn] [--steps 50] [--precision fp32]

Trains the project with its data in order, takes the initial weights from the run's first checkpoint, trains the peer from them on
the same batches and prints the largest relative difference of the steps' losses, one JSON object a line: PyTorch with SGD; Keras
with Adam; and PyTorch in double with Keras's formula of Adam, because Keras computes 1 − β₂ᵗ in f32, which is 5e-5 off at the first
step and grows. Run it where torch, keras and numpy are installed; NETSMITH_DATA_DIR is the folder of the data.
"""
import argparse
import csv
import gzip
import json
import os
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parent.parent.parent


def mnist():
    root = Path(os.environ.get("NETSMITH_DATA_DIR", ROOT.parent / "shared/data")) / "mnist"
    with gzip.open(root / "train-images-idx3-ubyte.gz") as f:
        _, n, h, w = struct.unpack(">IIII", f.read(16))
        images = np.frombuffer(f.read(), np.uint8).reshape(n, h, w, 1)
    with gzip.open(root / "train-labels-idx1-ubyte.gz") as f:
        f.read(8)
        labels = np.frombuffer(f.read(), np.uint8).astype(np.int64)
    return (images / np.float32(255)).astype(np.float32), labels


def safetensors(path):
    content = path.read_bytes()
    size = struct.unpack("<Q", content[:8])[0]
    header = json.loads(content[8 : 8 + size])
    out = {}
    for name, entry in header.items():
        if name != "__metadata__":
            begin, end = (8 + size + offset for offset in entry["data_offsets"])
            out[name] = np.frombuffer(content[begin:end], np.float32).reshape(entry["shape"])
    return out


def ours(cli, model, optimizer, precision, steps, folder):
    """Losses of the first steps and the weights before them."""
    project = json.loads((ROOT / "projects" / model / f"{model}.netsmith").read_text())
    project["training"]["optimizer"] = optimizer
    project["data"]["shuffle"] = False
    project["training"]["keep_checkpoints"] = 100
    file = folder / "parity.netsmith"
    file.write_text(json.dumps(project))
    run = folder / "run"
    subprocess.run([cli, "train", str(file), "--run-dir", str(run), "--epochs", "1", "--precision", precision], check=True,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    with open(run / "metrics.csv") as f:
        rows = [row for row in csv.DictReader(f) if row["kind"] == "step"]
    return [float(row["loss"]) for row in rows[:steps]], safetensors(run / "checkpoints" / "000000" / "weights.safetensors")


def layers_of(weights):
    """[(kernel, bias), …] in the order of the network: convolutions first, then dense layers, each by its number."""
    nodes = sorted({name.split(".")[0] for name in weights}, key=lambda node: (node.split("_")[0], int(node.split("_")[1])))
    return [(weights[f"{node}.kernel"], weights[f"{node}.bias"]) for node in nodes]


def sgd_step(parameters, state, rate, t):
    for p in parameters:
        p -= rate * p.grad


def adam_step(parameters, state, rate, t):
    """Keras's Adam; its epsilon is outside the bias correction, unlike PyTorch's."""
    alpha = rate * (1 - 0.999**t) ** 0.5 / (1 - 0.9**t)
    for index, p in enumerate(parameters):
        m, v = state.setdefault(index, [0 * p, 0 * p])
        m += (p.grad - m) * 0.1
        v += (p.grad**2 - v) * 0.001
        p -= alpha * m / (v.sqrt() + 1e-7)


def torch_losses(layers, rate, batches, step, dtype):
    import torch
    from torch import nn

    modules, image, flat = [], (28, 28, 1), False
    for index, (kernel, bias) in enumerate(layers):
        if kernel.ndim == 4:
            layer = nn.Conv2d(kernel.shape[2], kernel.shape[3], kernel.shape[:2])
            value = kernel.transpose(3, 2, 0, 1)
            modules += [layer, nn.ReLU()]
            image = (image[0] - 2, image[1] - 2, kernel.shape[3])
            if index < 2:
                modules.append(nn.MaxPool2d(2))
                image = (image[0] // 2, image[1] // 2, image[2])
        else:
            if not flat:  # our rows count h, w, c; PyTorch's c, h, w
                modules.append(nn.Flatten())
                kernel = kernel.reshape(*image, -1).transpose(2, 0, 1, 3).reshape(kernel.shape)
                flat = True
            layer = nn.Linear(*kernel.shape)
            value = kernel.T
            modules.append(layer)
            if index + 1 < len(layers):
                modules.append(nn.ReLU())
        with torch.no_grad():
            layer.weight.copy_(torch.from_numpy(np.ascontiguousarray(value)))
            layer.bias.copy_(torch.from_numpy(bias.copy()))
    network = nn.Sequential(*modules).to(getattr(torch, dtype))
    losses, state = [], {}
    for t, (x, y) in enumerate(batches, 1):
        network.zero_grad()
        inputs = torch.from_numpy(x).permute(0, 3, 1, 2).to(getattr(torch, dtype))
        loss = nn.functional.cross_entropy(network(inputs), torch.from_numpy(y))
        loss.backward()
        with torch.no_grad():
            step(list(network.parameters()), state, rate, t)
        losses.append(loss.item())
    return losses


def keras_losses(layers, rate, batches):
    os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
    import keras
    from keras import layers as L

    body, flat = [L.Input((28, 28, 1))], False
    for index, (kernel, _) in enumerate(layers):
        if kernel.ndim == 4:
            body.append(L.Conv2D(kernel.shape[3], kernel.shape[:2], activation="relu"))
            if index < 2:
                body.append(L.MaxPooling2D())
        else:
            if not flat:
                body.append(L.Flatten())
                flat = True
            body.append(L.Dense(kernel.shape[1], "relu" if index + 1 < len(layers) else None))
    network = keras.Sequential(body)
    network.set_weights([value for pair in layers for value in pair])
    network.compile(optimizer=keras.optimizers.Adam(rate), loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True))
    return [float(network.train_on_batch(x, y)) for x, y in batches]


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--cli", default=str(ROOT / "build/release/bin/netsmith-cli"))
    p.add_argument("--model", nargs="+", default=["mnist_mlp", "mnist_cnn"])
    p.add_argument("--precision", default="fp32")
    p.add_argument("--steps", type=int, default=50)
    p.add_argument("--batch", type=int, default=32)
    a = p.parse_args()
    images, labels = mnist()
    batches = [(images[i * a.batch : (i + 1) * a.batch], labels[i * a.batch : (i + 1) * a.batch]) for i in range(a.steps)]
    sgd = {"id": "sgd", "parameters": {"learning_rate": 0.01}}
    adam = {"id": "adam", "parameters": {"learning_rate": 0.001}}
    peers = [("pytorch", sgd, lambda layers, rate: torch_losses(layers, rate, batches, sgd_step, "float32")),
             ("pytorch in double", adam, lambda layers, rate: torch_losses(layers, rate, batches, adam_step, "float64")),
             ("keras", adam, lambda layers, rate: keras_losses(layers, rate, batches))]
    for model in a.model:
        for peer, optimizer, losses_of in peers:
            with tempfile.TemporaryDirectory() as folder:
                mine, weights = ours(a.cli, model, optimizer, a.precision, a.steps, Path(folder))
            theirs = losses_of(layers_of(weights), optimizer["parameters"]["learning_rate"])
            drift = max(abs(m - t) / abs(t) for m, t in zip(mine, theirs, strict=True))
            print(json.dumps({"model": model, "peer": peer, "optimizer": optimizer["id"], "precision": a.precision, "steps": a.steps,
                              "first_loss": round(theirs[0], 6), "last_loss": round(theirs[-1], 6),
                              "max_relative_difference": float(f"{drift:.3g}")}), flush=True)


if __name__ == "__main__":
    sys.exit(main())

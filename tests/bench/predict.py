#!/usr/bin/env python3
"""Compares predictions with those of onnxruntime: the same weights, in turn, in one run.

    predict.py NETSMITH_CLI [--peers PYTHON] [--model mnist_cnn FILE.netsmith ...] [--batches 1 64] [--rounds 5] [--threads 2]

Each model is trained for no step, which gives its initial weights, and exported as ONNX. Each round runs `netsmith-cli bench --predict`
and then onnxruntime (all graph optimisations, its threads spinning as by default), each as a process of its own. Prints for every
batch the medians over the rounds: milliseconds of half of the calls, samples a second, and how many times as fast ours is (the
median of the ratios of the rounds, by latency for batches of 1 and by throughput for others), with the lowest and highest ratio; at
the end the geometric mean. --peers names a Python with onnxruntime and numpy, by default this one; tests/peers/install makes one.
"""
import argparse
import json
import math
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from reference_models import ROOT, as_peers_train, last_json, with_own_library

MODELS = ["mnist_mlp", "mnist_cnn", "cifar_vgg", "cifar_resnet", "mobilenet_small", "text_lstm", "char_lstm"]


def as_peer(path, batches, threads, seconds):
    """Prints what onnxruntime takes, as our bench does; in the peers' Python."""
    import numpy
    import onnxruntime
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_ALL
    session = onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])
    random = numpy.random.default_rng(1)
    types = {"tensor(float)": numpy.float32, "tensor(int64)": numpy.int64, "tensor(int32)": numpy.int32, "tensor(uint8)": numpy.uint8}
    for batch in batches:
        given = {}
        for one in session.get_inputs():
            shape = [batch] + [int(size) for size in one.shape[1:]]
            values = random.random(shape) if "float" in one.type else random.integers(0, 2, shape)
            given[one.name] = values.astype(types[one.type])
        warm = time.perf_counter()
        while time.perf_counter() - warm < seconds / 4:
            session.run(None, given)
        calls = []
        while sum(calls) < seconds or len(calls) < 20:
            start = time.perf_counter()
            session.run(None, given)
            calls.append(time.perf_counter() - start)
        print(json.dumps({"batch": batch, "ms_p50": 1000 * statistics.median(calls),
                          "samples_per_s": batch * len(calls) / sum(calls)}), flush=True)


def lines(command, environment):
    """What a program prints by batch; it ends this one if it fails."""
    done = subprocess.run(command, capture_output=True, text=True, env=environment)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stderr.strip()}")
    rows = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    return {row["batch"]: row for row in rows}


def prepared(a, model, folder, environment):
    """The project and its network's ONNX file."""
    project = Path(model).resolve() if model.endswith(".netsmith") else as_peers_train(model, folder)
    run = Path(folder) / "run"
    for command in ([a.cli, "train", project, "--steps", "0", "--run-dir", run, "--device", "cpu", "--json"],
                    [a.cli, "export", run, Path(folder) / "model.onnx", "--json"]):
        done = last_json([str(part) for part in command], environment)
        if "error" in done:
            sys.exit(f"{model}: {done['error']}")
    return project, Path(folder) / "model.onnx"


def compare(a, model, environment):
    """Prints a model's rows; returns its ratios."""
    ratios = []
    with tempfile.TemporaryDirectory() as folder:
        project, onnx = prepared(a, model, folder, environment)
        batches = ",".join(map(str, a.batches))
        own = [a.cli, "bench", str(project), "--predict", "--batches", batches, "--threads", str(a.threads), "--device", "cpu", "--json"]
        peer = [a.peers, __file__, "--as-peer", str(onnx), "--batches", *map(str, a.batches), "--threads", str(a.threads)]
        rounds = [(lines(own, environment), lines(peer, os.environ)) for _ in range(a.rounds)]
    for batch in a.batches:
        key = "ms_p50" if batch == 1 else "samples_per_s"
        each = [theirs[batch][key] / ours[batch][key] if batch == 1 else ours[batch][key] / theirs[batch][key]
                for ours, theirs in rounds]
        def middle(side, name):
            return statistics.median(one[side][batch][name] for one in rounds)
        print(f"{Path(model).stem:<18}{batch:>6}{middle(0, 'ms_p50'):>11.3f}{middle(1, 'ms_p50'):>11.3f}"
              f"{middle(0, 'samples_per_s'):>12.0f}{middle(1, 'samples_per_s'):>12.0f}"
              f"  {statistics.median(each):.2f}× ({min(each):.2f}–{max(each):.2f})", flush=True)
        ratios.append(statistics.median(each))
    return ratios


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("cli", nargs="?")
    p.add_argument("--peers", default=sys.executable)
    p.add_argument("--model", nargs="+", default=MODELS)
    p.add_argument("--batches", nargs="+", type=int, default=[1, 64])
    p.add_argument("--rounds", type=int, default=5)
    p.add_argument("--threads", type=int, default=2)
    p.add_argument("--as-peer", metavar="FILE.onnx", help=argparse.SUPPRESS)
    a = p.parse_args()
    if a.as_peer:
        return as_peer(a.as_peer, a.batches, a.threads, 1.0)
    if not a.cli:
        p.error("name the netsmith-cli to measure")
    environment = with_own_library(a.cli, os.environ)
    environment.setdefault("NETSMITH_DATA_DIR", str(ROOT.parent / "shared/data"))
    print(f"{'model':<18}{'batch':>6}{'our ms':>11}{'ORT ms':>11}{'our /s':>12}{'ORT /s':>12}  times as fast", flush=True)
    ratios = [ratio for model in a.model for ratio in compare(a, model, environment)]
    print(f"geometric mean: {math.exp(statistics.fmean(map(math.log, ratios))):.2f}×")


if __name__ == "__main__":
    sys.exit(main())

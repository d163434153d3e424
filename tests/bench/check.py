#!/usr/bin/env python3
"""Time and memory of `netsmith-cli check` for networks of many layers: chains of dense and ReLU layers, "plain", and of dense layers,
batch normalization, ReLU and dropout, "mixed".

    check.py --cli build/release/bin/netsmith-cli [--network plain mixed] [--layers 5000 10000 20000] [--rounds 3]

Prints medians of wall time and of processor time, and the latter per 1,000 layers, which is constant if the time is proportional to
the layers, and hardly depends on the load of the machine.
"""
import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

# The repeated layers of each network.
NETWORKS = {"plain": [("dense", {"units": 4}), ("relu", {})],
            "mixed": [("dense", {"units": 16}), ("batch_normalization", {}), ("relu", {}), ("dropout", {"rate": 0.1})]}


def project(network, layers):
    nodes = [{"id": "image", "layer": "input", "parameters": {"shape": [28, 28, 1], "field": "image"}},
             {"id": "flat", "layer": "flatten"}]
    edges = [{"from": ["image", "output"], "to": ["flat", "input"]}]

    def add(name, layer, parameters):
        edges.append({"from": [nodes[-1]["id"], "output"], "to": [name, "input"]})
        nodes.append({"id": name, "layer": layer, "parameters": parameters})

    for i in range(layers):
        add(f"layer_{i}", *network[i % len(network)])
    add("classes", "dense", {"units": 10})
    return {"netsmith": 2, "graph": {"nodes": nodes, "edges": edges}, "data": {"source": "synthetic_digits"},
            "training": {"device": "cpu"}}


def check(cli, path):
    """Seconds of wall time and of processor time, and the peak memory in MiB."""
    start = time.monotonic()
    process = subprocess.Popen([cli, "check", path], stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if status:
        sys.exit(f"{cli} check {path} failed")
    return time.monotonic() - start, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cli", required=True)
    parser.add_argument("--network", nargs="+", choices=NETWORKS, default=list(NETWORKS))
    parser.add_argument("--layers", type=int, nargs="+", default=[5000, 10000, 20000])
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    print(f"load {os.getloadavg()[0]:.2f}")
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for name in options.network:
            for layers in options.layers:
                path = Path(folder) / f"{name}_{layers}.netsmith"
                path.write_text(json.dumps(project(NETWORKS[name], layers)))
                rounds = [check(options.cli, path) for _ in range(options.rounds)]
                wall, processor, memory = (statistics.median(each) for each in zip(*rounds))
                rows.append({"network": name, "layers": layers, "seconds": wall, "processor_seconds": processor,
                             "mebibytes": memory})
                print(f"{name:6}{layers:6} layers: {wall:6.2f} s, {processor:6.2f} s of the processor, "
                      f"{1000 * processor / layers:.3f} s per 1,000, {memory:.0f} MiB", flush=True)
    print(json.dumps(rows))


if __name__ == "__main__":
    main()

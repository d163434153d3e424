#!/usr/bin/env python3
"""How long `netsmith-cli check` takes of networks of many layers, and what memory: a chain of dense and ReLU layers.

    check.py --cli build/release/bin/netsmith-cli [--layers 2000 8000 20000] [--rounds 3]

Printed are medians and the seconds per 1,000 layers, which stay the same where the time is in proportion to the layers.
"""
import argparse
import json
import os
import resource
import statistics
import subprocess
import tempfile
import time
from pathlib import Path


def project(layers):
    nodes = [{"id": "image", "layer": "input", "parameters": {"shape": [28, 28, 1], "field": "image"}},
             {"id": "flat", "layer": "flatten"}]
    edges = [{"from": ["image", "output"], "to": ["flat", "input"]}]

    def add(name, layer, parameters):
        edges.append({"from": [nodes[-1]["id"], "output"], "to": [name, "input"]})
        nodes.append({"id": name, "layer": layer, "parameters": parameters})

    for i in range(layers):
        add(f"layer_{i}", "relu" if i % 2 else "dense", {} if i % 2 else {"units": 4})
    add("classes", "dense", {"units": 10})
    return {"netsmith": 1, "graph": {"nodes": nodes, "edges": edges}, "data": {"source": "synthetic_digits"},
            "training": {"device": "cpu"}}


def seconds(cli, path):
    start = time.monotonic()
    subprocess.run([cli, "check", path], check=True, stdout=subprocess.DEVNULL)
    return time.monotonic() - start


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cli", required=True)
    parser.add_argument("--layers", type=int, nargs="+", default=[2000, 8000, 20000])
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    print(f"load {os.getloadavg()[0]:.2f}")
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for layers in options.layers:
            path = Path(folder) / f"{layers}.netsmith"
            path.write_text(json.dumps(project(layers)))
            median = statistics.median(seconds(options.cli, path) for _ in range(options.rounds))
            most = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
            rows.append({"layers": layers, "seconds": median, "mebibytes_at_most": most})
            print(f"{layers:6} layers: {median:6.2f} s, {1000 * median / layers:.3f} s per 1,000, {most:.0f} MiB at most")
    print(json.dumps(rows))


if __name__ == "__main__":
    main()

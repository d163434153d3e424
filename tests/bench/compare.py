#!/usr/bin/env python3
"""Compares Netsmith with PyTorch and Keras: training steps, in turn, in one run.

    compare.py --cli build/release/bin/netsmith-cli --python ~/peers/bin/python --peers ../shared/bench/peers.py
               [--model mnist_cnn:32 mnist_cnn:128 ...] [--mode eager compile keras] [--precision fp32] [--device cuda:0] [--rounds 3]

Each round runs ours, then each peer, then ours again (A B A B), each as a process of its own with the same batch, precision and
threads. Prints medians over the rounds in ms a step, how many times as fast as the best peer we are, and, on a CPU, what share of
the machine's fastest direct convolution our step reaches, more than all of it where Winograd's algorithm is chosen:
bench_convolution_peak measures that, if it was built beside the program. The load of the machine is printed with each row: a
comparison means nothing while something else runs.
"""
import argparse
import os
import statistics
import sys
import tempfile
from pathlib import Path

from reference_models import DEFAULT_MODELS, ROOT, STEPS, as_peers_train, bench, last_json, with_own_library


def convolution_peak(a, environment):
    """GFLOP/s of the fastest convolution on this CPU, or nothing where it can't be measured."""
    program = Path(a.cli).resolve().parent / "bench_convolution_peak"
    if a.device.startswith("cuda") or a.precision not in ("fp32", "bf16") or not program.exists():
        return None
    threads = {"OMP_NUM_THREADS": str(a.threads)} if a.threads else {}
    return last_json([program, a.precision], {**environment, **threads}).get("gflops")


def flops_of_step(a, model, batch, environment):
    with tempfile.TemporaryDirectory() as folder:
        checked = last_json([a.cli, "check", as_peers_train(model, folder), "--json"], with_own_library(a.cli, environment))
    return checked["flops_training"] * batch if "flops_training" in checked else None


def ours(a, model, batch, environment):
    with tempfile.TemporaryDirectory() as folder:
        return bench(a.cli, as_peers_train(model, folder), batch, environment, precision=a.precision, repeats=a.repeats,
                     device=a.device, threads=a.threads)


def peer(a, mode, model, batch, environment):
    command = [a.python, ROOT / "tests/bench/more_peers.py", a.peers, "steps", "--model", model, "--batch", str(batch), "--mode", mode, "--precision", a.precision,
               "--steps", str(STEPS[model]), "--repeats", str(a.repeats), "--warmup", str(min(30, STEPS[model]))]
    if a.device:
        command += ["--device", a.device.split(":")[0]]
    if a.threads:
        command += ["--threads", str(a.threads)]
    return last_json(command, environment)


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--cli", default=str(ROOT / "build/release/bin/netsmith-cli"))
    p.add_argument("--python", default=str(Path.home() / "peers/bin/python"))
    p.add_argument("--peers", default=str(ROOT.parent / "shared/bench/peers.py"))
    p.add_argument("--model", nargs="+", default=DEFAULT_MODELS, help="name:batch")
    p.add_argument("--mode", nargs="+", default=["eager", "compile", "keras"])
    p.add_argument("--precision", default="fp32")
    p.add_argument("--device", default="", help="cpu, cuda:0; both sides choose for themselves without it")
    p.add_argument("--rounds", type=int, default=3)
    p.add_argument("--repeats", type=int, default=5)
    p.add_argument("--threads", type=int, default=0)
    a = p.parse_args()
    environment = dict(os.environ)
    environment.setdefault("NETSMITH_DATA_DIR", str(ROOT.parent / "shared/data"))

    fastest = convolution_peak(a, environment)
    if fastest:
        print(f"the fastest convolution here: {fastest:.0f} GFLOP/s", flush=True)
    print(f"{'model':<18}{'batch':>6}{'ours ms':>10}" + "".join(f"{mode:>10}" for mode in a.mode)
          + f"{'ratio':>8}{'of peak':>9}{'MiB':>7}{'load':>6}", flush=True)
    failed = False
    for row in a.model:
        model, batch = row.split(":")
        load = os.getloadavg()[0]
        mine, theirs, peak, notes = [], {mode: [] for mode in a.mode}, 0, set()
        for _ in range(a.rounds):
            for mode in a.mode:
                result = ours(a, model, int(batch), environment)
                if "error" in result:
                    notes.add(f"ours: {result['error']}")
                else:
                    mine.append(result["ms_step"])
                    peak = max(peak, result.get("peak_bytes", 0))
                result = peer(a, mode, model, int(batch), environment)
                if "error" in result:
                    notes.add(f"{mode}: {result['error']}")
                else:
                    theirs[mode].append(result["ms_step"])
        medians = {mode: statistics.median(times) for mode, times in theirs.items() if times}
        if not mine or not medians:
            failed = True
            print(f"{model:<18}{batch:>6}  no figure", *sorted(notes), sep="\n    ", flush=True)
            continue
        own, best = statistics.median(mine), min(medians.values())
        cells = "".join(f"{medians[mode]:>10.3f}" if mode in medians else f"{'–':>10}" for mode in a.mode)
        flops = flops_of_step(a, model, int(batch), environment) if fastest else None
        share = f"{flops / (own * 1e6) / fastest:>8.0%}" if flops else f"{'–':>8}"
        print(f"{model:<18}{batch:>6}{own:>10.3f}{cells}{best / own:>7.2f}×{share} {peak / 2**20:>7.0f}{load:>6.1f}", flush=True)
        for note in sorted(notes):
            print(f"    {note}", flush=True)
    return failed


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""Whether the profiler's advice holds, and what it costs.

    tests/bench/profiler.py [--cli build/ci/bin/netsmith-cli] [--projects projects]

Plants what makes a training slow, profiles it, follows the advice that comes first and profiles again: how much of the promised
time was saved. Then the sums of the kernels and the cost of timing them, beside a step as training takes it.
"""

import argparse
import json
import pathlib
import subprocess

PLANTED = [  # slowness, project, what slows it, what the advice changes
    ("small_batch", "mnist_mlp", ["--batch", "2"], None),
    ("small_batch", "mnist_cnn", ["--batch", "1"], None),
    ("few_threads", "mnist_cnn", ["--threads", "1"], []),
    ("no_fusion", "mnist_cnn", ["--no-fusion"], []),
    ("no_fusion", "mnist_residual", ["--no-fusion"], []),
    ("single_precision", "mnist_cnn", ["--batch", "128", "--precision", "fp32"], ["--batch", "128", "--precision", "bf16"]),
]
PROFILED = ["mnist_mlp", "mnist_cnn", "mnist_residual", "row_lstm", "text_lstm", "char_lstm"]


def profile(arguments, project, options):
    path = arguments.projects / project / f"{project}.netsmith"
    command = [arguments.cli, "profile", str(path), "--device", "cpu", "--steps", "40", "--json", *options]
    lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
    events = [json.loads(line) for line in lines]
    whole = next(event for event in events if event["event"] == "profile")
    return whole, [event for event in events if event["event"] == "advice"]


def settings_of(advice):
    return [word for setting in advice["settings"] or [] for word in ("--set", setting)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cli", default="build/ci/bin/netsmith-cli")
    parser.add_argument("--projects", type=pathlib.Path, default=pathlib.Path("projects"))
    arguments = parser.parse_args()

    print("| planted | project | first advice | epoch before | promised | after | saved / promised |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for slowness, project, slow, mended in PLANTED:
        before, advice = profile(arguments, project, slow)
        first = advice[0] if advice else None
        name = first["slowness"] if first else "none"
        row = f"| {slowness} ({' '.join(slow)}) | {project} | {name} | {before['epoch_s']:.2f} s |"
        if name != slowness:
            print(row + " | | |")
            continue
        options = mended if mended is not None else settings_of(first)
        after, _ = profile(arguments, project, options + ["--no-advice"])
        saved = before["epoch_s"] - after["epoch_s"]
        promised = first["saves_s_per_epoch"]
        print(row + f" −{promised:.2f} s | {after['epoch_s']:.2f} s | {saved / promised:.2f} |")

    print("\n| project | step | its kernels | kernels / step | kernel by kernel / step |")
    print("| --- | --- | --- | --- | --- |")
    for project in PROFILED:
        whole, _ = profile(arguments, project, ["--no-advice"])
        step = whole["timed_step_ms"]
        print(f"| {project} | {step:.3f} ms | {whole['kernels_ms']:.3f} ms | {whole['kernels_ms'] / step:.3f} "
              f"| {whole['kernel_by_kernel_ms'] / step:.3f} |")


if __name__ == "__main__":
    main()

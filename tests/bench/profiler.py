#!/usr/bin/env python3
"""Whether the profiler's advice holds, and what it costs.

    tests/bench/profiler.py [--cli build/ci/bin/netsmith-cli] [--projects projects]

Plants what makes a training slow, profiles it, follows the advice that comes first and profiles again: how much of the promised
time was saved. Then the sums of the kernels and the cost of timing them, beside a step as training takes it.
"""

import argparse
import json
import os
import pathlib
import struct
import subprocess
import tempfile
import zlib

PLANTED = [  # slowness, project, what slows it; in BF16, where a processor that is faster in it would name nothing else first
    ("loading", "pictures", ["--batch", "128", "--precision", "bf16", "--data-placement", "parts"]),
    ("decoding", "pictures", ["--batch", "128", "--precision", "bf16", "--set", "data.source.cache=false"]),
    ("small_batch", "mnist_mlp", ["--batch", "2"]),
    ("small_batch", "mnist_cnn", ["--batch", "1"]),
    ("few_threads", "mnist_cnn", ["--precision", "bf16", "--threads", "1"]),
    ("no_fusion", "mnist_cnn", ["--precision", "bf16", "--no-fusion"]),
    ("no_fusion", "mnist_residual", ["--precision", "bf16", "--no-fusion"]),
    ("single_precision", "mnist_cnn", ["--batch", "128", "--precision", "fp32"]),
]
PROFILED = ["mnist_mlp", "mnist_cnn", "mnist_residual", "row_lstm", "text_lstm", "char_lstm"]
SIDE, PICTURES = 96, 4000  # 110 MB


def png(pixels):
    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
    row = 3 * SIDE
    rows = b"".join(b"\0" + pixels[i * row:(i + 1) * row] for i in range(SIDE))
    header = struct.pack(">IIBBBBB", SIDE, SIDE, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows, 1)) + chunk(b"IEND", b"")


def make_pictures(projects, folder):
    """A project whose samples are large and whose network is small: noise in two classes."""
    for i in range(PICTURES):
        place = folder / "photos" / "ab"[i % 2]
        place.mkdir(parents=True, exist_ok=True)
        (place / f"{i}.png").write_bytes(png(os.urandom(3 * SIDE * SIDE)))
    project = json.loads((projects / "mnist_mlp" / "mnist_mlp.netsmith").read_text())
    nodes = {node["id"]: node for node in project["graph"]["nodes"]}
    nodes["input_1"]["parameters"]["shape"] = [SIDE, SIDE, 3]
    nodes["dense_1"]["parameters"]["units"] = 4
    nodes["dense_2"]["parameters"]["units"] = 2
    project["data"] = {"source": "image_folder", "path": str(folder / "photos"), "validation": "none"}
    project["training"]["epochs"] = 3
    path = folder / "pictures.netsmith"
    path.write_text(json.dumps(project))
    return path


def profile(arguments, path, options):
    command = [arguments.cli, "profile", str(path), "--device", "cpu", "--steps", "40", "--json", *options]
    lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
    events = [json.loads(line) for line in lines]
    whole = next(event for event in events if event["event"] == "profile")
    return whole, [event for event in events if event["event"] == "advice"]


def followed(advice, options):
    """The options with what the advice says in place of what slows."""
    options = list(options)
    for setting in advice["settings"] or []:
        options += ["--set", setting]
        name = {"training.batch": "--batch", "training.precision": "--precision"}.get(setting.split("=")[0])
        if name in options:
            del options[options.index(name):options.index(name) + 2]
    if advice["option"]:
        name, *value = advice["option"].split()
        if name in options:
            takes = 1 if name == "--no-fusion" else 2
            del options[options.index(name):options.index(name) + takes]
        if not advice["leave_out"]:
            options += [name, *value]
    return options


def epoch(profile, slowness, epochs):
    """Seconds of an epoch, with its part of reading the set where that is what is saved."""
    return profile["epoch_s"] + (profile["reading_s"] / epochs if slowness == "decoding" else 0.0)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cli", default="build/ci/bin/netsmith-cli")
    parser.add_argument("--projects", type=pathlib.Path, default=pathlib.Path("projects"))
    parser.add_argument("--planted", action="store_true", help="only what is planted")
    arguments = parser.parse_args()

    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_CACHE_HOME"] = folder + "/cache"
        show_planted(arguments, make_pictures(arguments.projects, pathlib.Path(folder)))
    if not arguments.planted:
        show_profiled(arguments)


def path_of(arguments, project, pictures):
    return pictures if project == "pictures" else arguments.projects / project / f"{project}.netsmith"


def show_planted(arguments, pictures):
    profile(arguments, pictures, ["--no-advice"])  # which decodes them for the cache, and measures the device
    print("| planted | project | first advice | epoch before | promised | after | saved / promised |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for slowness, project, slow in PLANTED:
        path = path_of(arguments, project, pictures)
        epochs = json.loads(path.read_text())["training"]["epochs"]
        before, advice = profile(arguments, path, slow)
        first = advice[0] if advice else None
        name = first["slowness"] if first else "none"
        start = epoch(before, slowness, epochs)
        row = f"| {slowness} ({' '.join(slow)}) | {project} | {name} | {start:.2f} s |"
        if name != slowness:
            print(row + " | | |", flush=True)
            continue
        options = followed(first, slow) + ["--no-advice"]
        after = epoch(profile(arguments, path, options)[0], slowness, epochs)
        promised = first["saves_s_per_epoch"]
        print(row + f" −{promised:.2f} s | {after:.2f} s | {(start - after) / promised:.2f} |", flush=True)


def show_profiled(arguments):
    print("\n| project | step | its kernels | kernels / step | kernel by kernel / step |")
    print("| --- | --- | --- | --- | --- |")
    for project in PROFILED:
        whole, _ = profile(arguments, path_of(arguments, project, None), ["--no-advice"])
        step = whole["timed_step_ms"]
        print(f"| {project} | {step:.3f} ms | {whole['kernels_ms']:.3f} ms | {whole['kernels_ms'] / step:.3f} "
              f"| {whole['kernel_by_kernel_ms'] / step:.3f} |")


if __name__ == "__main__":
    main()

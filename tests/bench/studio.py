#!/usr/bin/env python3
"""The studio's figures: the time to its first window, its memory, its cost for training, and how fast it stops.

    studio.py --build build/release [--project projects/mnist_cnn/mnist_cnn.netsmith] [--platform offscreen] [--starts 10]
              [--rounds 4] [--epochs 1] [--lock FILE] [--only start memory cost stop]

- start: from the start of the process to the first painting of the window, the median; warm, then cold if the system's cache can be
  dropped (root).
- memory: RSS and PSS three seconds later, on the start page and with the project open.
- cost: samples a second in the window compared with `netsmith-cli train`, in turn (A B B A), each a run of its own.
- stop: from the Stop action to the state "stopped" (`cmake --build BUILD --target bench_stop_latency`).

Prints a table, and the numbers as JSON in the last line. `--lock` holds a file's lock while it measures, so that no other program
that honours it runs. Only figures of an idle machine are meaningful.
"""
import argparse
import contextlib
import fcntl
import json
import os
import select
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
TARGETS = {"visible_warm_ms": 1000, "idle_rss_mb": 150, "cost_percent": 8, "stop_p95_ms": 100}


def environment(a, home):
    env = dict(os.environ, QT_QPA_PLATFORM=a.platform, NETSMITH_TRACE_START="1", HOME=home)
    for name in ("CONFIG_HOME", "DATA_HOME", "CACHE_HOME", "RUNTIME_DIR"):
        folder = Path(home) / name.lower()
        folder.mkdir(mode=0o700, exist_ok=True)
        env["XDG_" + name] = str(folder)
    return env


@contextlib.contextmanager
def studio(a, *arguments):
    """Starts a studio and waits for its window; returns both and the time."""
    with tempfile.TemporaryDirectory() as home:
        began = time.monotonic()
        process = subprocess.Popen([a.build / "bin/netsmith", *arguments], env=environment(a, home), stdout=subprocess.PIPE,
                                   stderr=subprocess.DEVNULL)
        try:
            if not select.select([process.stdout], [], [], 60)[0] or process.stdout.readline().strip() != b"visible":
                sys.exit("the window does not appear")
            yield process, (time.monotonic() - began) * 1000
        finally:
            process.kill()
            process.wait()


def starts(a, cold):
    times = []
    for _ in range(a.starts):
        if cold:
            os.sync()
            Path("/proc/sys/vm/drop_caches").write_text("3\n")
        with studio(a) as (_, milliseconds):
            times.append(milliseconds)
    return times


def start(a, out):
    with studio(a):
        pass  # the first start fills the system's cache
    warm = starts(a, cold=False)
    out["visible_warm_ms"] = round(statistics.median(warm))
    out["visible_warm_ms_all"] = [round(t) for t in warm]
    try:
        out["visible_cold_ms"] = round(statistics.median(starts(a, cold=True)))
    except OSError:
        out["visible_cold_ms"] = None


def memory_of(process):
    rows = dict(line.split(":") for line in Path(f"/proc/{process.pid}/smaps_rollup").read_text().splitlines()[1:])
    return {name: round(int(rows[name.capitalize()].split()[0]) / 1024, 1) for name in ("rss", "pss")}


def memory(a, out):
    for name, arguments in (("start page", []), ("project open", [str(a.project)])):
        with studio(a, *arguments) as (process, _):
            time.sleep(3)
            out[f"memory of the {name}, MB"] = memory_of(process)
    out["idle_rss_mb"] = max(out[f"memory of the {name}, MB"]["rss"] for name in ("start page", "project open"))


def samples_per_second(run):
    summary = json.loads((run / "run.json").read_text())["summary"]
    project = json.loads((run / "project.netsmith").read_text())
    return summary["steps"] * project["training"]["batch"] / summary["seconds"]


def train(a, windowed):
    """Samples a second of one run, including validation and checkpoints."""
    with tempfile.TemporaryDirectory() as home:
        project = Path(home) / "bench.netsmith"
        settings = json.loads(a.project.read_text())
        settings["training"]["epochs"] = a.epochs
        project.write_text(json.dumps(settings))
        command = ([a.build / "bin/netsmith", project, "--new-instance", "--run", "--quit-when-done"] if windowed else
                   [a.build / "bin/netsmith-cli", "train", project])
        done = subprocess.run(command, env=environment(a, home), capture_output=True, text=True)
        runs = list((Path(home) / "runs").iterdir()) if (Path(home) / "runs").exists() else []
        if done.returncode or len(runs) != 1:
            sys.exit(f"{command[0]} does not train: {done.stderr[-500:]}")
        return samples_per_second(runs[0])


def cost(a, out):
    pairs = []
    for i in range(a.rounds):
        order = (True, False) if i % 2 == 0 else (False, True)
        speeds = {windowed: train(a, windowed) for windowed in order}
        pairs.append((speeds[True], speeds[False]))
    out["samples_per_second_window"] = round(statistics.median(p[0] for p in pairs))
    out["samples_per_second_cli"] = round(statistics.median(p[1] for p in pairs))
    out["rounds"] = [[round(x) for x in p] for p in pairs]
    out["cost_percent"] = round((1 - statistics.median(p[0] / p[1] for p in pairs)) * 100, 1)


def stop(a, out):
    with tempfile.TemporaryDirectory() as home:
        done = subprocess.run([a.build / "bin/bench_stop_latency", a.project, "20"], env=environment(a, home),
                              capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"bench_stop_latency: {done.stderr[-500:]}")
    numbers = json.loads(done.stdout.splitlines()[-1])
    out.update({f"stop_{name}_ms": round(numbers[name], 1) for name in ("p50", "p95", "max")})


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--build", type=Path, default=ROOT / "build/release")
    p.add_argument("--project", type=Path, default=ROOT / "projects/mnist_cnn/mnist_cnn.netsmith")
    p.add_argument("--platform", default="offscreen")
    p.add_argument("--starts", type=int, default=10)
    p.add_argument("--rounds", type=int, default=4)
    p.add_argument("--epochs", type=int, default=1)
    p.add_argument("--lock", type=Path)
    p.add_argument("--only", nargs="+", choices=["start", "memory", "cost", "stop"], default=["start", "memory", "cost", "stop"])
    a = p.parse_args()
    a.build, a.project = a.build.resolve(), a.project.resolve()
    out = {"platform": a.platform, "processors": os.cpu_count()}
    for name in a.only:
        with contextlib.ExitStack() as stack:
            if a.lock:
                fcntl.flock(stack.enter_context(a.lock.open("w")), fcntl.LOCK_EX)
            out[f"load_before_{name}"] = os.getloadavg()[0]
            {"start": start, "memory": memory, "cost": cost, "stop": stop}[name](a, out)
    for name, value in out.items():
        target = TARGETS.get(name)
        verdict = "" if target is None else f"  (target < {target}: {'met' if value < target else 'MISSED'})"
        print(f"{name:32} {value}{verdict}")
    print(json.dumps(out))


if __name__ == "__main__":
    main()

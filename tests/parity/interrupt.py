#!/usr/bin/env python3
"""Checks that runs stopped at random moments and resumed give the same bytes as one that was never interrupted.

    interrupt.py --cli build/release/bin/netsmith-cli [--job mnist_mlp:2 mnist_cnn:1] [--stops 20] [--seed N] [--keep FOLDER]

Trains each project (name:epochs) once undisturbed, then again and again, each run being sent SIGINT, SIGTERM or SIGKILL one to three
times at a random step, and resumed: a signal leaves a checkpoint of the very step, a kill the last one before it.
Compared with the undisturbed run are metrics.csv and the last checkpoint's weights.safetensors, optimizer.safetensors and state.json.
Prints a row for each run and ends with exit code 1 if a byte differs, a stop leaves the wrong exit code, or a resumed run fails.
Needs only Python; NETSMITH_DATA_DIR is the folder of the data.
"""
import argparse
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
SIGNALS = [signal.SIGINT, signal.SIGTERM, signal.SIGKILL]
COMPARED = ["weights.safetensors", "optimizer.safetensors", "state.json"]


class Failure(Exception):
    pass


class Job:
    """One project and its undisturbed run."""

    def __init__(self, cli, name, epochs, folder):
        self.cli, self.name, self.epochs, self.folder = cli, name, epochs, folder
        self.project = ROOT / "projects" / name / f"{name}.netsmith"
        whole = folder / f"{name}-undisturbed"
        with self.start(["--run-dir", str(whole)]) as process:
            start = self.begun(process)
            self.finish(process, [0])
        self.steps = start["steps_per_epoch"] * epochs
        self.expected = self.contents(whole)

    def start(self, arguments):
        command = [self.cli, "train", str(self.project), "--epochs", str(self.epochs), "--json", *arguments]
        return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def begun(self, process):
        """The start event; from now on the process computes, and its output is read so that it does not wait for a full pipe."""
        line = process.stdout.readline()
        self.target, self.reached = None, threading.Event()
        self.reader = threading.Thread(target=self.read, args=[process.stdout])
        self.reader.start()
        if not line:
            self.finish(process, [])
        return json.loads(line)

    def read(self, stream):
        for line in stream:
            if self.target is not None and json.loads(line).get("step", 0) >= self.target:
                self.reached.set()
        self.reached.set()

    def finish(self, process, expected):
        err = process.stderr.read().strip()
        self.reader.join()
        if process.wait() not in expected:
            raise Failure(f"exit code {process.returncode}, expected {expected}: {err}")
        return process.returncode

    def contents(self, run):
        """The files that must be the same however often it was interrupted, by name."""
        last = sorted((run / "checkpoints").iterdir())[-1]
        return {"metrics.csv": (run / "metrics.csv").read_bytes(), "last checkpoint": last.name.encode(),
                **{name: (last / name).read_bytes() for name in COMPARED}}

    def disturb(self, run, stops, chance):
        """Trains into `run`, stopped up to `stops` times; returns what was sent and the step each resumption went on from."""
        sent, arguments, pending = [], ["--run-dir", str(run)], None
        while True:
            with self.start(arguments) as process:
                step = self.begun(process)["step"]
                if pending:
                    sent.append(f"{pending.name[3:]} {step}")
                if len(sent) == stops:
                    self.finish(process, [0])
                    return sent
                pending = chance.choice(SIGNALS)
                self.target = chance.randint(step, self.steps - 1)
                self.reached.wait()  # reported after every launch of many steps, so anywhere in the next one
                time.sleep(chance.uniform(0.0, 0.05))
                process.send_signal(pending)  # does nothing if it has already ended
                if self.finish(process, [0, -pending if pending == signal.SIGKILL else 128 + pending]) == 0:
                    return sent  # it was faster than the signal
            arguments = ["--resume", str(run)]


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--cli", default=str(ROOT / "build/release/bin/netsmith-cli"))
    p.add_argument("--job", nargs="+", default=["mnist_mlp:2", "mnist_cnn:1"], help="project:epochs")
    p.add_argument("--stops", type=int, default=20, help="total of all jobs")
    p.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10**6))
    p.add_argument("--keep", help="the folder in which to keep the runs")
    a = p.parse_args()
    os.environ.setdefault("NETSMITH_DATA_DIR", str(ROOT.parent / "shared/data"))
    chance = random.Random(a.seed)
    failed = False
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(a.keep or temporary)
        jobs = [Job(a.cli, name, int(epochs), folder) for name, epochs in (job.split(":") for job in a.job)]
        print(f"seed {a.seed}: " + ", ".join(f"{job.name} of {job.steps} steps" for job in jobs))
        print(f"{'project':<12}{'stopped at (signal, step resumed from)':<48}result", flush=True)
        done, number = 0, 0
        while done < a.stops and number < 5 * a.stops:
            job = jobs[number % len(jobs)]
            number += 1
            run = folder / f"{job.name}-{number}"
            sent = []
            try:
                sent = job.disturb(run, min(chance.randint(1, 3), a.stops - done), chance)
                if not sent:
                    continue
                got = job.contents(run)
                different = [name for name in job.expected if got[name] != job.expected[name]]
                result = "differs: " + ", ".join(different) if different else "same bytes"
            except Failure as failure:
                different, result = True, str(failure)
            failed = failed or bool(different)
            done += max(1, len(sent))
            print(f"{job.name:<12}{', '.join(sent):<48}{result}", flush=True)
    failed = failed or done < a.stops
    print(f"{done} stops in {number} runs: {'FAILED' if failed else 'all as if never interrupted'}")
    return failed


if __name__ == "__main__":
    sys.exit(main())

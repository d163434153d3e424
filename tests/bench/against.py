#!/usr/bin/env python3
"""Compares two builds of Netsmith: training steps of the reference models, in turn, in one run.

    against.py OLD NEW [--model mnist_cnn:32 mnist_cnn:128 ...] [--precision fp32] [--rounds 7] [--repeats 5] [--at-least 0.98]

OLD and NEW are netsmith-cli programs. Each round runs the old one, the new one and the old one again, each as a process of its own.
Prints medians over the rounds in ms a step, how many times as fast the new one is (the median of the ratios of the rounds), and the
same for the old one against itself, with the lowest and highest ratio of each: differences within that noise mean nothing. The exit
code is 1 if a model is slower than --at-least by more than the old one is slower than itself.
"""
import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from reference_models import DEFAULT_MODELS, ROOT, as_peers_train, bench, with_own_library
from renamed import Format


def span(ratios):
    return f"{statistics.median(ratios):.3f}× ({min(ratios):.3f}–{max(ratios):.3f})"


def in_words_of(cli, project, environment):
    """The project file in the format of a build, which may differ."""
    schema = subprocess.run([cli, "schema"], check=True, capture_output=True, text=True, env=with_own_library(cli, environment)).stdout
    path = Path(tempfile.mkdtemp(dir=project.parent)) / project.name
    path.write_text(json.dumps(Format(json.loads(schema)).spoken(json.loads(project.read_text()))))
    return path


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("old")
    p.add_argument("new")
    p.add_argument("--model", nargs="+", default=DEFAULT_MODELS, help="name:batch")
    p.add_argument("--precision", default="fp32")
    p.add_argument("--device", default="")
    p.add_argument("--rounds", type=int, default=7)
    p.add_argument("--repeats", type=int, default=5)
    p.add_argument("--threads", type=int, default=0)
    p.add_argument("--at-least", type=float, default=0.98)
    a = p.parse_args()
    environment = dict(os.environ)
    environment.setdefault("NETSMITH_DATA_DIR", str(ROOT.parent / "shared/data"))

    print(f"{'model':<14}{'batch':>6}{'old ms':>10}{'new ms':>10}  {'old/new':<24}{'old/old':<24}load", flush=True)
    failed = False
    for row in a.model:
        model, batch = row.split(":")
        load = os.getloadavg()[0]
        rounds, notes = [], set()
        with tempfile.TemporaryDirectory() as folder:
            project = as_peers_train(model, folder)
            spoken = {cli: in_words_of(cli, project, environment) for cli in {a.old, a.new}}
            for _ in range(a.rounds):
                results = [bench(cli, spoken[cli], int(batch), environment, precision=a.precision, repeats=a.repeats, device=a.device,
                                 threads=a.threads) for cli in (a.old, a.new, a.old)]
                notes |= {result["error"] for result in results if "error" in result}
                if all("ms_step" in result for result in results):
                    rounds.append([result["ms_step"] for result in results])
        if not rounds:
            failed = True
            print(f"{model:<14}{batch:>6}  no figure", *sorted(notes), sep="\n    ", flush=True)
            continue
        faster = [(before + after) / 2 / new for before, new, after in rounds]
        noise = [before / after for before, _, after in rounds]
        print(f"{model:<14}{batch:>6}{statistics.median(before for before, _, _ in rounds):>10.3f}"
              f"{statistics.median(new for _, new, _ in rounds):>10.3f}  {span(faster):<24}{span(noise):<24}{load:.1f}", flush=True)
        for note in sorted(notes):
            print(f"    {note}", flush=True)
        failed |= statistics.median(faster) < a.at_least - abs(1 - statistics.median(noise))
    return failed


if __name__ == "__main__":
    sys.exit(main())

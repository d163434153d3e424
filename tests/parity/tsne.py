#!/usr/bin/env python3
"""Our t-SNE beside openTSNE's: the divergence of both from the same samples, computed exactly, over all pairs.

    tsne.py build/ci/bin/bench_embeddings [ARRAY.npy …]

Run it where openTSNE is installed (1.0.4 was). Without arrays it compares scikit-learn's digits, random groups and random numbers. It
fails if one of our divergences is more than 1.02 times openTSNE's.
"""
import argparse
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
from openTSNE import TSNE
from sklearn.datasets import load_digits
from sklearn.decomposition import PCA

ALLOWED = 1.02


def similarities(samples, perplexity):
    """The symmetric similarities of all pairs, each row's width found by bisection."""
    squares = (samples ** 2).sum(1)
    distances = np.maximum(squares[:, None] + squares[None, :] - 2.0 * samples @ samples.T, 0.0)
    np.fill_diagonal(distances, np.inf)
    distances -= distances.min(1, keepdims=True)
    low, high = np.zeros(len(samples)), np.full(len(samples), np.inf)
    precision = np.ones(len(samples))
    finite = np.where(np.isinf(distances), 0.0, distances)
    for _ in range(80):
        p = np.exp(-precision[:, None] * distances)
        total = p.sum(1)
        entropy = np.log(total) + precision * (p * finite).sum(1) / total
        wide = entropy > np.log(perplexity)
        low, high = np.where(wide, precision, low), np.where(wide, high, precision)
        precision = np.where(np.isinf(high), 2.0 * precision, 0.5 * (low + high))
    p = np.exp(-precision[:, None] * distances)
    p /= p.sum(1, keepdims=True)
    return (p + p.T) / (2.0 * len(samples))


def divergence(p, places):
    squares = (places ** 2).sum(1)
    w = 1.0 / (1.0 + np.maximum(squares[:, None] + squares[None, :] - 2.0 * places @ places.T, 0.0))
    np.fill_diagonal(w, 0.0)
    q = w / w.sum()
    some = p > 0.0
    return float((p[some] * np.log(p[some] / q[some])).sum())


def ours(program, samples, perplexity):
    with tempfile.TemporaryDirectory() as folder:
        given, made = Path(folder) / "in.npy", Path(folder) / "out.npy"
        np.save(given, np.ascontiguousarray(samples, np.float32))
        subprocess.run([program, given, made, str(perplexity)], check=True, stdout=subprocess.DEVNULL)
        return np.load(made).astype(np.float64)


def cases(paths):
    for path in paths:
        yield Path(path).name, np.load(path).reshape(len(np.load(path)), -1), 30
    if paths:
        return
    random = np.random.default_rng(1)
    digits = load_digits().data
    yield "digits", digits, 30
    yield "digits, perplexity 5", digits, 5
    yield "digits, perplexity 100", digits, 100
    centres = random.normal(size=(10, 20)) * 3.0
    yield "groups", centres[random.integers(0, 10, 3000)] + random.normal(size=(3000, 20)), 30
    yield "one cloud", random.normal(size=(1500, 8)), 30


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("program")
    p.add_argument("arrays", nargs="*")
    arguments = p.parse_args()
    failed = False
    for name, samples, perplexity in cases(arguments.arrays):
        samples = samples.astype(np.float32).astype(np.float64)
        if samples.shape[1] > 50:
            samples = PCA(50, random_state=0).fit_transform(samples).astype(np.float32).astype(np.float64)
        exact = similarities(samples, perplexity)
        start = time.process_time()
        places = TSNE(perplexity=perplexity, random_state=0, n_jobs=2, neighbors="exact").fit(samples)
        theirs = divergence(exact, np.asarray(places)), time.process_time() - start
        own = divergence(exact, ours(arguments.program, samples, perplexity))
        ratio = own / theirs[0]
        failed |= ratio > ALLOWED
        print(f"{name}: {len(samples)} × {samples.shape[1]}: ours {own:.4f}, openTSNE {theirs[0]:.4f}, ratio {ratio:.4f}", flush=True)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""scikit-learn's metrics for a few numbers: the cases in sklearn_metrics.json that the tests of losses read.

    sklearn_metrics.py [--out tests/fixtures/parity/losses/sklearn_metrics.json]

Run it where scikit-learn is installed (1.9.1 wrote the file); its numbers come from fixed seeds, so that a second run writes the same
file. The format is that of losses.py's metrics.json.
"""
import argparse
import json
from pathlib import Path

import numpy as np
from sklearn import metrics

ROOT = Path(__file__).resolve().parent.parent.parent
random = np.random.default_rng(11)
OF_CLASSES = {"balanced_accuracy": metrics.balanced_accuracy_score, "cohen_kappa": metrics.cohen_kappa_score,
              "matthews_correlation": metrics.matthews_corrcoef}


def rounded(values):
    """Numbers that are exact in a float, so that every backend starts from the same ones."""
    return np.round(np.asarray(values) * 256.0) / 256.0


def array(values):
    values = np.asarray(values)
    return {"shape": list(values.shape), "type": "i32" if values.dtype == np.int32 else "f32", "values": values.ravel().tolist()}


def case(name, value, batches, activation="none", **parameters):
    return {"metric": name, "parameters": parameters, "activation": activation,
            "batches": [{"x": array(x), "target": array(target)} for x, target in batches], "value": float(value)}


def joined(batches):
    return np.concatenate([x for x, _ in batches]), np.concatenate([target for _, target in batches])


def answers(share, *shape):
    return (random.uniform(size=shape) < share).astype(np.int32)


def cases():
    for share in (0.5, 0.1):
        yes = [(rounded(random.normal(0.0, 1.5, (n, 1))), answers(share, n, 1)) for n in (40, 9)]
        x, target = joined(yes)
        for threshold in (0.5, 0.3):
            said = 1.0 / (1.0 + np.exp(-x)) > threshold
            for name, score in OF_CLASSES.items():
                yield case(name, score(target.ravel(), said.ravel()), yes, "sigmoid", threshold=threshold)
    for classes, there in ((4, 4), (4, 3), (3, 1)):  # the last class, or all but one, may have no sample
        rows = [(rounded(random.normal(0.0, 1.5, (n, classes))), random.integers(0, there, n).astype(np.int32)) for n in (40, 9)]
        x, target = joined(rows)
        for name, score in OF_CLASSES.items():
            value = score(target, x.argmax(-1))
            yield case(name, 0.0 if np.isnan(value) else value, rows, "softmax")
    numbers = [(rounded(random.normal(0.0, 2.0, (n, 3))), rounded(random.normal(3.0, 2.0, (n, 3)))) for n in (12, 5)]
    numbers = [(x, np.where(target == 0.0, 1.0, target)) for x, target in numbers]
    x, target = joined(numbers)
    yield case("mean_absolute_percentage_error", metrics.mean_absolute_percentage_error(target, x), numbers)
    yield case("mean_absolute_error", metrics.mean_absolute_error(target, x), numbers)
    yield case("root_mean_squared_error", metrics.root_mean_squared_error(target.ravel(), x.ravel()), numbers)
    yield case("r2_score", metrics.r2_score(target, x), numbers)


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--out", type=Path, default=ROOT / "tests/fixtures/parity/losses/sklearn_metrics.json")
    out = p.parse_args().out
    lines = [json.dumps(each) for each in cases()]
    out.write_text("[\n" + ",\n".join(lines) + "\n]\n")
    print(f"{out}: {len(lines)} cases")


if __name__ == "__main__":
    main()

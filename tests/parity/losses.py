#!/usr/bin/env python3
"""Keras's losses and metrics for a few numbers, in double: the fixtures that the tests of losses read.

    KERAS_BACKEND=torch losses.py [--out tests/fixtures/parity/losses]

Each loss is a case in losses.json: numbers x that go through an activation or none, a target, the parameters by our names, the loss
and its gradient with respect to x. Each metric is a case in metrics.json: two batches and the value after both. Run it where torch,
keras and numpy are installed; its numbers come from fixed seeds, so that a second run writes the same files.
"""
import argparse
import json
import os
from pathlib import Path

os.environ.setdefault("KERAS_BACKEND", "torch")
import keras
import numpy as np
import torch

ROOT = Path(__file__).resolve().parent.parent.parent
keras.config.set_floatx("float64")
ACTIVATIONS = {"none": lambda x: x, "sigmoid": torch.sigmoid, "softmax": lambda x: torch.softmax(x, -1)}
random = np.random.default_rng(7)


def rounded(values):
    """Numbers that are exact in a float, so that every backend starts from the same ones, and short as text."""
    return np.round(np.asarray(values) * 256.0) / 256.0


def normal(*shape, scale=1.5):
    return rounded(random.normal(0.0, scale, shape))


def shares(*shape):
    """Distributions along the last axis."""
    values = random.uniform(0.05, 1.0, shape)
    return rounded(values / values.sum(-1, keepdims=True))


def answers(*shape):
    return random.integers(0, 2, shape).astype(np.int32)


def classes(count, *shape):
    return random.integers(0, count, shape).astype(np.int32)


def array(values):
    values = np.asarray(values)
    return {"shape": list(values.shape), "type": "i32" if values.dtype == np.int32 else "f32", "values": values.ravel().tolist()}


def loss_case(name, function, x, target, activation="none", weights=None, **parameters):
    """`function` is Keras's loss over activation(x)."""
    inputs = torch.tensor(x, requires_grad=True)
    weighting = None if weights is None else torch.tensor(weights)
    value = function(torch.tensor(target), ACTIVATIONS[activation](inputs), weighting).mean()
    value.backward()
    case = {"loss": name, "parameters": parameters, "activation": activation, "x": array(x), "target": array(target),
            "value": value.item(), "gradient": [float(f"{v:.10g}") for v in inputs.grad.detach().numpy().ravel()]}
    if weights is not None:
        case["sample_weight"] = array(weights)
    return case


def keras_loss(cls, one_hot=0, **options):
    """A Keras loss as a function of target, prediction and weights; class numbers become one-hot vectors if it needs them."""
    loss = cls(reduction=None, **options)

    def call(target, prediction, weights):
        if one_hot:
            target = torch.nn.functional.one_hot(target.long(), one_hot).double()
        elif target.dtype == torch.int32 and target.ndim == prediction.ndim:
            target = target.double()
        if weights is not None and prediction.ndim > 2:
            weights = weights.reshape(-1, *[1] * (prediction.ndim - 2))  # one a sample, for each of its rows
        return loss(target, prediction, sample_weight=weights)

    return call


def class_weighted(call, table):
    """Keras's class_weight: each sample's weight is that of its class, times its own if it has one."""

    def weighted(target, prediction, weights):
        of_class = torch.tensor(table, dtype=torch.float64)[target.long()]
        return call(target, prediction, of_class if weights is None else of_class * weights.reshape(-1, *[1] * (target.ndim - 1)))

    return weighted


def pointwise_cases():
    losses = keras.losses
    numbers = {"mean_squared_error": losses.MeanSquaredError, "mean_absolute_error": losses.MeanAbsoluteError,
               "log_cosh": losses.LogCosh, "huber": losses.Huber}
    for name, cls in numbers.items():
        yield loss_case(name, keras_loss(cls), normal(4, 3), normal(4, 3))
        yield loss_case(name, keras_loss(cls), normal(2, 3, 2), normal(2, 3, 2), weights=rounded([0.5, 2.0]))
    yield loss_case("huber", keras_loss(losses.Huber, delta=0.5), normal(4, 3), normal(4, 3), delta=0.5)
    for name, cls in {"hinge": losses.Hinge, "squared_hinge": losses.SquaredHinge}.items():
        yield loss_case(name, keras_loss(cls), normal(6, 2), answers(6, 2))
        yield loss_case(name, keras_loss(cls), normal(6, 2), answers(6, 2) * 2.0 - 1.0)
    yield loss_case("poisson", keras_loss(losses.Poisson), rounded(random.uniform(0.1, 4.0, (4, 3))),
                    rounded(random.poisson(2.0, (4, 3))))
    yield loss_case("kl_divergence", keras_loss(losses.KLDivergence), normal(4, 3), shares(4, 3), activation="softmax")
    yield loss_case("kl_divergence", keras_loss(losses.KLDivergence), normal(2, 3, 4), shares(2, 3, 4), activation="softmax",
                    weights=rounded([0.25, 3.0]))
    yield loss_case("cosine_similarity", keras_loss(losses.CosineSimilarity), normal(4, 3), normal(4, 3))
    yield loss_case("cosine_similarity", keras_loss(losses.CosineSimilarity), normal(2, 3, 4), normal(2, 3, 4),
                    weights=rounded([0.25, 3.0]))


def binary_cases():
    plain, focal = keras.losses.BinaryCrossentropy, keras.losses.BinaryFocalCrossentropy
    for smoothing in (0.0, 0.2):
        yield loss_case("binary_crossentropy", keras_loss(plain, label_smoothing=smoothing), normal(6, 2), answers(6, 2),
                        activation="sigmoid", label_smoothing=smoothing)
        yield loss_case("binary_crossentropy", keras_loss(plain, label_smoothing=smoothing, from_logits=True), normal(6, 2),
                        rounded(random.uniform(0.0, 1.0, (6, 2))), label_smoothing=smoothing)
    yield loss_case("binary_crossentropy", class_weighted(keras_loss(plain), [0.5, 2.0]), normal(5, 1), answers(5, 1),
                    activation="sigmoid", class_weights=[0.5, 2.0])
    for balanced, alpha, gamma in ((False, 0.25, 2.0), (True, 0.75, 1.5)):
        yield loss_case("binary_focal_crossentropy",
                        keras_loss(focal, apply_class_balancing=balanced, alpha=alpha, gamma=gamma, label_smoothing=0.1),
                        normal(6, 2), answers(6, 2), activation="sigmoid", apply_class_balancing=balanced, alpha=alpha, gamma=gamma,
                        label_smoothing=0.1)
        yield loss_case("binary_focal_crossentropy",
                        keras_loss(focal, apply_class_balancing=balanced, alpha=alpha, gamma=gamma, from_logits=True),
                        normal(6, 2), answers(6, 2), apply_class_balancing=balanced, alpha=alpha, gamma=gamma)


def categorical_cases():
    sparse, dense = keras.losses.SparseCategoricalCrossentropy, keras.losses.CategoricalCrossentropy
    focal = keras.losses.CategoricalFocalCrossentropy
    name = "sparse_categorical_crossentropy"
    for activation in ("softmax", "none"):
        logits = activation == "none"
        yield loss_case(name, keras_loss(sparse, from_logits=logits), normal(5, 4), classes(4, 5), activation=activation)
        yield loss_case(name, keras_loss(sparse, from_logits=logits), normal(2, 3, 4), classes(4, 2, 3), activation=activation)
        yield loss_case(name, keras_loss(sparse, from_logits=logits), normal(5, 4), classes(4, 5), activation=activation,
                        weights=rounded([1.0, 0.0, 2.0, 0.5, 3.0]))
        yield loss_case(name, class_weighted(keras_loss(sparse, from_logits=logits), [1.0, 2.5, 0.0, 0.5]), normal(5, 4),
                        classes(4, 5), activation=activation, class_weights=[1.0, 2.5, 0.0, 0.5])
        yield loss_case(name, class_weighted(keras_loss(sparse, from_logits=logits), [1.0, 2.5, 0.0, 0.5]), normal(4, 4),
                        np.asarray([1, 0, 3, 1], np.int32), activation=activation, weights=rounded([0.5, 2.0, 3.0, 4.0]),
                        class_weights=[1.0, 2.5, 0.0, 0.5])
        yield loss_case(name, keras_loss(dense, one_hot=4, from_logits=logits, label_smoothing=0.1), normal(5, 4), classes(4, 5),
                        activation=activation, label_smoothing=0.1)
        yield loss_case("categorical_crossentropy", keras_loss(dense, from_logits=logits, label_smoothing=0.2), normal(5, 4),
                        shares(5, 4), activation=activation, label_smoothing=0.2)
        yield loss_case("categorical_focal_crossentropy", keras_loss(focal, from_logits=logits), normal(5, 4), shares(5, 4),
                        activation=activation)
        yield loss_case("categorical_focal_crossentropy",
                        keras_loss(focal, one_hot=4, from_logits=logits, alpha=0.5, gamma=1.5, label_smoothing=0.1), normal(5, 4),
                        classes(4, 5), activation=activation, alpha=0.5, gamma=1.5, label_smoothing=0.1)


def distillation_cases():
    """As the Keras example "Knowledge Distillation" has it: the divergence of both softened distributions, times T²."""
    own = np.random.default_rng(8)
    divergence = keras.losses.KLDivergence(reduction=None)
    for temperature in (1.0, 4.0):
        def softened(target, prediction, weights):
            return temperature**2 * divergence(torch.softmax(target / temperature, -1), torch.softmax(prediction / temperature, -1))

        yield loss_case("distillation", softened, rounded(own.normal(0.0, 1.5, (4, 3))), rounded(own.normal(0.0, 1.5, (4, 3))),
                        temperature=temperature)


def metric_case(name, metric, batches, activation="none", one_hot=0, finish=float, **parameters):
    """`batches` are pairs of x and target."""
    for x, target in batches:
        wanted = np.eye(one_hot)[target] if one_hot else target.astype(np.float64)
        metric.update_state(torch.tensor(wanted), ACTIVATIONS[activation](torch.tensor(x)))
    return {"metric": name, "parameters": parameters, "activation": activation,
            "batches": [{"x": array(x), "target": array(target)} for x, target in batches], "value": finish(metric.result())}


def metric_cases():
    metrics = keras.metrics
    numbers = [(normal(5, 3), normal(5, 3) + 4.0), (normal(2, 3), normal(2, 3) + 4.0)]
    numbers = [(x, rounded(t)) for x, t in numbers]
    yield metric_case("mean_absolute_error", metrics.MeanAbsoluteError(), numbers)
    yield metric_case("root_mean_squared_error", metrics.RootMeanSquaredError(), numbers)
    yield metric_case("r2_score", metrics.R2Score(dtype="float64"), numbers)
    yes = [(normal(40, 1), answers(40, 1)), (normal(9, 1), answers(9, 1))]
    for threshold in (0.5, 0.3):
        yield metric_case("binary_accuracy", metrics.BinaryAccuracy(threshold=threshold), yes, "sigmoid", threshold=threshold)
        yield metric_case("precision", metrics.Precision(thresholds=threshold), yes, "sigmoid", threshold=threshold)
        yield metric_case("recall", metrics.Recall(thresholds=threshold), yes, "sigmoid", threshold=threshold)
        yield metric_case("f1_score", metrics.F1Score(threshold=threshold, average="macro"), yes, "sigmoid", threshold=threshold)
    yield metric_case("auc", metrics.AUC(), yes, "sigmoid")
    sure = [(np.clip(8.0 * x, -30.0, 30.0), target) for x, target in yes]  # also beyond the outermost thresholds
    yield metric_case("auc", metrics.AUC(), sure, "sigmoid")
    rows = [(normal(40, 4), classes(4, 40)), (normal(9, 4), classes(4, 9))]
    yield metric_case("accuracy", metrics.CategoricalAccuracy(), rows, "softmax", one_hot=4)
    yield metric_case("top_k_accuracy", metrics.TopKCategoricalAccuracy(k=2), rows, "softmax", one_hot=4, k=2)
    yield metric_case("auc", metrics.AUC(), rows, "softmax", one_hot=4)
    yield metric_case("f1_score", metrics.F1Score(average="macro"), rows, "softmax", one_hot=4)
    macro = lambda cls: [cls(class_id=c, top_k=1) for c in range(4)]
    for name, parts in (("precision", macro(metrics.Precision)), ("recall", macro(metrics.Recall))):
        values = [metric_case(name, part, rows, "softmax", one_hot=4) for part in parts]
        yield {**values[0], "value": float(np.mean([value["value"] for value in values]))}


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--out", type=Path, default=ROOT / "tests/fixtures/parity/losses")
    out = p.parse_args().out
    out.mkdir(parents=True, exist_ok=True)
    losses = [*pointwise_cases(), *binary_cases(), *categorical_cases(), *distillation_cases()]
    for name, cases in (("losses", losses), ("metrics", list(metric_cases()))):
        lines = ",\n".join(json.dumps(case) for case in cases)
        (out / f"{name}.json").write_text(f"[\n{lines}\n]\n")
        print(f"{out / name}.json: {len(cases)} cases")


if __name__ == "__main__":
    main()

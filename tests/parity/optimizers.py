#!/usr/bin/env python3
"""Writes the results of Keras's optimizers and of Keras's and PyTorch's schedules, for the tests to compare ours with.

    KERAS_BACKEND=torch python3 tests/parity/optimizers.py

Each optimizer takes ten steps in double precision down a small bowl whose sides differ in steepness; the gradients on the way are
written with the resulting weights. The files under tests/fixtures/parity are from Keras 3.15 and PyTorch 2.15.
"""

import json
import math
import os
import pathlib

os.environ.setdefault("KERAS_BACKEND", "torch")

import keras
import torch

FIXTURES = pathlib.Path(__file__).parent.parent / "fixtures" / "parity"
STEPS = 10
START = [[1.5, -0.75, 0.25], [0.125, -2.0, 0.5]]  # of a kernel
START_BIAS = [0.5, -0.25, 1.0]
RATE = 1 / 64  # exact in a float


def gradient(weights, scale):
    """The gradient of Σ scale·(i + 1)·(cosh(w/2) − w/4): steep far away, and not 0 everywhere at once."""
    return [scale * (i + 1) * (math.sinh(w / 2) / 2 - 0.25) for i, w in enumerate(weights)]


def flat(rows):
    return [value for row in rows for value in row]


def optimizer_fixture(name, identity, parameters, made, kernel_only=False):
    kernel = keras.Variable(START, dtype="float64", name="kernel")
    bias = keras.Variable(START_BIAS, dtype="float64", name="bias")
    variables = [kernel] if kernel_only else [kernel, bias]
    made.build(variables)
    if not kernel_only:
        made.exclude_from_weight_decay(var_names=["bias"])
    steps = []
    for step in range(STEPS):
        scale = 0.5 if step == 4 else 1.0
        before = [[float(v) for v in keras.ops.convert_to_numpy(variable).reshape(-1)] for variable in variables]
        gradients = [gradient(values, scale) for values in before]
        made.apply([keras.ops.convert_to_tensor(g, dtype="float64").reshape(tuple(v.shape)) for g, v in zip(gradients, variables)])
        after = [[float(v) for v in keras.ops.convert_to_numpy(variable).reshape(-1)] for variable in variables]
        steps.append({"gradients": gradients, "weights": after})
    write("optimizers", name, {
        "source": f"keras {keras.__version__}",
        "optimizer": {"id": identity, "parameters": parameters | {"learning_rate": RATE}},
        "kernel_shape": [len(START), len(START[0])],
        "start": [flat(START)] + ([] if kernel_only else [START_BIAS]),
        "steps": steps,
    })


def write(folder, name, content):
    path = FIXTURES / folder / f"{name}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = ",\n".join(f'"{key}": {json.dumps(short(value))}' for key, value in content.items())
    path.write_text(f"{{\n{lines}\n}}\n")


def short(value):
    """Rounded to eleven digits, finer than the tests compare."""
    if isinstance(value, float):
        return float(f"{value:.11g}")
    if isinstance(value, dict):
        return {key: short(entry) for key, entry in value.items()}
    return [short(entry) for entry in value] if isinstance(value, list) else value


def optimizers():
    o = keras.optimizers
    decay = {"weight_decay": 0.25}
    cases = [
        ("adadelta", "adadelta", {"rho": 0.9}, o.Adadelta(RATE, rho=0.9)),
        ("adagrad", "adagrad", {}, o.Adagrad(RATE)),
        ("adagrad_decay", "adagrad", {"initial_accumulator_value": 0.5} | decay,
         o.Adagrad(RATE, initial_accumulator_value=0.5, weight_decay=0.25)),
        ("adam", "adam", {}, o.Adam(RATE)),
        ("adamw", "adamw", decay, o.AdamW(RATE, weight_decay=0.25)),
        ("lamb", "lamb", {}, o.Lamb(RATE)),
        ("lamb_decay", "lamb", decay, o.Lamb(RATE, weight_decay=0.25)),
        ("lion", "lion", {}, o.Lion(RATE)),
        ("lion_decay", "lion", {"beta_1": 0.8} | decay, o.Lion(RATE, beta_1=0.8, weight_decay=0.25)),
        ("muon", "muon", {}, o.Muon(RATE)),
        ("muon_plain", "muon", {"momentum": 0.75, "nesterov": False, "ns_steps": 3, "rms_rate": 0.0, "adam_lr_ratio": 0.5} | decay,
         o.Muon(RATE, momentum=0.75, nesterov=False, ns_steps=3, rms_rate=None, adam_lr_ratio=0.5, weight_decay=0.25)),
        ("nadam", "nadam", {}, o.Nadam(RATE)),
        ("nadam_decay", "nadam", {"beta_1": 0.75, "beta_2": 0.9} | decay, o.Nadam(RATE, beta_1=0.75, beta_2=0.9, weight_decay=0.25)),
        ("rmsprop", "rmsprop", {}, o.RMSprop(RATE)),
        ("rmsprop_centered", "rmsprop", {"centered": True, "momentum": 0.75} | decay,
         o.RMSprop(RATE, centered=True, momentum=0.75, weight_decay=0.25)),
        ("sgd", "sgd", decay, o.SGD(RATE, weight_decay=0.25)),
        ("sgd_momentum", "sgd", {"momentum": 0.9}, o.SGD(RATE, momentum=0.9)),
        ("sgd_nesterov", "sgd", {"momentum": 0.9, "nesterov": True} | decay, o.SGD(RATE, momentum=0.9, nesterov=True, weight_decay=0.25)),
    ]
    for case in cases:
        optimizer_fixture(*case)


def schedule_fixture(name, identity, parameters, source, rates, steps_per_epoch, total_steps, losses=None):
    content = {
        "source": source,
        "schedule": {"id": identity, "parameters": parameters},
        "base_rate": 2.0,
        "steps_per_epoch": steps_per_epoch,
        "total_steps": total_steps,
        "rates": rates,
    }
    if losses is not None:
        content["losses"] = losses  # of the epochs before each rate
    write("schedules", name, content)


def schedules():
    s = keras.optimizers.schedules
    with_keras = f"keras {keras.__version__}"
    with_torch = f"torch {torch.__version__.split('+')[0]}"

    def of(schedule, total):
        return [float(schedule(step)) for step in range(total)]

    schedule_fixture("cosine", "cosine", {"alpha": 0.1, "warmup_ratio": 0.2}, with_keras,
                     of(s.CosineDecay(0.0, 80, alpha=0.1, warmup_target=2.0, warmup_steps=20), 100), 10, 100)
    # Only the first wave ends at a whole step: with Keras's logarithm in f32 some waves would start one step late.
    schedule_fixture("cosine_restarts", "cosine_restarts", {"first_epochs": 3, "t_mul": 1.5, "m_mul": 0.75, "alpha": 0.05}, with_keras,
                     of(s.CosineDecayRestarts(2.0, 15, t_mul=1.5, m_mul=0.75, alpha=0.05), 100), 5, 100)
    schedule_fixture("exponential", "exponential", {"decay_rate": 0.8}, with_keras, of(s.ExponentialDecay(2.0, 7, 0.8), 70), 7, 70)
    schedule_fixture("polynomial", "polynomial", {"power": 2.0, "alpha": 0.05}, with_keras,
                     of(s.PolynomialDecay(2.0, 60, end_learning_rate=0.1, power=2.0), 60), 6, 60)

    def with_torch_schedule(make, total, every=1):
        optimizer = torch.optim.SGD([torch.zeros(1, requires_grad=True)], lr=2.0)
        schedule = make(optimizer)
        rates = []
        for step in range(total):
            rates.append(optimizer.param_groups[0]["lr"])
            optimizer.step()
            if (step + 1) % every == 0:
                schedule.step()
        return rates

    lr = torch.optim.lr_scheduler
    schedule_fixture("one_cycle", "one_cycle", {"div_factor": 10.0, "final_div_factor": 100.0, "warmup_ratio": 0.25}, with_torch,
                     with_torch_schedule(lambda o: lr.OneCycleLR(o, 2.0, total_steps=60, pct_start=0.25, div_factor=10.0,
                                                                 final_div_factor=100.0, cycle_momentum=False), 60), 6, 60)
    schedule_fixture("step", "step", {"factor": 0.5, "every": 3}, with_torch,
                     with_torch_schedule(lambda o: lr.StepLR(o, 3, gamma=0.5), 60, every=5), 5, 60)

    losses = [1.0, 0.95, 0.5, 0.45, 0.45, 0.45, 0.45, 0.45, 0.45, 0.44, 0.1]
    callback = keras.callbacks.ReduceLROnPlateau(monitor="loss", factor=0.5, patience=2, min_delta=0.1, cooldown=2, min_lr=0.6)

    class Model:
        optimizer = keras.optimizers.SGD(2.0)

    callback.set_model(Model())
    callback.on_train_begin()
    rates = []
    for epoch, loss in enumerate(losses):
        callback.on_epoch_end(epoch, {"loss": loss})
        rates.append(float(Model.optimizer.learning_rate))
    schedule_fixture("reduce_on_plateau", "reduce_on_plateau",
                     {"factor": 0.5, "patience": 2, "min_delta": 0.1, "cooldown": 2, "min_lr": 0.6}, with_keras, rates, 1, 11, losses)


if __name__ == "__main__":
    keras.config.set_floatx("float64")
    optimizers()
    keras.config.set_floatx("float32")
    schedules()

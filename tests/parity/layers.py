#!/usr/bin/env python3
"""What PyTorch and Keras make of small inputs, layer by layer, written as the fixtures that the test `layers_parity` reads.

    layers.py [FAMILY ...]

Run it by hand where torch and keras are installed; it rewrites tests/fixtures/parity/FAMILY.json, the same bytes each time. A new
case is a line in one of the functions below, a new family another function with `@family`:

    case("dense", lambda x, w: x @ w["kernel"] + w["bias"], [(2, 3)], {"units": 4}, weights={"kernel": (3, 4), "bias": (4,)})

`case` draws the inputs and weights of the given shapes (the batch axis first; an array stands for itself), calls the function on
them as tensors of doubles and lets PyTorch differentiate Σ upstream · output with respect to every input and weight. The function
gets the inputs one by one and, if there are any, a dict of the weights; it returns one tensor or several and may call Keras, whose
backend here is PyTorch. `parameters` are those of our layer. A layer with statistics names them with their first values in
`statistics`; the function then returns (outputs, {name: value after the step}) and finds them among its weights.
"""
import json
import os
import sys
from pathlib import Path

os.environ["KERAS_BACKEND"] = "torch"
import keras
import numpy as np
import torch
import torch.nn.functional as F

keras.config.set_floatx("float64")
keras.config.set_epsilon(1e-7)

ROOT = Path(__file__).resolve().parent.parent
FAMILIES = {}
cases = []


def family(function):
    FAMILIES[function.__name__] = function
    return function


def drawn(shape, seed, low=-2.0, high=2.0):
    """Numbers of four decimals, which the text keeps whole."""
    return np.round(np.random.default_rng(seed).uniform(low, high, shape), 4)


def array_of(entry, seed, low=-2.0, high=2.0):
    return drawn(entry, seed, low, high) if isinstance(entry, tuple) else np.asarray(entry, np.float64)


def numbers(values):
    return [float(f"{v:.9g}") for v in np.asarray(values.detach() if torch.is_tensor(values) else values, np.float64).ravel()]


def written(values):
    return {"shape": list(values.shape), "values": numbers(values)}


def case(layer, function, inputs, parameters=None, weights=None, statistics=None, training=True, name=None):
    arrays = [array_of(entry, 10 + i) for i, entry in enumerate(inputs)]
    named = {key: array_of(entry, 30 + i, -1.0, 1.0) for i, (key, entry) in enumerate((weights or {}).items())}
    state = {key: array_of(entry, 50 + i, 0.5, 1.5) for i, (key, entry) in enumerate((statistics or {}).items())}
    x = [torch.tensor(a, requires_grad=True) for a in arrays]
    w = {key: torch.tensor(a, requires_grad=True) for key, a in named.items()}
    given = {**w, **{key: torch.tensor(a) for key, a in state.items()}}
    result = function(*x, given) if given else function(*x)
    after = {}
    if statistics:
        result, after = result
    outputs = list(result) if isinstance(result, (tuple, list)) else [result]
    upstream = [drawn(tuple(y.shape), 70 + i, -1.0, 1.0) for i, y in enumerate(outputs)]
    wanted = x + list(w.values())
    gradients = torch.autograd.grad(sum((torch.tensor(u) * y).sum() for u, y in zip(upstream, outputs)), wanted, allow_unused=True)
    gradients = [torch.zeros_like(v) if g is None else g for v, g in zip(wanted, gradients)]
    cases.append({
        "name": name or layer, "layer": layer, "parameters": parameters or {}, "training": training,
        "inputs": [written(a) for a in arrays],
        "weights": {key: written(a) for key, a in named.items()},
        "statistics": {key: {**written(a), "after": numbers(after.get(key, a))} for key, a in state.items()},
        "outputs": [written(y) for y in outputs],
        "upstream": [numbers(u) for u in upstream],
        "input_gradients": [numbers(g) for g in gradients[:len(x)]],
        "weight_gradients": {key: numbers(g) for key, g in zip(w, gradients[len(x):])},
    })


# Both sides of 0, the edges where a function bends, and what is far from it.
EDGES = [[-100.0, -30.0, -8.5, -6.0, -3.5, -3.0, -2.25, -1.0, -0.5, -0.0125], [0.0125, 0.5, 1.0, 2.25, 3.0, 3.5, 6.0, 8.5, 30.0, 100.0]]


@family
def activations():
    for layer, function in [("elu", F.elu), ("gelu", F.gelu), ("hard_sigmoid", F.hardsigmoid), ("hard_silu", F.hardswish),
                            ("hard_tanh", F.hardtanh), ("mish", F.mish), ("relu", F.relu), ("relu6", F.relu6), ("selu", F.selu),
                            ("sigmoid", torch.sigmoid), ("silu", F.silu), ("softplus", F.softplus), ("softsign", F.softsign),
                            ("tanh", torch.tanh), ("leaky_relu", lambda x: F.leaky_relu(x, 0.3))]:
        case(layer, function, [EDGES])
    case("gelu", lambda x: F.gelu(x, approximate="tanh"), [EDGES], {"approximate": True}, name="gelu by tanh")
    case("elu", lambda x: F.elu(x, 0.5), [EDGES], {"alpha": 0.5}, name="elu with an alpha")
    case("leaky_relu", lambda x: F.leaky_relu(x, 0.01), [EDGES], {"negative_slope": 0.01}, name="leaky_relu with a slope")
    case("softmax", lambda x: torch.softmax(x, -1), [(3, 4)])
    case("prelu", lambda x, w: torch.where(x > 0, x, w["alpha"] * x), [(2, 2, 3, 4)], weights={"alpha": (4,)})
    # As Keras names and defaults them where a layer ends in one.
    for activation in ["elu", "gelu", "hard_sigmoid", "hard_silu", "hard_tanh", "leaky_relu", "mish", "relu", "relu6", "selu",
                       "sigmoid", "silu", "softmax", "softplus", "softsign", "tanh"]:
        function = keras.activations.get(activation)
        case("dense", lambda x, w: function(x @ w["kernel"] + w["bias"]), [(2, 3)], {"units": 4, "activation": activation},
             weights={"kernel": (3, 4), "bias": (4,)}, name=f"dense with {activation}")


@family
def merges():
    one, other, ties = (2, 3, 2), [[0.5, -1.0], [2.0, 0.0]], [[0.5, -1.5], [1.0, 0.0]]
    case("subtract", lambda a, b: keras.layers.Subtract()([a, b]), [one, one])
    for layer, join in [("multiply", keras.layers.Multiply), ("average", keras.layers.Average), ("maximum", keras.layers.Maximum),
                        ("minimum", keras.layers.Minimum)]:
        case(layer, lambda *x: join()(list(x)), [one, one])
        case(layer, lambda *x: join()(list(x)), [one, one, one], name=f"{layer} of three")
        case(layer, lambda *x: join()(list(x)), [other, ties], name=f"{layer} with ties")


def main():
    folder = ROOT / "fixtures/parity"
    for name in sys.argv[1:] or sorted(FAMILIES):
        cases.clear()
        FAMILIES[name]()
        peer = f"PyTorch {torch.__version__.split('+')[0]}, Keras {keras.__version__}"
        lines = ",\n".join(json.dumps(each) for each in cases)
        (folder / f"{name}.json").write_text(f'{{"peer": "{peer}", "cases": [\n{lines}\n]}}\n')
        print(f"{name}: {len(cases)} cases")


if __name__ == "__main__":
    main()

"""A small input through a layer of PyTorch, Keras or TensorFlow, forward and backward, as one entry of a fixture of `layers.py`.

    case("dense", lambda x, w: x @ w["kernel"] + w["bias"], [(2, 3)], {"units": 4}, weights={"kernel": (3, 4), "bias": (4,)})
    keras_case("dense", keras.layers.Dense, [(2, 3)], {"units": 4})

`case` draws the inputs and weights of the given shapes (the batch axis first; an array stands for itself), calls the function on
them as tensors of doubles and lets PyTorch differentiate Σ upstream · output with respect to every input and weight. The function
gets the inputs one by one and, if there are any, a dict of the weights; it returns one tensor or several. `parameters` are those of
our layer. A layer with statistics names them with their first values in `statistics`; the function then returns (outputs, {name:
value after the step}) and finds them among its weights.

`keras_case` is the same with Keras's own layer, whose backend here is PyTorch: both get the same parameters, except those with
another name there (`theirs`, `...` for one that does not exist), so that names and defaults, and the names, shapes and fans of the
weights, are compared too. Weights have gradients only in training. `masked`: the second input is Keras's `mask`.
"""
import inspect
import json
import os

os.environ["KERAS_BACKEND"] = "torch"
os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"
import keras
import numpy as np
import tensorflow as tf
import torch
from keras.src.backend.common.dtypes import BIT64_TO_BIT32_DTYPE
from keras.src.initializers.random_initializers import compute_fans

keras.config.set_floatx("float64")
BIT64_TO_BIT32_DTYPE["float64"] = "float64"  # Keras over PyTorch would compute parts of a layer of doubles in float32
keras.config.set_epsilon(1e-7)

cases = []


def drawn(shape, seed, low=-2.0, high=2.0):
    """Numbers with four decimals, which are exact in the text."""
    return np.round(np.random.default_rng(seed).uniform(low, high, shape), 4)


def array_of(entry, seed, low=-2.0, high=2.0):
    return drawn(entry, seed, low, high) if isinstance(entry, tuple) else np.asarray(entry, np.float64)


def numbers(values):
    return [float(f"{v:.8g}") for v in np.asarray(values.detach() if torch.is_tensor(values) else values, np.float64).ravel()]


def written(values):
    return {"shape": list(values.shape), "values": numbers(values)}


def case(layer, function, inputs, parameters=None, weights=None, statistics=None, training=True, name=None, peer="PyTorch",
         fans=None):
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
        "name": name or layer, "layer": layer, "peer": peer, "parameters": parameters or {}, "training": training,
        "inputs": [written(a) for a in arrays],
        "weights": {key: {**written(a), **({"fans": fans[key]} if fans else {})} for key, a in named.items()},
        "statistics": {key: {**written(a), "after": numbers(after.get(key, a))} for key, a in state.items()},
        "outputs": [written(y) for y in outputs],
        "upstream": [numbers(u) for u in upstream],
        "input_gradients": [numbers(g) for g in gradients[:len(x)]],
        "weight_gradients": {key: numbers(g) for key, g in zip(w, gradients[len(x):])} if training else {},
    })


def keras_case(layer, cls, inputs, parameters=None, theirs=None, training=True, name=None, masked=False):
    given = {key: None if value == [] else tuple(value) if isinstance(value, list) else value
             for key, value in (parameters or {}).items()}
    peer = cls(**{key: value for key, value in {**given, **(theirs or {})}.items() if value is not ...})
    shapes = [array_of(entry, 0).shape for entry in inputs]
    peer.build(shapes[0] if masked or len(shapes) == 1 else shapes)
    trained, kept = peer.trainable_variables, [v for v in peer.non_trainable_variables if v.name.startswith("moving")]
    options = {"training": training} if "training" in inspect.signature(peer.call).parameters else {}

    def call(*tensors):
        by_name = tensors[-1] if trained else {}
        x = list(tensors[:len(inputs)])
        state = [by_name.get(v.name, v.value) for v in peer.non_trainable_variables]
        mask = {"mask": x.pop() != 0} if masked else {}
        y, after = peer.stateless_call([by_name[v.name] for v in trained], state, x[0] if len(x) == 1 else x, **options, **mask)
        return (y, {v.name: value for v, value in zip(peer.non_trainable_variables, after)}) if kept else y

    case(layer, call, inputs, parameters, {v.name: tuple(v.shape) for v in trained}, {v.name: tuple(v.shape) for v in kept}, training,
         name, "Keras", {v.name: list(compute_fans(tuple(v.shape))) for v in trained})


class OfTensorFlow(torch.autograd.Function):
    """A function of TensorFlow's tensors as one of PyTorch's; compiled, which some of them must be to compute in double."""

    @staticmethod
    def forward(context, function, x):
        context.x = tf.constant(x.detach().numpy())
        with tf.GradientTape() as context.tape:
            context.tape.watch(context.x)
            context.y = tf.function(function, jit_compile=True)(context.x)
        return torch.tensor(context.y.numpy())

    @staticmethod
    def backward(context, upstream):
        gradient = context.tape.gradient(context.y, context.x, output_gradients=tf.constant(upstream.numpy()))
        return None, torch.tensor(gradient.numpy())

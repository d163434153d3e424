#!/usr/bin/env python3
"""The outputs of PyTorch, Keras and TensorFlow for small inputs, layer by layer: the fixtures that the test `layers_parity` reads.

    layers.py [FAMILY ...]

Run it by hand where torch, keras and tensorflow are installed; it rewrites tests/fixtures/parity/FAMILY.json, the same bytes each
time. A new case is a line in one of the functions below, in the forms that `layer_case.py` describes, a new family another function
with `@family`.
"""
import functools
import json
import sys
from pathlib import Path

from layer_case import OfTensorFlow, case, cases, keras, keras_case, tf, torch

import keras.layers as L
import torch.nn.functional as F

ROOT = Path(__file__).resolve().parent.parent
FAMILIES = {}


def family(function):
    FAMILIES[function.__name__] = function
    return function


# Both sides of 0, the kinks of functions, and numbers far from 0.
EDGES = [[-100.0, -30.0, -8.5, -6.0, -3.5, -3.0, -2.25, -1.0, -0.5, -0.0125], [0.0125, 0.5, 1.0, 2.25, 3.0, 3.5, 6.0, 8.5, 30.0, 100.0]]


# Steps to leave out at the end, at the beginning and between; none.
MASK = [[1.0, 1.0, 0.0, 0.0], [0.0, 2.0, 0.0, 1.0], [1.0, 1.0, 1.0, 1.0]]


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
    case("glu", F.glu, [(3, 4)])
    # One slope a channel, as in PyTorch; Keras has one an element unless axes are shared.
    case("prelu", lambda x, w: F.prelu(x.movedim(-1, 1), w["alpha"]).movedim(1, -1), [(2, 2, 3, 4)], weights={"alpha": (4,)})


@family
def dense():
    # Each activation with Keras's name and defaults, at the end of a layer.
    for activation in ["elu", "gelu", "hard_sigmoid", "hard_silu", "hard_tanh", "leaky_relu", "mish", "relu", "relu6", "selu",
                       "sigmoid", "silu", "softmax", "softplus", "softsign", "tanh"]:
        keras_case("dense", L.Dense, [(2, 3)], {"units": 4, "activation": activation}, name=f"dense with {activation}")
    keras_case("dense", L.Dense, [(2, 3, 2)], {"units": 3}, name="dense along the last axis")
    keras_case("dense", L.Dense, [(2, 3)], {"units": 2, "use_bias": False}, name="dense without bias")


@family
def embeddings():
    ids, sizes = [[0, 3, 3, 1], [4, 0, 3, 2]], {"input_dim": 6, "output_dim": 3}
    keras_case("embedding", L.Embedding, [ids], sizes)
    keras_case("embedding", L.Embedding, [[[1.0], [0.0]]], {"input_dim": 2, "output_dim": 1}, name="embedding of single numbers")
    # Token 0 gets no gradient, as in PyTorch; in Keras that follows from the mask.
    case("embedding", lambda x, w: F.embedding(x.long(), w["embeddings"], padding_idx=0), [ids], {**sizes, "mask_zero": True},
         weights={"embeddings": (6, 3)}, name="embedding with padding")


@family
def merges():
    one, other, ties = (1, 3, 2), [[0.5, -1.0], [2.0, 0.0]], [[0.5, -1.5], [1.0, 0.0]]
    keras_case("subtract", L.Subtract, [one, one])
    for layer, join in [("add", L.Add), ("multiply", L.Multiply), ("average", L.Average), ("maximum", L.Maximum),
                        ("minimum", L.Minimum)]:
        keras_case(layer, join, [one, one])
        keras_case(layer, join, [one, one, one], name=f"{layer} of three")
        keras_case(layer, join, [other, ties], name=f"{layer} with ties")
        keras_case(layer, join, [(2, 3, 2, 2), (2, 1, 1, 2)], name=f"{layer} of one number a channel")
        keras_case(layer, join, [(2, 1, 3), (2, 4, 1)], name=f"{layer}, each repeated")
    keras_case("concatenate", L.Concatenate, [(2, 3, 2), (2, 3, 1), (2, 3, 3)])
    keras_case("concatenate", L.Concatenate, [(2, 3, 2), (2, 1, 2)], {"axis": 1}, name="concatenate along the first axis")


@family
def convolutions():
    def cases_of(layer, cls, shape, common, variants):
        for words, parameters in variants.items():
            keras_case(layer, cls, [shape], {**common, **parameters}, name=f"{layer}, {words}")

    image = {"by default": {}, "strides": {"strides": [2, 3]}, "same, strides": {"padding": "same", "strides": [2, 2]},
             "same, even kernel": {"padding": "same", "kernel_size": [2, 4]},
             "dilation": {"dilation_rate": [2, 1]}, "same, dilation": {"padding": "same", "dilation_rate": [1, 2]},
             "activation, no bias": {"activation": "softplus", "use_bias": False}}
    cases_of("conv2d", L.Conv2D, (1, 5, 5, 2), {"filters": 2, "kernel_size": [3, 2]}, image)
    cases_of("conv2d", L.Conv2D, (1, 4, 3, 4), {"filters": 4, "kernel_size": [3, 3]},
             {"groups": {"groups": 2}, "as many groups as channels": {"groups": 4, "padding": "same", "strides": [2, 2]}})
    case("conv2d", lambda x, w: F.conv2d(F.pad(x.permute(0, 3, 1, 2), (3, 0, 1, 2)), w["kernel"].permute(3, 2, 0, 1), w["bias"],
                                         stride=2).permute(0, 2, 3, 1),
         [(1, 4, 5, 2)], {"filters": 2, "kernel_size": [3, 2], "padding": "explicit", "explicit_padding": [1, 2, 3, 0],
                          "strides": [2, 2]}, {"kernel": (3, 2, 2, 2), "bias": (2,)}, name="conv2d, explicit padding")
    each = {"by default": {}, "same, strides": {"padding": "same", "strides": [2, 2]},
            "multiplier": {"depth_multiplier": 2, "padding": "same"}, "dilation": {"dilation_rate": [2, 1]},
            "activation, no bias": {"activation": "softplus", "use_bias": False}}
    cases_of("depthwise_conv2d", L.DepthwiseConv2D, (1, 5, 3, 2), {"kernel_size": [3, 2]}, each)
    cases_of("separable_conv2d", L.SeparableConv2D, (1, 5, 3, 2), {"filters": 2, "kernel_size": [3, 2]}, each)
    cases_of("conv1d", L.Conv1D, (1, 6, 2), {"filters": 2, "kernel_size": [3]},
             {"by default": {}, "strides": {"strides": [2]}, "same": {"padding": "same", "strides": [2]},
              "same, even kernel": {"padding": "same", "kernel_size": [4]}, "dilation": {"dilation_rate": [2]},
              "causal": {"padding": "causal"}, "causal, dilation": {"padding": "causal", "dilation_rate": [2]},
              "causal, strides": {"padding": "causal", "strides": [2]}, "groups": {"groups": 2}})
    cases_of("conv2d_transpose", L.Conv2DTranspose, (1, 3, 2, 2), {"filters": 2, "kernel_size": [3, 2]},
             {"by default": {}, "strides": {"strides": [2, 3]}, "same": {"padding": "same"},
              "same, strides": {"padding": "same", "strides": [2, 2]}, "same, strides past the kernel": {"padding": "same",
                                                                                                       "strides": [3, 3]},
              "strides past the kernel": {"strides": [4, 4]}, "dilation": {"dilation_rate": [2, 2]},
              "activation, no bias": {"activation": "softplus", "use_bias": False}})


@family
def pooling():
    # Keras over TensorFlow leaves padding out of an average; over PyTorch it repeats the border where the two sides differ.
    def average(x, window, strides, padding):
        return OfTensorFlow.apply(lambda given: tf.nn.pool(given, window, "AVG", strides, padding.upper()), x)

    def maximum(x, window, strides, padding):
        if padding == "same":
            over = [max((-(-n // s) - 1) * s + k - n, 0) for n, k, s in zip(x.shape[1:-1], window, strides)]
            x = F.pad(x, [0, 0] + [side for o in reversed(over) for side in (o // 2, o - o // 2)], value=-torch.inf)
        return [F.max_pool1d, F.max_pool2d, F.max_pool3d][len(window) - 1](x.movedim(-1, 1), window, strides).movedim(1, -1)

    def pool(layer, shape, function, window, strides=None, padding="valid", name=None):
        case(layer, lambda x: function(x, window, strides or window, padding), [shape],
             {"pool_size": window, "strides": strides or [], "padding": padding}, name=f"{layer}, {name}",
             peer="PyTorch" if function is maximum else "TensorFlow")

    ties = [[[[1.0], [3.0], [3.0]], [[3.0], [2.0], [3.0]], [[0.0], [3.0], [1.0]]]]
    for prefix, function in [("max", maximum), ("average", average)]:
        line, image, volume = (f"{prefix}_pooling{axes}d" for axes in (1, 2, 3))
        pool(line, (1, 7, 2), function, [2], name="plain")
        pool(line, (1, 7, 2), function, [3], [2], name="overlapping")
        pool(line, (1, 8, 2), function, [3], [2], "same", name="same")
        pool(line, (1, 5, 2), function, [4], [1], "same", name="same, even window")
        pool(image, (1, 4, 5, 2), function, [2, 2], name="plain")
        pool(image, (1, 5, 6, 2), function, [3, 2], [2, 1], name="overlapping")
        pool(image, (1, 5, 6, 2), function, [3, 2], [2, 2], "same", name="same")
        pool(image, (1, 3, 3, 2), function, [4, 4], [1, 1], "same", name="same, window past the image")
        pool(image, ties, function, [2, 2], [1, 1], name="ties")
        explicit = functools.partial(F.max_pool2d if prefix == "max" else F.avg_pool2d, kernel_size=3, stride=2, padding=1,
                                     **({} if prefix == "max" else {"count_include_pad": False}))
        case(image, lambda x, explicit=explicit: explicit(x.movedim(-1, 1)).movedim(1, -1), [(1, 6, 4, 2)],
             {"pool_size": [3, 3], "strides": [2, 2], "padding": "explicit", "explicit_padding": [1, 1, 1, 1]},
             name=f"{image}, explicit")
        pool(volume, (1, 4, 2, 4, 2), function, [2, 2, 2], name="plain")
        pool(volume, (1, 3, 4, 3, 1), function, [2, 3, 2], [1, 1, 2], name="overlapping")
        pool(volume, (1, 3, 4, 5, 1), function, [2, 3, 3], [2, 2, 2], "same", name="same")
        for axes, shape in enumerate([(2, 5, 2), (2, 3, 4, 2), (1, 2, 3, 2, 2)], 1):
            cls = getattr(L, f"Global{prefix.title()}Pooling{axes}D")
            keras_case(f"global_{prefix}_pooling{axes}d", cls, [shape])
            keras_case(f"global_{prefix}_pooling{axes}d", cls, [shape], {"keepdims": True},
                       name=f"global_{prefix}_pooling{axes}d that keeps its axes")
    keras_case("global_average_pooling1d", L.GlobalAveragePooling1D, [(3, 4, 2), MASK], masked=True,
               name="global_average_pooling1d, masked")
    case("global_max_pooling1d", lambda x, mask: x.masked_fill((mask == 0)[..., None], -torch.inf).amax(1), [(3, 4, 2), MASK],
         name="global_max_pooling1d, masked")


@family
def normalisations():
    for training in (True, False):
        words = "training" if training else "inference"
        keras_case("batch_normalization", L.BatchNormalization, [(3, 2, 2, 3)], training=training,
                   name=f"batch_normalization, {words}")
        keras_case("batch_normalization", L.BatchNormalization, [(4, 3)], {"momentum": 0.8, "epsilon": 0.03125}, training=training,
                   name=f"batch_normalization of rows, {words}")
    neither = {"center": False, "scale": False}
    keras_case("layer_normalization", L.LayerNormalization, [(2, 3, 4)])
    keras_case("layer_normalization", L.LayerNormalization, [(3, 5)], {"epsilon": 0.03125}, name="layer_normalization, epsilon")
    keras_case("layer_normalization", L.LayerNormalization, [(3, 5)], neither, name="layer_normalization, no weights")
    keras_case("group_normalization", L.GroupNormalization, [(1, 2, 1, 32)])
    for groups in (1, 3, -1):
        keras_case("group_normalization", L.GroupNormalization, [(2, 2, 3, 6)], {"groups": groups},
                   name=f"group_normalization of {groups} groups")
    keras_case("group_normalization", L.GroupNormalization, [(3, 6)], {"groups": 2, "epsilon": 0.03125, **neither},
               name="group_normalization of rows, no weights")
    keras_case("rms_normalization", L.RMSNormalization, [(2, 3, 4)])
    case("affine", lambda x, w: x * w["gamma"] + w["beta"], [(2, 3, 4)], weights={"gamma": (4,), "beta": (4,)})
    case("affine", lambda x, w: x * w["gamma"], [(3, 5)], {"center": False}, {"gamma": (5,)}, name="affine, scale alone")
    case("affine", lambda x, w: x + w["beta"], [(2, 2, 3, 4)], {"scale": False}, {"beta": (4,)}, name="affine, offset alone")
    keras_case("rms_normalization", L.RMSNormalization, [(3, 5)], {"epsilon": 0.03125}, name="rms_normalization, epsilon")


@family
def shapes():
    line, image, volume = (2, 5, 2), (1, 4, 4, 2), (1, 4, 3, 4, 1)
    for axes, shape in enumerate([line, image, volume], 1):
        # Ours are in a row, Keras's in pairs for both sides of an axis.
        sides = [1, 2, 0, 1, 2, 1][:2 * axes]
        pairs = tuple(zip(sides[::2], sides[1::2])) if axes > 1 else tuple(sides)
        padding, cropping = getattr(L, f"ZeroPadding{axes}D"), getattr(L, f"Cropping{axes}D")
        keras_case(f"zero_padding{axes}d", padding, [shape])
        keras_case(f"zero_padding{axes}d", padding, [shape], {"padding": sides}, {"padding": pairs},
                   name=f"zero_padding{axes}d of each side")
        keras_case(f"cropping{axes}d", cropping, [shape])
        keras_case(f"cropping{axes}d", cropping, [shape], {"cropping": sides}, {"cropping": pairs},
                   name=f"cropping{axes}d of each side")
    keras_case("zero_padding2d", L.ZeroPadding2D, [image], {"padding": [2, 1]}, name="zero_padding2d of each axis")
    keras_case("cropping2d", L.Cropping2D, [image], {"cropping": [0, 1]}, name="cropping2d of each axis")
    keras_case("flatten", L.Flatten, [(2, 2, 3, 2)])
    keras_case("reshape", L.Reshape, [(2, 4, 3)], {"target_shape": [2, -1, 3]})
    keras_case("reshape", L.Reshape, [(2, 4, 3)], {"target_shape": [6, 2]}, name="reshape, every size said")
    keras_case("permute", L.Permute, [(2, 4, 3)], {"dims": [2, 1]})
    keras_case("permute", L.Permute, [(2, 2, 3, 4)], {"dims": [3, 1, 2]}, name="permute of three axes")


@family
def inference():
    """Layers that only act in training, and whose draws differ between libraries."""
    rows, line, image, volume = (2, 3), (2, 3, 2), (1, 2, 2, 2), (1, 2, 2, 1, 2)
    for layer, cls, shape in [("alpha_dropout", L.AlphaDropout, rows), ("dropout", L.Dropout, rows),
                              ("gaussian_dropout", L.GaussianDropout, rows), ("spatial_dropout1d", L.SpatialDropout1D, line),
                              ("spatial_dropout2d", L.SpatialDropout2D, image), ("spatial_dropout3d", L.SpatialDropout3D, volume)]:
        keras_case(layer, cls, [shape], {"rate": 0.25}, training=False)
    keras_case("gaussian_noise", L.GaussianNoise, [rows], {"stddev": 0.25}, training=False)


@family
def products():
    for name, pair, axes in [("", [(2, 5), (2, 5)], [1, 1]), (" along the first axes", [(2, 3, 2), (2, 3, 4)], [1, 1]),
                             (" along the last axes", [(2, 3, 2), (2, 4, 2)], [-1, -1]),
                             (" of a matrix and a vector", [(2, 5, 3), (2, 5)], [1, 1]),
                             (" along a middle axis", [(1, 2, 3, 2), (1, 2, 3)], [2, 2])]:
        keras_case("dot", L.Dot, pair, {"axes": axes}, name=f"dot{name}")
        keras_case("dot", L.Dot, pair, {"axes": axes, "normalize": True}, name=f"dot{name}, normalized")


@family
def volumes():
    common = {"filters": 2, "kernel_size": [2, 3, 2]}
    for words, parameters in {"by default": {}, "strides": {"strides": [2, 1, 3]},
                              "same, strides": {"padding": "same", "strides": [1, 2, 2]},
                              "dilation": {"dilation_rate": [1, 2, 3]},
                              "same, dilation": {"padding": "same", "dilation_rate": [2, 1, 2]}, "groups": {"groups": 2},
                              "activation, no bias": {"activation": "softplus", "use_bias": False}}.items():
        keras_case("conv3d", L.Conv3D, [(1, 3, 5, 4, parameters.get("groups", 1))], {**common, **parameters}, name=f"conv3d, {words}")


@family
def recurrent():
    for layer, cls in [("simple_rnn", L.SimpleRNN), ("lstm", L.LSTM), ("gru", L.GRU)]:
        keras_case(layer, cls, [(2, 4, 3)], {"units": 2})
        keras_case(layer, cls, [(2, 3, 2)], {"units": 3, "return_sequences": True}, name=f"{layer} that returns sequences")
        keras_case(layer, cls, [(2, 3, 2)], {"units": 2, "use_bias": False}, name=f"{layer} without bias")
        # Keras returns the results of a backward layer in the order in which they are computed.
        keras_case(layer, cls, [(2, 4, 2)], {"units": 2, "direction": "backward"}, {"direction": ..., "go_backwards": True}, name=f"{layer}, backward")
        for parameters in ({"units": 2}, {"units": 2, "return_sequences": True}):
            keras_case(layer, cls, [(3, 4, 2), MASK], parameters, masked=True,
                       name=f"{layer}, masked{', sequences' if 'return_sequences' in parameters else ''}")
    keras_case("simple_rnn", L.SimpleRNN, [(2, 4, 2)], {"units": 3, "activation": "relu"}, name="simple_rnn with relu")

    def both(layer, cls, gates, order, sequences):
        """PyTorch's has a row for each gate of each unit, with the gates in the given `order`, and two biases to add up."""
        units, inputs = 2, 3

        def call(x, w):
            peer = cls(inputs, units, batch_first=True, bidirectional=True).double()
            named = {}
            for ours, theirs in [("", ""), ("_backward", "_reverse")]:
                def turned(name):
                    return w[name + ours].reshape(-1, gates, units)[:, order].reshape(-1, gates * units)

                named |= {f"weight_ih_l0{theirs}": turned("kernel").T, f"weight_hh_l0{theirs}": turned("recurrent_kernel").T}
                biases = turned("bias")
                named |= {f"bias_ih_l0{theirs}": biases[0], f"bias_hh_l0{theirs}": biases[1] if len(biases) > 1 else 0 * biases[0]}
            y, last = torch.func.functional_call(peer, named, (x,))
            last = last[0] if isinstance(last, tuple) else last
            return y if sequences else torch.cat([last[0], last[1]], -1)

        width = gates * units
        shapes = {"kernel": (inputs, width), "recurrent_kernel": (units, width), "bias": (2, width) if gates == 3 else (width,)}
        case(layer, call, [(2, 4, inputs)], {"units": units, "direction": "bidirectional", "return_sequences": sequences},
             {name + suffix: shape for suffix in ("", "_backward") for name, shape in shapes.items()},
             name=f"{layer}, bidirectional{', sequences' if sequences else ''}")

    for sequences in (False, True):
        both("simple_rnn", torch.nn.RNN, 1, [0], sequences)
        both("lstm", torch.nn.LSTM, 4, [0, 1, 2, 3], sequences)
        both("gru", torch.nn.GRU, 3, [1, 0, 2], sequences)


@family
def upsampling():
    keras_case("up_sampling1d", L.UpSampling1D, [(2, 3, 2)])
    keras_case("up_sampling1d", L.UpSampling1D, [(2, 3, 2)], {"size": [3]}, {"size": 3}, name="up_sampling1d by 3")
    keras_case("up_sampling2d", L.UpSampling2D, [(2, 2, 3, 2)], {"size": [2, 3]})
    for size in [2, 2], [3, 1], [4, 5]:
        keras_case("up_sampling2d", L.UpSampling2D, [(1, 3, 2, 2)], {"size": size, "interpolation": "bilinear"},
                   name=f"up_sampling2d, bilinear by {size[0]} and {size[1]}")
    case("up_sampling2d", lambda x: F.interpolate(x.permute(0, 3, 1, 2), scale_factor=3, mode="bilinear").permute(0, 2, 3, 1),
         [(1, 2, 3, 3)], {"size": [3, 3], "interpolation": "bilinear"}, name="up_sampling2d, bilinear")
    keras_case("up_sampling3d", L.UpSampling3D, [(1, 2, 2, 2, 2)], {"size": [2, 1, 3]})
    keras_case("repeat_vector", L.RepeatVector, [(2, 4)], {"n": 3})
    keras_case("rescaling", L.Rescaling, [(2, 3, 2)], {"scale": 0.5, "offset": -1.25})


def main():
    folder = ROOT / "fixtures/parity"
    peers = f"PyTorch {torch.__version__.split('+')[0]}, Keras {keras.__version__}, TensorFlow {tf.__version__}"
    for name in sys.argv[1:] or sorted(FAMILIES):
        cases.clear()
        FAMILIES[name]()
        lines = ",\n".join(json.dumps(each, separators=(",", ":")) for each in cases)
        (folder / f"{name}.json").write_text(f'{{"peers": "{peers}", "cases": [\n{lines}\n]}}\n')
        print(f"{name}: {len(cases)} cases")


if __name__ == "__main__":
    main()

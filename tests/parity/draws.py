#!/usr/bin/env python3
"""The distributions that Keras draws from, whatever the generator: the fixture tests/fixtures/parity/draws/draws.json, which
`layers_draws` reads.

    draws.py

For an initializer the variance of many weights; for a layer that acts only in training its results for a constant input: the values
and their shares if they are few, else mean and deviation. Run it by hand where keras and torch are installed; it rewrites the same
bytes each time.
"""
import json
import os
from pathlib import Path

os.environ["KERAS_BACKEND"] = "torch"
import keras
import keras.layers as L
import numpy as np

OUT = Path(__file__).resolve().parent.parent / "fixtures/parity/draws/draws.json"


def short(value):
    return float(f"{value:.7g}")


def initializer_case(name):
    """The variance of a kernel of 100 inputs and 300 outputs, with Keras's defaults."""
    cls = keras.initializers.get(name).__class__
    values = np.concatenate([np.asarray(cls(seed=seed)((100, 300)).cpu()).ravel() for seed in range(20)]).astype(np.float64)
    return {"initializer": name, "fans": [100, 300], "draws": values.size, "variance": short(values.var())}


def layer_case(name, cls, shape, value, **parameters):
    keras.utils.set_random_seed(5)
    output = np.asarray(cls(**parameters)(np.full(shape, value, np.float32), training=True).cpu()).astype(np.float64)
    case = {"layer": name, "parameters": parameters, "shape": list(shape), "value": value}
    found, counts = np.unique(output.round(6), return_counts=True)
    if found.size <= 2:
        return {**case, "values": [short(v) for v in found], "shares": [short(c / output.size) for c in counts]}
    return {**case, "mean": short(output.mean()), "deviation": short(output.std())}


def main():
    initializers = [initializer_case(name) for name in ["glorot_normal", "glorot_uniform", "he_normal", "he_uniform", "lecun_normal",
                                                        "lecun_uniform", "random_normal", "random_uniform", "truncated_normal"]]
    layers = [layer_case("alpha_dropout", L.AlphaDropout, (500, 200), value, rate=rate) for value, rate in [(1.0, 0.25), (-0.5, 0.1)]]
    layers += [layer_case("dropout", L.Dropout, (500, 200), 1.5, rate=0.25),
               layer_case("gaussian_dropout", L.GaussianDropout, (500, 200), 1.5, rate=0.2),
               layer_case("gaussian_noise", L.GaussianNoise, (500, 200), 1.5, stddev=0.25),
               layer_case("spatial_dropout1d", L.SpatialDropout1D, (500, 2, 200), 1.5, rate=0.25),
               layer_case("spatial_dropout2d", L.SpatialDropout2D, (500, 2, 1, 200), 1.5, rate=0.25),
               layer_case("spatial_dropout3d", L.SpatialDropout3D, (500, 1, 2, 1, 200), 1.5, rate=0.25)]
    lines = {key: ",\n".join(json.dumps(each) for each in cases) for key, cases in
             {"initializers": initializers, "layers": layers}.items()}
    body = ",\n".join(f'"{key}": [\n{text}\n]' for key, text in lines.items())
    OUT.write_text(f'{{"peer": "Keras {keras.__version__}",\n{body}}}\n')
    print(f"{OUT}: {len(initializers) + len(layers)} cases")


if __name__ == "__main__":
    main()

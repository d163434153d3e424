#!/usr/bin/env python3
"""Keras's transforms of a small picture: the fixture tests/fixtures/parity/images/images.json, which `transforms_parity` reads.

    images.py

Keras's random layers get intervals of one number, so that nothing is drawn; each case names our step that should do the same, with
its numbers. Run it by hand where keras and torch are installed; it rewrites the same bytes each time.
"""
import json
import math
import os
from pathlib import Path

os.environ["KERAS_BACKEND"] = "torch"
import keras
import keras.layers as L
import numpy as np

OUT = Path(__file__).resolve().parent.parent / "fixtures/parity/images/images.json"
cases = []


def case(op, step, layer, shape, values, **more):
    """`values` are our step's, vertical first."""
    image = np.round(np.random.default_rng(11).uniform(0.05, 0.95, shape) * 64) / 64
    output = np.asarray(layer(image[None].astype(np.float32), training=True).cpu())[0]
    cases.append({"op": op, "step": step, "values": values, **more, "shape": list(shape), "input": image.ravel().tolist(),
                  "output_shape": list(output.shape), "output": [float(f"{v:.7g}") for v in output.ravel()]})


def moves():
    grey = (5, 4, 1)  # shifted by 1.3 and 1.6 pixels, so that the nearest one never depends on rounding
    for fill in ("constant", "nearest", "reflect", "wrap"):
        for interpolation in ("bilinear", "nearest"):
            look_up = {"fill_mode": fill, "fill_value": 0.375, "interpolation": interpolation}
            ours = {"fill": fill, "nearest": interpolation == "nearest"}
            case("warp", "shift", L.RandomTranslation((0.26, 0.26), (-0.4, -0.4), **look_up), grey, [0.26, -0.4], **ours)
            case("warp", "rotate", L.RandomRotation((0.07, 0.07), **look_up), grey, [0.07 * 2 * math.pi, 0.0], **ours)
    look_up = {"fill_mode": "constant", "fill_value": 0.375}
    ours = {"fill": "constant", "nearest": False}
    # Keras's factor is how much more of the picture is seen, ours is how much larger it becomes.
    case("warp", "scale", L.RandomZoom((-0.2, -0.2), (0.6, 0.6), **look_up), grey, [1 / 0.8, 1 / 1.6], **ours)
    case("warp", "rotate", L.RandomRotation((-0.2, -0.2), **look_up), (4, 4, 3), [-0.2 * 2 * math.pi, 0.0], **ours)
    case("warp", "resize", L.Resizing(7, 9), grey, [], fill="nearest", nearest=False)
    case("warp", "resize", L.Resizing(7, 9, interpolation="nearest"), grey, [], fill="nearest", nearest=True)
    case("warp", "window", L.CenterCrop(2, 3), (6, 7, 1), [2, 2], fill="constant", nearest=False)


def colors():
    class Contrast(L.RandomContrast):
        """With a given factor."""

        def get_random_transformation(self, data, training=True, seed=None):
            return {"contrast_factor": self.said}

    def contrast(factor):
        layer = Contrast(0.5, value_range=(0, 1))
        layer.said = factor
        return layer

    for shape in [(3, 4, 1), (3, 4, 3)]:
        for delta in (0.2, -0.3):
            case("recolor", "brightness", L.RandomBrightness((delta, delta), value_range=(0, 1)), shape, [delta])
        for factor in (0.4, 1.7):
            case("recolor", "contrast", contrast(factor), shape, [factor])
    case("recolor", "grey", L.RandomGrayscale(1.0), (3, 4, 3), [1.0])


def main():
    moves()
    colors()
    OUT.parent.mkdir(exist_ok=True)
    lines = ",\n".join(json.dumps(each, separators=(",", ":")) for each in cases)
    OUT.write_text(f'{{"peer": "Keras {keras.__version__}", "cases": [\n{lines}\n]}}\n')
    print(f"{OUT}: {len(cases)} cases")


if __name__ == "__main__":
    main()

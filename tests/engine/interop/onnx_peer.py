"""Runs every ONNX model of a folder in onnxruntime and compares what it predicts.

    onnx_peer.py FOLDER

Beside NAME.onnx are NAME.json, {"inputs": [{"name", "shape"}, ...], "outputs": [...]}, and NAME.bin, the numbers of all of them in
that order as little-endian f32. Prints a JSON object a line: {"name", "ops", "difference"}, the largest difference relative to the
range of each output, or {"name", "error"}.
"""

import json
import sys
from pathlib import Path

import numpy as np
import onnx
import onnxruntime

onnxruntime.set_default_logger_severity(3)
TYPES = {"tensor(float)": np.float32, "tensor(int64)": np.int64}


def compare(path):
    model = onnx.load(path)
    onnx.checker.check_model(model, full_check=True)
    case = json.loads(path.with_suffix(".json").read_text())
    numbers, at, arrays = np.fromfile(path.with_suffix(".bin"), "<f4"), 0, {}
    for side in ("inputs", "outputs"):
        for entry in case[side]:
            size = int(np.prod(entry["shape"]))
            arrays[side, entry["name"]] = numbers[at : at + size].reshape(entry["shape"])
            at += size
    session = onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"])
    inputs = {i.name: arrays["inputs", i.name].astype(TYPES[i.type]) for i in session.get_inputs()}
    worst = 0.0
    for output, got in zip(session.get_outputs(), session.run(None, inputs), strict=True):
        expected = arrays["outputs", output.name].astype(np.float64)
        if got.shape != expected.shape:
            raise ValueError(f"{output.name} is {got.shape}, expected {expected.shape}")
        extent = float(np.ptp(expected)) or max(1.0, float(np.abs(expected).max()))
        difference = float(np.abs(got - expected).max()) / extent
        worst = max(worst, float("inf") if np.isnan(difference) else difference)
    return {"ops": [node.op_type for node in model.graph.node], "difference": worst}


for path in sorted(Path(sys.argv[1]).glob("*.onnx")):
    try:
        result = compare(path)
    except Exception as error:  # noqa: BLE001 (each model's own line says what is wrong with it)
        result = {"error": str(error)}
    print(json.dumps({"name": path.stem, **result}), flush=True)

"""Runs exported scripts on given inputs and compares what they predict with what is expected.

    run_scripts.py FOLDER

For each NAME.cases.safetensors in FOLDER, with the arrays "input/0" … and "expected/0" …, channels last, the script NAME.py is
imported, and a line is printed: NAME, the largest difference, and the largest number expected.
"""

import importlib.util
import os
import sys
from pathlib import Path

os.environ.setdefault("KERAS_BACKEND", "torch")
os.environ.setdefault("CUDA_VISIBLE_DEVICES", "")

import numpy as np  # noqa: E402
import torch  # noqa: E402


def load(path):
    spec = importlib.util.spec_from_file_location(path.stem, path)
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    return script


def numbered(arrays, kind):
    return [arrays[name] for name in sorted(arrays) if name.startswith(f"{kind}/")]


def predict_torch(script, model, inputs):
    given = []
    for array in inputs:
        tensor = torch.from_numpy(array)
        given.append(tensor.movedim(-1, 1).contiguous() if tensor.ndim > 3 else tensor)
    with torch.no_grad():
        results = script.predict(model, *given) if hasattr(script, "predict") else model.eval()(*given)
    results = [results] if isinstance(results, torch.Tensor) else results
    return [(result.movedim(1, -1) if result.ndim > 3 else result).numpy() for result in results]


def predict_keras(model, inputs):
    results = model.predict_on_batch(inputs[0] if len(inputs) == 1 else inputs)
    return results if isinstance(results, list) else [results]


def main():
    for cases in sorted(Path(sys.argv[1]).glob("*.cases.safetensors")):
        name = cases.name.removesuffix(".cases.safetensors")
        try:
            script = load(cases.with_name(f"{name}.py"))
            arrays = script.read_safetensors(cases)
            model = script.build_model() if hasattr(script, "build_model") else script.Network()
            script.load_weights(model)
            inputs = numbered(arrays, "input")
            got = predict_torch(script, model, inputs) if isinstance(model, torch.nn.Module) and not hasattr(script, "keras") else predict_keras(model, inputs)
            expected = numbered(arrays, "expected")
            shapes = [array.shape for array in got] == [array.shape for array in expected]
            worst = max(float(np.abs(a - b).max()) for a, b in zip(got, expected)) if shapes else float("inf")
            print(name, f"{worst:.3e}", f"{max(float(np.abs(array).max()) for array in expected):.3e}", flush=True)
        except Exception as error:  # the next ones are of interest too
            print(name, "error", type(error).__name__, str(error).replace("\n", " ")[:300], flush=True)


main()

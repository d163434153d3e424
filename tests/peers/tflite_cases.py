#!/usr/bin/env python3
"""Writes models of TensorFlow Lite and what they compute, for test_interop_model_import.

    tflite_cases.py FOLDER FILE.tflite...

A case is NAME.tflite beside NAME.npz with the arrays in_0 and out_0; then NETSMITH_MODEL_CASES=FOLDER test_interop_model_import tells
whether they predict the same. A model that computes in integers is first rewritten with the numbers that its integers stand for, as
an import does, and computed by TensorFlow Lite's interpreter in floats. Needs ai-edge-litert 2.3.0 of PyPI, and NumPy.
"""

import pathlib
import shutil
import sys

import flatbuffers
import numpy as np
from ai_edge_litert import schema_py_generated as schema
from ai_edge_litert.interpreter import Interpreter

TYPES = {0: np.float32, 1: np.float16, 2: np.int32, 3: np.uint8, 9: np.int8}


def dequantized(content):
    model = schema.ModelT.InitFromObj(schema.Model.GetRootAs(content, 0))
    for tensor in model.subgraphs[0].tensors:
        given = tensor.quantization
        if given is None or given.scale is None or not len(given.scale):
            continue
        buffer = model.buffers[tensor.buffer]
        if buffer.data is not None and len(buffer.data):
            numbers = np.frombuffer(bytes(buffer.data), TYPES[tensor.type]).reshape(tensor.shape)
            along = [1] * numbers.ndim
            if len(given.scale) > 1:
                along[given.quantizedDimension] = -1
            zero = np.asarray(given.zeroPoint).reshape(along) if len(given.scale) > 1 else given.zeroPoint[0]
            scale = np.asarray(given.scale, np.float32).reshape(along) if len(given.scale) > 1 else np.float32(given.scale[0])
            made = schema.BufferT()
            made.data = np.frombuffer(((numbers.astype(np.int64) - zero) * scale).astype(np.float32).tobytes(), np.uint8)
            model.buffers.append(made)
            tensor.buffer = len(model.buffers) - 1
        tensor.type, tensor.quantization = 0, None
    builder = flatbuffers.Builder(0)
    builder.Finish(model.Pack(builder), file_identifier=b"TFL3")
    return bytes(builder.Output())


def predict(content, x):
    interpreter = Interpreter(model_content=content)
    interpreter.allocate_tensors()
    rows = []
    for sample in x:
        interpreter.set_tensor(interpreter.get_input_details()[0]["index"], sample[None])
        interpreter.invoke()
        rows.append(interpreter.get_tensor(interpreter.get_output_details()[0]["index"]))
    return np.concatenate(rows)


if __name__ == "__main__":
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    generator = np.random.default_rng(1)
    for path in map(pathlib.Path, sys.argv[2:]):
        content = path.read_bytes()
        detail = Interpreter(model_content=content).get_input_details()[0]
        scale, zero = detail["quantization"]
        shape = (4, *detail["shape"][1:])
        if detail["dtype"] == np.float32:
            x = generator.standard_normal(shape)
        else:
            numbers = np.iinfo(detail["dtype"])
            x = (generator.integers(numbers.min, numbers.max + 1, shape) - zero) * scale
        x = x.astype(np.float32)
        np.savez(folder / f"{path.stem}.npz", in_0=x, out_0=predict(dequantized(content), x))
        shutil.copyfile(path, folder / path.name)

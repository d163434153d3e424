#!/usr/bin/env python3
"""Writes models of ONNX and what they compute, for test_interop_onnx_import.

    onnx_cases.py nodes FOLDER        the backend node tests of the onnx package
    onnx_cases.py torchvision FOLDER  networks of torchvision with random weights, exported by PyTorch
    onnx_cases.py files FOLDER FILE:SHAPE...  models from files, with random inputs of these shapes ("1,3,224,224")
    onnx_cases.py table FOLDER        what became of them, by operator

A case is NAME.onnx beside NAME.npz with the arrays in_0, in_1, ... and out_0, ...; then
NETSMITH_ONNX_CASES=FOLDER test_interop_onnx_import tells which of them predict the same. Inputs of a node test that are weights are
bound as constants: a test counts as passed if it passes with some of its inputs left open. The environment is that of
tests/peers/install.
"""

import collections
import itertools
import pathlib
import sys
import warnings

import numpy as np
import onnx
from onnx import numpy_helper

warnings.filterwarnings("ignore")


def save_case(folder, name, model, inputs, outputs, **more):
    folder.mkdir(parents=True, exist_ok=True)
    onnx.save(model, folder / f"{name}.onnx")
    arrays = {f"in_{i}": np.asarray(x) for i, x in enumerate(inputs)}
    arrays |= {f"out_{i}": np.asarray(x) for i, x in enumerate(outputs)}
    np.savez(folder / f"{name}.npz", **arrays, **more)


def node_tests():
    from onnx.backend.test.loader import load_model_tests

    return load_model_tests(kind="node")


def is_numeric(values):
    return all(isinstance(v, np.ndarray) and v.dtype.kind in "fiub" for v in values)


def open_sets(inputs):
    """Which inputs stay inputs: all, or each single one."""
    counts = range(len(inputs))
    with_samples = [i for i in counts if inputs[i].ndim > 0 and inputs[i].size]
    floats = [i for i in with_samples if inputs[i].dtype.kind == "f"]
    for chosen in itertools.chain([floats, with_samples[:1], with_samples], ([i] for i in with_samples)):
        if chosen and len({inputs[i].shape[0] for i in chosen}) == 1:
            yield tuple(chosen)


def write_nodes(folder):
    written = 0
    for test in node_tests():
        model, ((inputs, outputs), *_) = test.model, test.data_sets
        if not is_numeric(inputs) or not is_numeric(outputs):
            (folder / "skipped").mkdir(parents=True, exist_ok=True)
            (folder / "skipped" / test.name).write_text(operator_of(model))
            continue
        names = [value.name for value in model.graph.input]
        (folder / "all").mkdir(parents=True, exist_ok=True)
        (folder / "all" / test.name).write_text(operator_of(model))
        for variant, chosen in enumerate(dict.fromkeys(open_sets(inputs))):
            bound = onnx.ModelProto()
            bound.CopyFrom(model)
            for i in reversed(range(len(inputs))):
                if i not in chosen:
                    bound.graph.initializer.append(numpy_helper.from_array(inputs[i], names[i]))
                    del bound.graph.input[i]
            kept = outputs
            if test.model.graph.node[0].op_type == "LayerNormalization":  # the others serve its gradient
                del bound.graph.output[1:]
                kept = outputs[:1]
            tolerance = np.float32([max(test.rtol, 1e-4)])
            save_case(folder, f"{test.name}__{variant}", bound, [inputs[i] for i in chosen], kept, tolerance=tolerance)
            written += 1
    print(written, "cases")


def operator_of(model):
    return model.graph.node[0].op_type if len(model.graph.node) == 1 else "(several)"


def write_torchvision(folder):
    import torch
    import torchvision.models as models

    sizes = {"inception_v3": 299}
    names = ["vgg16", "resnet18", "resnet50", "mobilenet_v2", "mobilenet_v3_small", "mobilenet_v3_large", "efficientnet_b0",
             "squeezenet1_0", "densenet121"]
    torch.manual_seed(1)
    for name in names:
        network = getattr(models, name)(weights=None).eval()
        for module in network.modules():  # statistics as training would leave them
            if isinstance(module, torch.nn.BatchNorm2d):
                torch.nn.init.normal_(module.running_mean, std=0.1)
                torch.nn.init.uniform_(module.running_var, 0.5, 1.5)
        x = torch.randn(2, 3, sizes.get(name, 224), sizes.get(name, 224))
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{name}.onnx"
        torch.onnx.export(network, (x,), path, dynamo=False, input_names=["input"], output_names=["output"],
                          dynamic_axes={"input": {0: "batch"}, "output": {0: "batch"}})
        with torch.no_grad():
            y = network(x)
        np.savez(folder / f"{name}.npz", in_0=x.numpy(), out_0=y.numpy())
        print(name, path.stat().st_size)


def write_files(folder, arguments):
    import onnxruntime

    generator = np.random.default_rng(1)
    for argument in arguments:
        path, *shapes = argument.split(":")
        model = onnx.load(path)
        session = onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"])
        inputs = {}
        for value, shape in zip(session.get_inputs(), shapes):
            sizes = [int(size) for size in shape.split(",")]
            inputs[value.name] = generator.standard_normal(sizes).astype(np.float32)
        outputs = session.run(None, inputs)
        save_case(folder, pathlib.Path(path).stem, model, list(inputs.values()), outputs)


def write_table(folder):
    tests = {path.name: path.read_text() for path in (folder / "all").iterdir()}
    verdicts = collections.defaultdict(list)
    for line in (folder / "verdicts.txt").read_text().splitlines():
        name, verdict = line.split("\t", 1)
        verdicts[name.rsplit("__", 1)[0]].append(verdict)
    table = collections.defaultdict(lambda: [0, 0, 0, collections.Counter()])
    for name, operator in tests.items():
        row, mine = table[operator], verdicts.get(name, ["refused: no input has samples"])
        if "passed" in mine:
            row[0] += 1
        elif any(v.startswith("failed") for v in mine):
            row[2] += 1
            row[3][name + " " + next(v for v in mine if v.startswith("failed"))] += 1
        else:
            row[1] += 1
            row[3][mine[0].split(": ", 2)[-1][:100]] += 1
    print(f"{'operator':28} passed refused failed  first reason")
    for operator, (passed, refused, failed, reasons) in sorted(table.items()):
        print(f"{operator:28} {passed:6} {refused:7} {failed:6}  {reasons.most_common(1)[0][0] if reasons else ''}")
    print("operators with passed tests:", sum(row[0] > 0 for op, row in table.items() if op != "(several)"),
          " tests passed:", sum(row[0] for row in table.values()), "refused:", sum(row[1] for row in table.values()),
          "failed:", sum(row[2] for row in table.values()))


if __name__ == "__main__":
    command, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    if command == "nodes":
        write_nodes(folder)
    elif command == "torchvision":
        write_torchvision(folder)
    elif command == "files":
        write_files(folder, sys.argv[3:])
    elif command == "table":
        write_table(folder)
    else:
        sys.exit(__doc__)

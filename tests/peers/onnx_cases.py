#!/usr/bin/env python3
"""Writes models of ONNX and what they compute, for test_interop_onnx_import.

    onnx_cases.py nodes FOLDER        the backend node tests of the onnx package
    onnx_cases.py torchvision FOLDER  networks of torchvision with random weights, exported by PyTorch
    onnx_cases.py training FOLDER     the same with convolutions and batch norms fused, the gradients of three weights, and targets
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


def torchvision_networks(names):
    import torch
    import torchvision.models as models

    torch.manual_seed(1)
    for name in names:
        network = getattr(models, name)(weights=None).eval()
        for module in network.modules():  # statistics as training would leave them
            if isinstance(module, torch.nn.BatchNorm2d):
                torch.nn.init.normal_(module.running_mean, std=0.1)
                torch.nn.init.uniform_(module.running_var, 0.5, 1.5)
        yield name, network


def export_torch(network, x, path):
    import torch

    path.parent.mkdir(parents=True, exist_ok=True)
    torch.onnx.export(network, (x,), path, dynamo=False, input_names=["input"], output_names=["output"],
                      dynamic_axes={"input": {0: "batch"}, "output": {0: "batch"}})


def write_training(folder):
    import torch
    from torch.fx.experimental.optimization import fuse

    for name, network in torchvision_networks(["resnet18", "mobilenet_v2", "squeezenet1_0", "efficientnet_b0"]):
        network = fuse(network)
        x, target = torch.randn(4, 3, 96, 96), torch.randn(4, 1000)
        export_torch(network, x, folder / f"{name}.onnx")
        torch.nn.functional.mse_loss(network(x), target).backward()
        single = {key: w.grad.double() for key, w in network.named_parameters() if w.grad is not None}
        network.zero_grad()
        network.double()  # in single precision a ReLU near 0 decides otherwise here and there
        y = network(x.double())
        torch.nn.functional.mse_loss(y, target.double()).backward()
        weights = [(key, w) for key, w in network.named_parameters()
                   if key.endswith(".weight") and w.ndim in (2, 4) and w.shape[1] > 1 and w.shape[2:] != (1, 1)]
        if len(weights) < 3:
            weights = [(key, w) for key, w in network.named_parameters() if key.endswith(".weight") and w.ndim in (2, 4) and w.shape[1] > 1]
        weights = [weights[0], weights[len(weights) // 2], weights[-1]]
        own = max(((single[key] - w.grad).abs().max() / w.grad.abs().max()).item() for key, w in weights)
        arrays = {f"gradient {key.removesuffix('.weight')}": w.grad.float().numpy() for key, w in weights}
        np.savez(folder / f"{name}.npz", in_0=x.numpy(), out_0=y.detach().float().numpy(), target_0=target.numpy(), rate=np.float32([0.01]),
                 gradient_tolerance=np.float32([max(1e-4, own)]), **arrays)
        print(name, f"PyTorch's own difference {own:.1e}", *arrays)


def write_torchvision(folder):
    import torch

    names = ["vgg16", "resnet18", "resnet50", "mobilenet_v2", "mobilenet_v3_small", "mobilenet_v3_large", "efficientnet_b0",
             "squeezenet1_0", "densenet121"]
    for name, network in torchvision_networks(names):
        x = torch.randn(2, 3, 224, 224)
        path = folder / f"{name}.onnx"
        export_torch(network, x, path)
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
    elif command == "training":
        write_training(folder)
    elif command == "files":
        write_files(folder, sys.argv[3:])
    elif command == "table":
        write_table(folder)
    else:
        sys.exit(__doc__)

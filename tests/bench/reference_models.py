"""The reference models of the benchmarks: their projects, their steps and running a program."""
import json
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
DEFAULT_MODELS = ["mnist_mlp:32", "mnist_mlp:128", "mnist_cnn:32", "mnist_cnn:128", "cifar_vgg:64", "cifar_resnet:128",
                  "text_lstm:64", "char_lstm:64", "mobilenet_small:64", "resnext_small:64"]

# Steps a repeat: enough for about a second of each model.
STEPS = {"mnist_mlp": 500, "mnist_cnn": 100, "cifar_vgg": 4, "cifar_resnet": 6, "text_lstm": 100, "char_lstm": 6,
         "mobilenet_small": 50, "resnext_small": 40}


def with_own_library(cli, environment):
    """An environment in which a program uses the libraries and backends it was built with, wherever its folder was copied."""
    library = Path(cli).resolve().parent.parent / "lib"
    own = {**environment, "LD_LIBRARY_PATH": f"{library}:{environment.get('LD_LIBRARY_PATH', '')}"}
    own.pop("NETSMITH_BACKEND_DIR", None)
    return own


def last_json(command, environment):
    """The last object that a program prints, or {"error": …} with its last line."""
    done = subprocess.run(command, capture_output=True, text=True, env=environment)
    rows = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    if done.returncode or not rows:
        return {"error": (done.stderr.strip().splitlines() or [f"exit code {done.returncode}"])[-1]}
    return rows[-1]


def _without_dropout(graph):
    """Connects the layer before each dropout to the layer after it."""
    for node in [node for node in graph["nodes"] if node["layer"] == "dropout"]:
        into = next(edge for edge in graph["edges"] if edge["to"][0] == node["id"])
        graph["edges"].remove(into)
        for edge in graph["edges"]:
            if edge["from"][0] == node["id"]:
                edge["from"] = into["from"]
        graph["nodes"].remove(node)


def as_peers_train(model, folder):
    """The sample's network, trained like the peers: with Adam and without augmentation."""
    project = json.loads((ROOT / "projects" / model / f"{model}.netsmith").read_text())
    project["data"].pop("transforms", None)
    project["training"].update(optimizer={"id": "adam", "parameters": {"learning_rate": 0.001}}, schedule={"id": "constant"})
    project["training"]["global_clipnorm"] = 0
    if model.startswith("cifar"):
        project["data"]["source"] = "random_images"
    if project["data"]["source"] == "fashion_mnist":  # of the same shape, and always there
        project["data"]["source"] = "synthetic_digits"
    if model == "char_lstm":
        _without_dropout(project["graph"])
    path = Path(folder) / f"{model}.netsmith"
    path.write_text(json.dumps(project))
    return path


def bench(cli, project, batch, environment, *, precision="fp32", repeats=5, device="", threads=0):
    """The output of `netsmith-cli bench` for a model's project, or {"error": …}."""
    command = [cli, "bench", str(project), "--json", "--batch", str(batch), "--precision", precision,
               "--steps", str(STEPS[Path(project).stem]), "--repeats", str(repeats)]
    if device:
        command += ["--device", device]
    if threads:
        command += ["--threads", str(threads)]
    result = last_json(command, with_own_library(cli, environment))
    return result if "ms_step" in result or "error" in result else {"error": str(result)}

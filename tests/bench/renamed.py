"""Renamed keys between two builds that are compared: each build is asked which of the names it knows."""

# Keys of project files: old name, new name.
KEYS = [
    ("clip_norm", "global_clipnorm"),
    ("initial_spread", "stddev"),
    ("validation_share", "validation_split"),
    ("average_decay", "ema_momentum"),
    ("undecayed", "exclude_from_weight_decay"),
    ("accumulate", "gradient_accumulation_steps"),
    ("warmup_share", "warmup_ratio"),
]
# Ends of tensors' names in checkpoints ("dense_1.kernel/average"), and of keys of state.json ("position.samples").
TENSORS = []
STATE = [(f"position.schedule.{key}", f"position.schedules.0.{key}") for key in ("factor", "waited", "cooldown", "best")]


def canonical(name, renamed):
    """The name that counts: the older one."""
    for old, new in renamed:
        if name.endswith(new):
            return name.removesuffix(new) + old
    return name


class Format:
    """The project files that a build reads, by its own schema."""

    def __init__(self, schema):
        self.version = schema["properties"]["netsmith"]["const"]
        self.definitions = schema["$defs"]

    def ids(self, kind):
        """The ids of one of its registries, such as the optimizers."""
        return sorted(name.split(".", 1)[1] for name in self.definitions if name.startswith(kind + "."))

    def spoken(self, project):
        """The project with the keys of this build. Raises `RuntimeError` for a key that it knows by no name."""
        training, graph = project["training"], project["graph"]
        return {
            **project,
            "netsmith": self.version,
            "graph": {**self._nodes(graph), "blocks": [self._nodes(block) for block in graph.get("blocks", [])]},
            "data": self._keys("data", project["data"]),
            "training": {
                **self._keys("training", training),
                "optimizer": self._component("optimizer", training["optimizer"]),
                "schedule": self._component("schedule", training["schedule"]),
            },
        }

    def _nodes(self, graph):
        return {**graph, "nodes": [self._component("layer", node, "layer") for node in graph["nodes"]]}

    def _component(self, kind, component, key="id"):
        if "parameters" not in component:
            return component
        return {**component, "parameters": self._keys(f"{kind}.{component[key]}", component["parameters"])}

    def _keys(self, definition, values):
        known = self.definitions[definition]["properties"]
        spoken = {}
        for key, value in values.items():
            names = [key, *(name for pair in KEYS if key in pair for name in pair)]
            name = next((name for name in names if name in known), None)
            if "." in key:  # an override of a block
                name = key
            elif name is None:
                tried = " or ".join(dict.fromkeys(names))
                raise RuntimeError(f"{definition} has no {tried}; add its new name to tests/bench/renamed.py")
            types = known.get(name, {})
            # Lists of layers were once texts separated by spaces.
            if types.get("type") == "array" and isinstance(value, str):
                value = value.split()
            elif types.get("type") == "string" and isinstance(value, list):
                value = " ".join(value)
            spoken[name] = value
        return spoken

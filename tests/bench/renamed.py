"""Renamed keys between two builds that are compared: each build is asked which of the names it knows."""

# What was set once for all weights of a layer is set for each kind of them.
KERNELS = ["kernel", "recurrent", "depthwise", "pointwise", "embeddings"]
KINDS = [*KERNELS, "bias", "alpha", "beta", "gamma", "scale"]
FIGURES = [("value", "value"), ("spread", "stddev"), ("minval", "minval"), ("maxval", "maxval"), ("gain", "gain")]

# Keys of project files: old name, new name.
KEYS = [
    ("clip_norm", "global_clipnorm"),
    *((f"initial_{old}", f"{kind}_{new}") for old, new in FIGURES for kind in KINDS),
    *((penalty, f"{kind}_{penalty}") for penalty in ("l1", "l2") for kind in KERNELS),
    ("kernel_initializer", "depthwise_initializer"),
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
        definition = f"{kind}.{component[key]}"
        parameters = self._bias_penalties(definition, component["parameters"])
        return {**component, "parameters": self._keys(definition, parameters)}

    def _bias_penalties(self, definition, values):
        """Biases were once penalized as much as kernels, or not at all."""
        known = self.definitions[definition]["properties"]
        own = {key: values[key] for key in ("bias_l1", "bias_l2") if key in values and key not in known}
        spoken = {key: value for key, value in values.items() if key not in own}
        if any(own.values()):
            spoken["penalize_bias"] = True
        if "penalize_bias" not in known and spoken.pop("penalize_bias", False):
            spoken |= {f"bias_{key}": spoken[key] for key in ("l1", "l2") if key in spoken and f"bias_{key}" in known}
        return spoken

    def _keys(self, definition, values):
        known = self.definitions[definition]["properties"]
        spoken = {}
        for key, value in values.items():
            others = dict.fromkeys(name for pair in KEYS if key in pair for name in pair if name != key)
            # A key that is known as it is, or that is of a block's layer, stays.
            names = [key] if key in known or "." in key else [name for name in others if name in known]
            if not names:
                tried = " or ".join([key, *others])
                raise RuntimeError(f"{definition} has no {tried}; add its new name to tests/bench/renamed.py")
            types = known.get(names[0], {})
            # Lists of layers were once texts separated by spaces.
            if types.get("type") == "array" and isinstance(value, str):
                value = value.split()
            elif types.get("type") == "string" and isinstance(value, list):
                value = " ".join(value)
            spoken |= dict.fromkeys(names, value)
        return spoken

"""The differences between two runs of the same training, bit by bit: tensors and counters of their checkpoints, and their tables."""
import json
import struct
from itertools import zip_longest

from renamed import STATE, TENSORS, canonical

# Keys of state.json about the program that wrote it.
OF_THE_BUILD = ("fingerprint", "schema")
FORMATS = {"F64": "d", "F32": "f", "F16": "e", "I64": "q", "I32": "i", "I16": "h", "I8": "b", "U8": "B"}


def tensors_in(checkpoint):
    """Name → (file, (type, shape, bytes)) of all safetensors of a checkpoint."""
    found = {}
    for file in sorted(checkpoint.glob("*.safetensors")):
        content = file.read_bytes()
        (length,) = struct.unpack_from("<Q", content)
        for name, tensor in json.loads(content[8:8 + length]).items():
            if name != "__metadata__":
                begin, end = (8 + length + offset for offset in tensor["data_offsets"])
                array = (tensor["dtype"], tensor["shape"], memoryview(content)[begin:end])
                found[canonical(name, TENSORS)] = (file.name, array)
    return found


def state_in(checkpoint):
    """Path ("position.samples", "position.sums.0") → (file, value) of the training state in a checkpoint."""
    found = {}

    def add(path, value):
        parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else None
        if parts is None:
            found[canonical(path, STATE)] = ("state.json", value)
        for key, part in parts or ():
            add(f"{path}.{key}" if path else str(key), part)

    state = json.loads((checkpoint / "state.json").read_text())
    add("", {key: value for key, value in state.items() if key not in OF_THE_BUILD})
    return found


def difference_of_tensors(one, other):
    """The first difference and its place, or nothing."""
    (kind, shape, bytes_of_one), (other_kind, other_shape, bytes_of_other) = one, other
    if (kind, shape) != (other_kind, other_shape):
        return f"{kind} {shape}, {other_kind} {other_shape}"
    if bytes_of_one == bytes_of_other:
        return None
    size = struct.calcsize(FORMATS.get(kind, "H"))
    pairs = [(i, bytes_of_one[at:at + size], bytes_of_other[at:at + size])
             for i, at in enumerate(range(0, len(bytes_of_one), size)) if bytes_of_one[at:at + size] != bytes_of_other[at:at + size]]
    where, *values = pairs[0]
    words = [f"{struct.unpack('<' + FORMATS[kind], value)[0]:.9g}" if kind in FORMATS else value.hex() for value in values]
    return f"[{where}] {words[0]}, {words[1]}; {len(pairs):,} of {len(bytes_of_one) // size:,} numbers differ"


def difference_of_values(one, other):
    return None if one == other else f"{one}, {other}"


def differences_by_name(old, new, difference, checkpoint):
    for name, (file, _) in {**new, **old}.items():
        place = f"checkpoints/{checkpoint}/{file} {name}"
        if name not in new or name not in old:
            yield f"{place}: only in {'OLD' if name in old else 'NEW'}"
        elif found := difference(old[name][1], new[name][1]):
            yield f"{place} {found}"


def differences_of_tables(old, new):
    if old.read_bytes() != new.read_bytes():
        lines = zip_longest(*(path.read_text().splitlines() for path in (old, new)), fillvalue="nothing")
        line, rows = next((i, rows) for i, rows in enumerate(lines, 1) if rows[0] != rows[1])
        yield f"{old.name}, line {line}: {rows[0]} | {rows[1]}"


def differences_of_checkpoints(old, new, step):
    pair = old / step, new / step
    return [*differences_by_name(*map(tensors_in, pair), difference_of_tensors, step),
            *differences_by_name(*map(state_in, pair), difference_of_values, step)]


def differences(old, new, all_checkpoints=True):
    """One line each; for checkpoints, those of the first that differs. An interrupted run may have kept other checkpoints than one
    that was not: then only those of both count."""
    found = [*differences_of_tables(old / "metrics.csv", new / "metrics.csv")]
    kept = [sorted(path.parent.name for path in run.glob("checkpoints/*/state.json")) for run in (old, new)]
    common = [step for step in kept[0] if step in kept[1]]
    if not common or (all_checkpoints and kept[0] != kept[1]) or kept[0][-1] != kept[1][-1]:
        found.append(f"checkpoints: {', '.join(kept[0])} | {', '.join(kept[1])}")
    differing = {step: lines for step in common
                 if (lines := differences_of_checkpoints(old / "checkpoints", new / "checkpoints", step))}
    for step, lines in differing.items():
        found += lines if step == min(differing) else [f"checkpoints/{step}: {len(lines)} differences more"]
    return found

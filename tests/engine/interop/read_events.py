"""Prints what TensorBoard itself reads from a folder of event files: {run: {tag: [[step, value, wall time], ...]}} as JSON."""

import json
import sys

from tensorboard.backend.event_processing import event_multiplexer

multiplexer = event_multiplexer.EventMultiplexer(size_guidance={"scalars": 0, "tensors": 0})
multiplexer.AddRunsFromDirectory(sys.argv[1])
multiplexer.Reload()
curves = {}
for run, kinds in multiplexer.Runs().items():
    scalars = {tag: [[e.step, e.value, e.wall_time] for e in multiplexer.Scalars(run, tag)] for tag in kinds["scalars"]}
    curves[run] = scalars
json.dump(curves, sys.stdout)

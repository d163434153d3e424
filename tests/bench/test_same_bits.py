"""The differences that same_bits finds between two runs, the keys it uses for each build, and that a build reproduces its own bits."""
import json
import os
import struct
import subprocess
import tempfile
import unittest
from pathlib import Path

import renamed
from run_difference import differences


def write_run(folder, weights=(0.5, 0.25, -1.0), slot=(1.0,), position=None, rows=("step,1,1,0.001,2.5",), steps=(0, 2)):
    """A run's folder with checkpoints of two arrays each."""
    for step in steps:
        checkpoint = folder / f"checkpoints/{step:06}"
        checkpoint.mkdir(parents=True)
        for file, name, values in (("weights", "dense_1.kernel", weights), ("optimizer", "dense_1.kernel/slot0", slot)):
            header = json.dumps({name: {"dtype": "F32", "shape": [len(values)], "data_offsets": [0, 4 * len(values)]}}).encode()
            data = struct.pack("<Q", len(header)) + header + struct.pack(f"<{len(values)}f", *values)
            (checkpoint / f"{file}.safetensors").write_bytes(data)
        state = {"schema": 2, "position": position or {"step": step, "sums": [1.5]}, "fingerprint": {"build": folder.name}}
        (checkpoint / "state.json").write_text(json.dumps(state))
    (folder / "metrics.csv").write_text("\n".join(("kind,epoch,step,lr,loss", *rows)) + "\n")
    return folder


class DifferenceTest(unittest.TestCase):
    def setUp(self):
        held = tempfile.TemporaryDirectory()
        self.addCleanup(held.cleanup)
        self.folder = Path(held.name)

    def between(self, **changes):
        options = {"all_checkpoints": changes.pop("all_checkpoints", True)}
        return differences(write_run(self.folder / "old"), write_run(self.folder / "new", **changes), **options)

    def test_equal_runs_of_two_builds_are_the_same(self):
        self.assertEqual(self.between(), [])

    def test_the_first_number_that_differs_is_told(self):
        self.assertEqual(self.between(weights=(0.5, 0.75, -2.0), slot=(2.0,)),
                         ["checkpoints/000000/optimizer.safetensors dense_1.kernel/slot0 [0] 1, 2; 1 of 1 numbers differ",
                          "checkpoints/000000/weights.safetensors dense_1.kernel [1] 0.25, 0.75; 2 of 3 numbers differ",
                          "checkpoints/000002: 2 differences more"])

    def test_zeros_of_both_signs_differ(self):
        self.assertIn("dense_1.kernel/slot0 [0] 0, -0", differences(write_run(self.folder / "old", slot=(0.0,)),
                                                                        write_run(self.folder / "new", slot=(-0.0,)))[0])

    def test_shapes_are_compared(self):
        self.assertIn("F32 [1], F32 [2]", self.between(slot=(1.0, 1.0))[0])

    def test_counters_are_compared(self):
        self.assertEqual(self.between(position={"step": 2, "sums": [1.5]}),
                         ["checkpoints/000000/state.json position.step 0, 2"])

    def test_counters_of_one_build_alone_are_told(self):
        self.assertIn("checkpoints/000000/state.json position.skipped: only in NEW",
                      self.between(position={"step": 2, "sums": [1.5], "skipped": 0}))

    def test_tables_are_compared(self):
        self.assertEqual(self.between(rows=("step,1,1,0.001,2.5", "step,1,2,0.001,2.4")),
                         ["metrics.csv, line 3: nothing | step,1,2,0.001,2.4"])

    def test_checkpoints_must_be_of_the_same_steps(self):
        self.assertEqual(self.between(steps=(0, 1, 2)), ["checkpoints: 000000, 000002 | 000000, 000001, 000002"])

    def test_a_resumed_run_may_have_kept_others(self):
        self.assertEqual(self.between(steps=(1, 2), all_checkpoints=False), [])

    def test_a_resumed_run_ends_where_the_other_does(self):
        self.assertEqual(self.between(steps=(0, 3), all_checkpoints=False), ["checkpoints: 000000, 000002 | 000000, 000003"])


class FormatTest(unittest.TestCase):
    project = {"netsmith": 1, "graph": {"nodes": [{"id": "a", "layer": "dense", "parameters": {"initial_spread": 0.1}},
                                                  {"id": "b", "layer": "noise", "parameters": {"stddev": 0.2}}]},
               "data": {"source": "mnist"},
               "training": {"clip_norm": 1, "undecayed": "a b", "optimizer": {"id": "sgd"}, "schedule": {"id": "constant"}}}

    @staticmethod
    def format(version, training, *dense):
        def keys(*names):
            return {"properties": {name: {} for name in names}}

        return renamed.Format({"properties": {"netsmith": {"const": version}},
                               "$defs": {"data": keys("source"), "training": {"properties": training}, "layer.dense": keys(*dense),
                                         "layer.noise": keys("stddev"), "optimizer.sgd": keys(), "optimizer.adam": keys()}})

    then = {"global_clipnorm": {}, "exclude_from_weight_decay": {"type": "array"}, "optimizer": {}, "schedule": {}}
    today = {"clip_norm": {}, "undecayed": {"type": "string"}, "optimizer": {}, "schedule": {}}

    def test_speaks_to_both(self):
        later = self.format(2, self.then, "kernel_stddev").spoken(self.project)
        self.assertEqual(later["netsmith"], 2)
        self.assertEqual(later["training"]["global_clipnorm"], 1)
        self.assertEqual(later["training"]["exclude_from_weight_decay"], ["a", "b"])
        self.assertEqual([node["parameters"] for node in later["graph"]["nodes"]], [{"kernel_stddev": 0.1}, {"stddev": 0.2}])
        again = self.format(1, self.today, "initial_spread").spoken(later)
        self.assertEqual({**again["training"]}, self.project["training"])
        self.assertEqual(again["graph"]["nodes"], self.project["graph"]["nodes"])

    def test_each_kind_of_weight_gets_what_all_had(self):
        kinds = ["kernel_stddev", "kernel_l1", "kernel_l2", "bias_stddev", "bias_l1", "bias_l2"]
        old, new = self.format(1, self.today, "initial_spread", "l1", "l2", "penalize_bias"), self.format(2, self.then, *kinds)

        def spoken(build, parameters):
            project = {**self.project, "graph": {"nodes": [{"id": "a", "layer": "dense", "parameters": parameters}]}}
            return build.spoken(project)["graph"]["nodes"][0]["parameters"]

        whole = {"initial_spread": 0.1, "l1": 0.2, "l2": 0.3}
        own = {"kernel_stddev": 0.1, "bias_stddev": 0.1, "kernel_l1": 0.2, "kernel_l2": 0.3}
        for then, now in ((whole, own), (whole | {"penalize_bias": True}, own | {"bias_l1": 0.2, "bias_l2": 0.3})):
            self.assertEqual(spoken(new, then), now)
            self.assertEqual(spoken(new, now), now)
            self.assertEqual(spoken(old, now), then)
            self.assertEqual(spoken(old, then), then)
        self.assertEqual(spoken(new, {"penalize_bias": False, "l1": 0.2}), {"kernel_l1": 0.2})

    def test_what_nobody_knows_is_told(self):
        with self.assertRaisesRegex(RuntimeError, "training has no clip_norm or global_clipnorm"):
            self.format(2, {"optimizer": {}, "schedule": {}}, "kernel_stddev").spoken(self.project)

    def test_registries_are_read_from_the_schema(self):
        self.assertEqual(self.format(1, self.today, "kernel_stddev").ids("optimizer"), ["adam", "sgd"])

    def test_names_of_checkpoints_may_change(self):
        self.assertEqual(renamed.canonical("dense_1.kernel/ema", [("/average", "/ema")]), "dense_1.kernel/average")


@unittest.skipUnless("NETSMITH_CLI" in os.environ, "ctest says where netsmith-cli is")
class ProgramTest(unittest.TestCase):
    def test_a_build_trains_to_its_own_bits(self):
        cli = os.environ["NETSMITH_CLI"]
        command = [Path(__file__).with_name("same_bits"), cli, cli, "--steps", "30", "--only", "together",
                   "--device", os.environ["NETSMITH_DEVICE"]]
        done = subprocess.run(command, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("together/everything: same, resumed too", done.stdout)
        self.assertIn("1 of 1 cases the same", done.stdout)


if __name__ == "__main__":
    unittest.main()

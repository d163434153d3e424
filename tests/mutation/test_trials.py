#!/usr/bin/env python3
"""Which lines a seed chooses, how they are found again, and what a journal records."""
import contextlib
import io
import tempfile
import unittest
from pathlib import Path

from journal import Journal
from reach import Reach
from room_tests import RoomTests
from trials import Trials, broken, chosen


class Tree:
    """Fake sources that "compile" by searching for a word, and that tests read."""

    def __init__(self):
        self.files = {"engine/core/a.cpp": "int f(int a)\n{\n    return a + 1;\n}\n", "engine/core/b.cpp": "bool g()\n{\n    return true;\n}\n"}
        self.compiles = lambda text: True

    def sources(self):
        return sorted(self.files)

    def read(self, name):
        return self.files[name]

    def write(self, name, text):
        self.files[name] = text

    def linked(self, name):
        return ["lib/all.so"], set()

    def ninja(self, targets):
        return all(self.compiles(text) for text in self.files.values()), "a.cpp:1: error: so it is"


class Tests:
    def __init__(self, tree):
        self.tree = tree
        self.run = []

    def likely(self, name):
        return ["fails", "sums", "truth"]

    def held(self, programs):
        return set()

    def targets(self, names, holders=()):
        return []

    def build(self, names, holders=()):
        pass

    def built(self, names):
        pass

    def outdated(self, names):
        pass

    def passes(self, name):
        self.run.append(name)
        return {"fails": False, "sums": "a + 1" in self.tree.files["engine/core/a.cpp"],
                "truth": "true" in self.tree.files["engine/core/b.cpp"]}[name]


class LinkedTree(Tree):
    """A tree in which one test contains a source itself, in the state of its last build."""

    def __init__(self):
        super().__init__()
        self.held = self.files["engine/core/a.cpp"]

    def linked(self, name):
        return ["lib/all.so"], {"test_core"} if name == "engine/core/a.cpp" else set()

    def ninja(self, targets):
        if "test_core" in targets:
            self.held = self.files["engine/core/a.cpp"]
        return True, ""


class LinkedTests(RoomTests):
    def _listed(self):
        self._programs = {"sums": "test_core", "truth": "test_other"}
        return dict.fromkeys(self._programs, "engine/core")

    def likely(self, name):
        return ["sums", "truth"]

    def passes(self, name):
        return "a + 1" in self.tree.held if name == "sums" else "true" in self.tree.files["engine/core/b.cpp"]


class TestTrials(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = Path(folder.name) / "journal.jsonl"

    def run_all(self, tree, tests, journal, **options):
        trials = Trials(tree, tests, Reach(self.path.with_name("reach.json")), journal)
        with contextlib.redirect_stdout(io.StringIO()):
            for line in journal.open(**options):
                trials.run(line)
        return {line["file"]: journal.results[line["number"]] for line in journal.lines}

    def test_a_seed_chooses_the_same_lines(self):
        tree = Tree()
        self.assertEqual(chosen(tree, 3, 2), chosen(tree, 3, 2))
        self.assertEqual(chosen(tree, 3, 1), chosen(tree, 3, 2)[:1])
        self.assertEqual([line["number"] for line in chosen(tree, 3, 9)], [1, 2])
        self.assertGreater(len({str(chosen(tree, seed, 2)) for seed in range(9)}), 1)

    def test_a_line_is_found_where_it_went(self):
        line = {"line": 2, "context": "    a = 1", "before": "1", "after": "2"}
        self.assertEqual(broken("{\n    a = 1;\n", line), "{\n    a = 2;\n")
        self.assertEqual(broken("{\n\n\n    a = 1;\n}\n{\n\n\n\n    a = 1;\n", line), "{\n\n\n    a = 2;\n}\n{\n\n\n\n    a = 1;\n")
        self.assertIsNone(broken("{\n        a = 1;\n", {**line, "context": "    a = 1"}))

    def test_outcomes(self):
        tree, journal = Tree(), Journal(self.path)
        whole = dict(tree.files)
        journal.choose(chosen(tree, 1, 2))
        results = self.run_all(tree, Tests(tree), journal)
        self.assertEqual([(each["outcome"], each["by"]) for _, each in sorted(results.items())], [("killed", "sums"), ("killed", "truth")])
        self.assertEqual(journal.unsound, {"fails"})
        self.assertEqual(tree.files, whole)

    def test_a_test_is_whole_again_for_the_next_line(self):
        tree, journal = LinkedTree(), Journal(self.path)
        journal.choose(sorted(chosen(tree, 1, 2), key=lambda line: line["file"]))
        results = self.run_all(tree, LinkedTests(tree, 1, False), journal)
        self.assertEqual([results[name]["by"] for name in sorted(results)], ["sums", "truth"])

    def test_what_no_test_notices_survives_until_one_does(self):
        tree, journal = Tree(), Journal(self.path)
        journal.choose(chosen(tree, 1, 2))
        blind = Tests(tree)
        blind.likely = lambda name: ["truth"]
        self.assertEqual(self.run_all(tree, blind, journal)["engine/core/a.cpp"]["outcome"], "survived")
        read = Journal(self.path)
        self.assertEqual(read.open(), [])
        self.assertEqual(self.run_all(tree, Tests(tree), read, again=True)["engine/core/a.cpp"]["outcome"], "killed")
        self.assertIn("2 killed; 0 of 2 to go", Journal(self.path).table())

    def test_what_nothing_can_notice_is_not_asked_again(self):
        tree, journal = Tree(), Journal(self.path)
        journal.choose(chosen(tree, 1, 2))
        tests = Tests(tree)
        tests.likely = lambda name: []
        self.run_all(tree, tests, journal)
        journal.record(journal.lines[0], "equivalent", by="it is the same")
        self.assertEqual(Journal(self.path).open(again=True), journal.lines[1:])
        self.assertIn("1 survived, 1 equivalent; 0 of 2 to go", journal.table())

    def test_what_does_not_compile_runs_no_test(self):
        tree, journal = Tree(), Journal(self.path)
        whole = dict(tree.files)
        journal.choose(chosen(tree, 1, 2))
        tree.compiles = lambda text: text in whole.values()
        tests = Tests(tree)
        results = self.run_all(tree, tests, journal)
        self.assertEqual({each["outcome"] for each in results.values()}, {"does not compile"})
        self.assertEqual(tests.run, [])
        self.assertEqual(tree.files, whole)

    def test_a_run_that_was_stopped_goes_on(self):
        tree, journal = Tree(), Journal(self.path)
        whole = dict(tree.files)
        journal.choose(chosen(tree, 1, 2))
        stopped = Tests(tree)

        def stop(name):
            raise KeyboardInterrupt

        stopped.passes = stop
        with self.assertRaises(KeyboardInterrupt):
            self.run_all(tree, stopped, journal)
        self.assertEqual(tree.files, whole)
        read = Journal(self.path)
        self.assertEqual(len(read.open()), 2)
        self.run_all(tree, Tests(tree), read)
        self.assertEqual(len(Journal(self.path).results), 2)


if __name__ == "__main__":
    unittest.main()

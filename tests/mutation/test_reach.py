#!/usr/bin/env python3
"""A mark changes nothing and is recorded when its line is reached, and only tests that reach it run."""
import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from mutations import mutations
from reach import HEADER, Reach, marked

ROOM = Path(__file__).resolve().parent
SAMPLE = """
static bool no()
{
    return false;
}

static int never(int a)
{
    a += 7;
    return a;
}

static void run(int argc, char** argv)
{
    std::vector<int> all;
    for (int i = 0; i != 3; ++i)
        all.push_back(argc > 1 ? i : -i);
    if (no() && argv || all.size() < 2)
        never(5);
    const bool empty = !argv || all.empty();
    std::printf("%d %zu %d\\n", empty, all.size(), all[2]);
}
"""
NOT_REACHED = ["    a += 7;", "        never(5);"]


class Marks(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    @unittest.skipUnless(shutil.which("g++"), "needs a compiler")
    def test_tell_what_is_reached_and_change_nothing(self):
        unknown, told = self.folder / "unknown", self.folder / "told"
        unknown.mkdir()
        told.mkdir()
        program = HEADER.format(unknown, ROOM / "reached.h") + "#include <cstdio>\n#include <vector>\n"
        reached = set()
        ways = mutations(SAMPLE)
        for number, way in enumerate(ways):
            line = {"kind": way.kind, "before": SAMPLE[way.begin:way.end], "after": way.text}
            text = marked(line, f"netsmith_reached::Mark<{number}>{{}}")
            program += f"namespace way_{number} {{\n{SAMPLE[:way.begin]}{text}{SAMPLE[way.end:]}}}\n"
            if SAMPLE.splitlines()[SAMPLE.count("\n", 0, way.begin)] not in NOT_REACHED:
                reached.add(number)
        program += "int main(int n, char** all)\n{\n" + "".join(f"    way_{number}::run(n, all);\n" for number in range(len(ways))) + "}\n"
        (self.folder / "a.cpp").write_text(program)
        subprocess.run(["g++", "-std=c++20", "-Wall", "-Wextra", "-Werror", "-o", self.folder / "a", self.folder / "a.cpp"], check=True)

        def names(folder):
            return {int(each.name) for each in folder.iterdir()}

        environment = {name: value for name, value in os.environ.items() if name != "NETSMITH_REACHED"}
        printed = subprocess.run([self.folder / "a"], env={**environment, "NETSMITH_REACHED": str(told)}, capture_output=True, text=True)
        self.assertEqual(printed.stdout, "0 3 -2\n" * len(ways))
        self.assertEqual(names(told), reached)
        self.assertEqual(names(unknown), set())
        subprocess.run([self.folder / "a"], env=environment, stdout=subprocess.DEVNULL)
        self.assertEqual(names(unknown), reached)

    def test_only_tests_that_get_there_are_asked(self):
        reach = Reach(self.folder / "reach.json")
        line = {"file": "a.cpp", "line": 3, "before": "1", "after": "2"}
        self.assertEqual(reach.among(line, ["a", "b"]), ["a", "b"])
        reach.tests[Reach.key(line)] = {"b", "c"}
        reach.seconds = {"a": 1, "b": 1, "c": 1}
        self.assertEqual(reach.among(line, ["a", "b", "new"]), ["b", "new"])


if __name__ == "__main__":
    unittest.main()

"""The binaries that a source is linked into."""
import unittest
from pathlib import Path

from copied_tree import CopiedTree

# What is made from each.
OUTPUTS = {
    "a.o": ["liba.a"],
    "b.o": ["lib/libcore.so"],
    "liba.a": ["bin/test_a", "bin/netsmith", "cmake_object_order_depends_target_x"],
    "lib/libcore.so": ["bin/test_core"],
}


class Tree(CopiedTree):
    def __init__(self):
        super().__init__("/origin", "/copy", "ci", 2)
        self.asked = []

    def ninja(self, targets, tool=()):
        if tool == ("-t", "deps"):
            paths = {"a.o": "engine/a.cpp", "b.o": "engine/b.cpp"}
            return True, "\n\n".join(f"{key}: #deps 1\n    {Path(self.folder) / path}" for key, path in paths.items())
        self.asked.append(list(targets))
        return True, "".join(f"{each}:\n  input: RULE\n    source\n  outputs:\n" + "".join(f"    {to}\n" for to in OUTPUTS.get(each, []))
                             for each in targets)


class CopiedTreeTest(unittest.TestCase):
    def test_follows_archives_to_programs_and_tests(self):
        self.assertEqual(Tree().linked("engine/a.cpp"), (["bin/netsmith"], {"test_a"}))

    def test_a_library_that_is_loaded_is_the_end(self):
        self.assertEqual(Tree().linked("engine/b.cpp"), (["lib/libcore.so"], set()))

    def test_the_first_question_is_answered_as_the_second(self):
        tree = Tree()
        self.assertEqual(tree.objects("engine/a.cpp"), ["a.o"])
        self.assertEqual(tree.objects("engine/a.cpp"), ["a.o"])

    def test_nothing_is_asked_twice(self):
        tree = Tree()
        tree.linked("engine/a.cpp")
        tree.linked("engine/a.cpp")
        self.assertEqual(tree.asked, [["a.o"], ["liba.a"]])


if __name__ == "__main__":
    unittest.main()

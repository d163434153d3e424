"""Which tests reach a line at all: only those can notice that it is broken.

The lines of all journals are marked at once, in a separate build; then every test runs once. A line whose mark does not compile,
or which was reached by a program that clears its environment, may be reached by any test.
"""
import json
import re
import time
from concurrent.futures import ThreadPoolExecutor

from mutations import OPERATORS
from trials import place_of

LIKELIEST = 6
HEADER = '#define NETSMITH_REACHED_BY_UNKNOWN "{}"\n#include "{}"\n'


def marked(line, mark):
    """The broken part of the line, with a mark that is reached whenever the mutation makes a difference."""
    before, after = line["before"], line["after"]
    if line["kind"] == "statement":
        return f"{{ {mark}.on(); {before} }}"
    if line["kind"] == "constant":
        return f"({mark}->*{before})"
    if line["kind"] == "operator":
        # The left or the right operand may be short-circuited, but not both.
        return f"->* {mark} {before} {mark}->*" if before in OPERATORS else f"{mark}->*{before}"
    if before.startswith("("):
        return f"({mark}->*{before})"
    for length in range(len(before)):
        first, second = before[2:2 + length], before[len(before) - (len(after) - 5 - length):]
        if after == f"? {second} : {first}":
            return f"? {mark}->*{first} : {mark}->*{second}"
    raise ValueError(f"not two branches: {before}")


class Reach:
    def __init__(self, path):
        self.path = path
        self.tests = {}
        self.seconds = {}
        if path.exists():
            known = json.loads(path.read_text())
            self.seconds = known["seconds"]
            self.tests = {name: set(tests) for name, tests in known["tests"].items()}

    @staticmethod
    def key(line):
        return f"{line['file']}:{line['line']}:{line['before']}:{line['after']}"

    def among(self, line, names):
        """The tests that may notice the line, the likeliest first, then quick ones; tests that are newer than the table are included."""
        reaching = self.tests.get(self.key(line))
        if reaching is None:
            return names
        names = [name for name in names if name in reaching or name not in self.seconds]
        return names[:LIKELIEST] + sorted(names[LIKELIEST:], key=lambda name: self.seconds.get(name, 0))

    def find(self, tree, tests, lines):
        """Marks the lines in the copy, runs all tests and restores the copy."""
        places = tree.build / "reached"
        unknown = places / "unknown"
        unknown.mkdir(parents=True, exist_ok=True)
        wholes = {line["file"]: tree.read(line["file"]) for line in lines}
        try:
            numbers = self._build(tree, lines, wholes, unknown)
            for stale in unknown.iterdir():
                stale.unlink()
            names = tests.all()
            tests.build(names)
            reached = {}

            def run(name):
                folder = places / name
                folder.mkdir(exist_ok=True)
                begun = time.monotonic()
                tests.passes(name, NETSMITH_REACHED=str(folder))
                self.seconds[name] = round(time.monotonic() - begun, 1)
                for each in folder.iterdir():
                    reached.setdefault(int(each.name), set()).add(name)
                    each.unlink()

            with ThreadPoolExecutor(tree.jobs) as pool:
                list(pool.map(run, names))
            hidden = {int(each.name) for each in unknown.iterdir()}
        finally:
            for name, whole in wholes.items():
                tree.write(name, whole)
        for number, line in numbers.items():
            if number not in hidden:
                self.tests[self.key(line)] = reached.get(number, set())
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.path.write_text(json.dumps({"seconds": self.seconds, "tests": {name: sorted(tests) for name, tests in self.tests.items()}}))
        return len(numbers), len(hidden & set(numbers))

    def _build(self, tree, lines, wholes, unknown):
        """Leaves out the lines of files that do not compile with their marks; returns the others by their number."""
        numbers = dict(enumerate(lines, 1))
        head = HEADER.format(unknown, tree.folder / "tests/mutation/reached.h")
        while True:
            for name, whole in wholes.items():
                cuts = sorted((place, number) for number, line in numbers.items() if line["file"] == name and (place := place_of(whole, line)))
                text = whole
                for (begin, end), number in reversed(cuts):
                    text = text[:begin] + marked(numbers[number], f"netsmith_reached::Mark<{number}>{{}}") + text[end:]
                tree.write(name, (head if cuts else "") + text)
            targets = sorted({target for name in wholes for target in tree.linked(name)[0]})
            built, output = tree.ninja(targets, ("-k0", f"-j{tree.jobs}"))
            if built:
                return numbers
            wrong = {name for name in wholes if re.search(rf"{re.escape(name)}:\d+:\d+: .*error", output)}
            if not wrong:
                raise SystemExit("the marks do not compile:\n" + output[-2000:])
            print("marks that do not compile:", *sorted(wrong), flush=True)
            numbers = {number: line for number, line in numbers.items() if line["file"] not in wrong}

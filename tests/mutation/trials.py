"""Chooses lines by a seed, and breaks them one after the other."""
import random
import time

from mutations import mutations

TOGETHER = 6  # tests built at a time, likely ones first: most lines need no more


def chosen(tree, seed, count):
    """The first lines in the seed's order, with the mutation of each."""
    lines = {}
    for name in tree.sources():
        source = tree.read(name)
        for mutation in mutations(source):
            lines.setdefault((name, source.count("\n", 0, mutation.begin) + 1), []).append((source, mutation))
    draw = random.Random(seed)
    places = sorted(lines)
    draw.shuffle(places)
    picked = []
    for number, (name, line) in enumerate(places[:count], 1):
        kinds = sorted({mutation.kind for _, mutation in lines[name, line]})
        kind = draw.choice(kinds)
        source, mutation = draw.choice([each for each in lines[name, line] if each[1].kind == kind])
        before = source[mutation.begin:mutation.end]
        context = source[source.rfind("\n", 0, mutation.begin) + 1:mutation.end]
        picked.append({"number": number, "file": name, "line": line, "kind": kind, "before": before, "after": mutation.text,
                       "context": context})
    return picked


def place_of(source, line):
    """The position of the broken part; None if the line no longer exists. Searched for where it was, then nearest to that."""
    places = []
    place = source.find(line["context"])
    while place >= 0:
        if place == 0 or source[place - 1] == "\n":
            places.append((abs(source.count("\n", 0, place) + 1 - line["line"]), place))
        place = source.find(line["context"], place + 1)
    if not places:
        return None
    end = min(places)[1] + len(line["context"])
    return end - len(line["before"]), end


def broken(source, line):
    """The source with the line broken, or None if the line no longer exists."""
    place = place_of(source, line)
    return place and source[:place[0]] + line["after"] + source[place[1]:]


class Trials:
    def __init__(self, tree, tests, reach, journal):
        self.tree = tree
        self.tests = tests
        self.reach = reach
        self.journal = journal

    def run(self, line):
        """Breaks the line, tests it, and restores it. A trial that is interrupted starts again the next time."""
        begun = time.monotonic()
        name = line["file"]
        source = self.tree.read(name)
        text = broken(source, line)
        if text is None:
            self._tell(line, "gone")
            return
        binaries, programs = self.tree.linked(name)
        holders = self.tests.held(programs)
        names = self.reach.among(line, [each for each in self.tests.likely(name) if binaries or each in holders])
        try:
            self.tree.write(name, text)
            names = [each for each in names if each not in self.journal.unsound]
            built, output = self.tree.ninja(binaries + self.tests.targets(names[:TOGETHER], holders))
            if not built:
                error = next((each for each in output.splitlines() if "error" in each), output[-200:])
                self._tell(line, "does not compile", by=error.partition("error: ")[2])
                return

            def passes_mended(test):
                try:
                    self.tree.write(name, source)
                    self.tree.ninja([*binaries, *({self.tests.program(test)} if test in holders else ())])
                    return self.tests.passes(test)
                finally:
                    self.tree.write(name, text)
                    self.tree.ninja(binaries)

            killer = self._killer(names, holders, passes_mended)
        finally:
            self.tree.write(name, source)
            self.tests.outdated(holders)
        self._tell(line, "killed" if killer else "survived", by=killer or "", tests=len(names),
                   seconds=round(time.monotonic() - begun))

    def _killer(self, names, holders, passes_mended):
        """The first test that fails although it passes on the unbroken tree."""
        for begin in range(0, len(names), TOGETHER):
            batch = names[begin:begin + TOGETHER]
            if begin > 0:
                self.tests.build(batch, holders)
            self.tests.built(batch)
            for test in batch:
                if self.tests.passes(test):
                    self.journal.tell(test, True)
                    continue
                if test not in self.journal.sound:
                    self.journal.tell(test, passes_mended(test))
                    if test in holders:
                        self.tests.build([test], holders)
                if test in self.journal.sound:
                    return test
        return None

    def _tell(self, line, outcome, **more):
        self.journal.record(line, outcome, **more)
        print(f"{line['number']:3} {outcome:16} {line['file']}:{line['line']} {line['before']!r} → {line['after']!r} {more.get('by', '')}",
              flush=True)

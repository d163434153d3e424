"""The chosen mutations and their results, so that a run goes on where it was stopped."""
import json
from collections import Counter

OUTCOMES = ("killed", "survived", "equivalent", "does not compile", "gone")


class Journal:
    """A file of JSON lines: the lines chosen by the seed, then the results; of two results for one line the later counts."""

    def __init__(self, path):
        self.path = path
        self.lines = []
        self.results = {}
        self.sound = set()
        self.unsound = set()
        if path.exists():
            for text in path.read_text().splitlines():
                self._take(json.loads(text))

    def _take(self, record):
        if "chosen" in record:
            self.lines = record["chosen"]
        elif "test" in record:
            (self.sound if record["passes"] else self.unsound).add(record["test"])
        else:
            self.results[record["number"]] = record

    def _append(self, record):
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("a") as file:
            file.write(json.dumps(record) + "\n")
        self._take(record)

    def choose(self, lines):
        """More lines of the same seed begin with the existing ones."""
        self._append({"chosen": self.lines + lines[len(self.lines):]})

    def tell(self, test, passes):
        """Records whether a test passes while nothing is broken: the failure of one that does not means nothing."""
        if test not in self.sound | self.unsound:
            self._append({"test": test, "passes": passes})

    def record(self, line, outcome, **more):
        self._append({"number": line["number"], "outcome": outcome, **more})

    def open(self, again=False):
        """The lines without a result; with `again` also those that survived."""
        left = [line for line in self.lines if line["number"] not in self.results]
        if again:
            left += [line for line in self.lines if self.results.get(line["number"], {}).get("outcome") == "survived"]
        return left

    def table(self):
        rows = []
        for line in self.lines:
            result = self.results.get(line["number"])
            if result:
                rows.append([str(line["number"]), result["outcome"], f"{line['file']}:{line['line']}", line["kind"],
                             f"{line['before']} → {line['after']}", result.get("by", "")])
        widths = [max((len(row[i]) for row in rows), default=0) for i in range(4)]
        text = "\n".join("  ".join([*(cell.ljust(width) for cell, width in zip(row, widths)), *row[4:]]).rstrip() for row in rows)
        counts = Counter(result["outcome"] for result in self.results.values())
        return text + "\n" + ", ".join(f"{counts[each]} {each}" for each in OUTCOMES if counts[each]) \
            + f"; {len(self.lines) - len(self.results)} of {len(self.lines)} to go"

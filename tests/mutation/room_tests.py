"""Which tests are likely to notice a change of a source, and running them."""
import json
import os
import re
import resource
import signal
import subprocess

MEMORY = 8 << 30  # of a test: a broken program may allocate everything
GRACE = 20  # seconds for ctest to report that a test took too long


class RoomTests:
    def __init__(self, tree, limit, near):
        self.tree = tree
        self.limit = limit
        self.near = near
        self._fresh = set()  # built since the tree was last brought up to date
        self._programs = {}  # of each test by ctest's name
        self._rooms = self._listed()

    def _listed(self):
        """The folder of each test by ctest's name, such as "engine/core"; without tests of the sources' text and of GPUs."""
        text = subprocess.run(["ctest", "--test-dir", self.tree.build, "--show-only=json-v1"], check=True, capture_output=True,
                              text=True).stdout
        listing = json.loads(text)
        nodes, files = listing["backtraceGraph"]["nodes"], listing["backtraceGraph"]["files"]
        rooms = {}
        for test in listing["tests"]:
            node = nodes[test["backtrace"]]
            while "parent" in node:
                node = nodes[node["parent"]]
            room = os.path.relpath(os.path.dirname(files[node["file"]]), self.tree.folder / "tests")
            program = os.path.basename(test["command"][0]) if "command" in test else ""
            if program.startswith("test_") and room.split("/")[0] in ("engine", "gui"):
                rooms[test["name"]] = room
                self._programs[test["name"]] = program
        return rooms

    def program(self, name):
        """The program that holds a test, with the others of its folder."""
        return self._programs[name]

    def held(self, programs):
        """The tests in these programs."""
        return {name for name in self._rooms if self.program(name) in programs}

    def all(self):
        return sorted(self._rooms)

    def likely(self, source):
        """All tests, those most likely to notice first; with `near` only the likely ones."""
        room = "/".join(source.split("/")[:2])
        header = re.sub(r"\.cpp$", ".h", source)
        readers = {os.path.dirname(each) for each in self.tree.objects(header)}
        words = set(re.findall(r"[a-z0-9]+", source.rpartition("/")[2][:-len(".cpp")]))
        ranked = []
        for name, own in self._rooms.items():
            reads = any(f"/{self.program(name)}.dir" in each for each in readers)
            others = 3 if own.startswith("engine/") else 4
            rank = 0 if own == room else 1 if reads else 2 if own in ("engine/train", "engine/cli") else others
            if room.startswith("gui/"):
                rank = rank if rank < 2 else 2 if own == "gui/app" else 3 if own.startswith("gui/") else None
            if rank is not None and not (self.near and rank >= 3):
                shared = len(words & set(name.split("_")))
                ranked.append((rank, -shared, name))
        return [name for _, _, name in sorted(ranked)]

    def targets(self, names, holders=()):
        """What to build for the tests: those older than the tree, and those that contain the changed source."""
        return sorted({self.program(name) for name in names if name not in self._fresh or name in holders})

    def build(self, names, holders=()):
        wanted = self.targets(names, holders)
        if wanted and not self.tree.ninja(wanted)[0]:
            raise SystemExit("not all tests build: " + " ".join(wanted))

    def built(self, names):
        self._fresh.update(names)

    def outdated(self, names):
        """Records that these were built with the change."""
        self._fresh.difference_update(names)

    def passes(self, name, **environment):
        """Whether a test passes within its time. Processes that it leaves running are ended."""
        command = ["ctest", "--test-dir", str(self.tree.build), "-R", f"^{name}$", "--timeout", str(self.limit), "--no-tests=error"]

        def bounds():
            resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            os.nice(10)

        test = subprocess.Popen(command, env=self.tree.environment(name, **environment), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                stdin=subprocess.DEVNULL, start_new_session=True, preexec_fn=bounds)
        try:
            return test.wait(self.limit + GRACE) == 0
        except subprocess.TimeoutExpired:
            return False
        finally:
            try:
                os.killpg(test.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            test.wait()

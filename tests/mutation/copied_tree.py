"""A copy of the tree that may be broken, and its build."""
import os
import re
import shutil
import subprocess
from pathlib import Path


class CopiedTree:
    def __init__(self, origin, folder, preset, jobs):
        self.origin = Path(origin)
        self.folder = Path(folder).resolve()
        self.build = self.folder / "build" / preset
        self.preset = preset
        self.jobs = jobs
        self._objects = None
        self._outputs = {}

    def environment(self, test, **more):
        """The environment of a test: an empty home and an empty folder for temporary files."""
        scratch = self.folder / "build/scratch" / test
        shutil.rmtree(scratch, ignore_errors=True)
        (scratch / "home").mkdir(parents=True)
        return dict(os.environ, HOME=str(scratch / "home"), TMPDIR=str(scratch), XDG_CACHE_HOME=str(scratch / "cache"),
                    XDG_CONFIG_HOME=str(scratch / "config"), XDG_DATA_HOME=str(scratch / "data"), QT_QPA_PLATFORM="offscreen", **more)

    def files(self):
        """Tracked files and new ones that git does not ignore."""
        listed = subprocess.run(["git", "-C", self.origin, "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
                                check=True, capture_output=True, text=True).stdout
        return [name for name in listed.split("\0") if name and (self.origin / name).is_file()]

    def update(self):
        """Makes the copy equal to the tree, which also restores broken lines; unchanged files keep their modification time."""
        self.folder.mkdir(parents=True, exist_ok=True)
        names = set(self.files())
        for name in sorted(names):
            source, copy = self.origin / name, self.folder / name
            if not copy.is_file() or source.read_bytes() != copy.read_bytes():
                copy.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(source, copy)
                shutil.copymode(source, copy)
        for room in ("engine", "gui", "tests"):
            for copy in list((self.folder / room).rglob("*")):
                if copy.is_file() and copy.relative_to(self.folder).as_posix() not in names and "__pycache__" not in copy.parts:
                    copy.unlink()
        if not (self.build / "build.ninja").exists():
            subprocess.run(["cmake", "--preset", self.preset], cwd=self.folder, check=True)
        # The engine and the programs, for the list of dependencies.
        if not self.ninja(["netsmith_train", "netsmith-cli", "netsmith"])[0]:
            raise SystemExit("the tree does not build as it is")

    def write(self, name, text):
        (self.folder / name).write_text(text, newline="")

    def read(self, name):
        with open(self.folder / name, newline="") as file:
            return file.read()

    def ninja(self, targets, tool=()):
        done = subprocess.run(["ninja", "-C", self.build, *(tool or (f"-j{self.jobs}",)), *targets], capture_output=True, text=True)
        return done.returncode == 0, done.stdout + done.stderr

    def objects(self, name):
        """The object files of a source, and the files that each of them includes: sources are compiled several at a time."""
        if self._objects is None:
            self._objects = {}
            for block in self.ninja([], ("-t", "deps"))[1].split("\n\n"):
                head, *paths = block.splitlines() or [""]
                for path in paths if ".o:" in head else []:
                    read = os.path.relpath(os.path.join(self.build, path.strip()), self.folder)
                    self._objects.setdefault(read, []).append(head.split(":")[0])
        return self._objects.get(name, [])

    def sources(self):
        """All .cpp files of the program that are compiled here."""
        return [name for name in sorted(self.files())
                if re.match(r"(engine|gui)/.*\.cpp$", name) and not name.startswith("engine/cuda/device/") and self.objects(name)]

    def linked(self, name):
        """What to build after a change of the source: the shared libraries, modules and programs that contain it, and the programs of tests that do."""
        binaries, tests, seen, found = set(), set(), set(), set(self.objects(name))
        while found:
            seen |= found
            tests |= {target.removeprefix("bin/") for target in found if target.startswith("bin/test_")}
            ends = {target for target in found if target.startswith("bin/") or ".so" in target}
            binaries |= {target for target in ends if not target.startswith("bin/test_")}
            found = self._readers(found - ends) - seen
        return sorted(binaries), tests

    def _readers(self, targets):
        """The outputs made from any of these."""
        unknown = sorted(targets - self._outputs.keys())
        if unknown:
            whole = self.ninja(unknown, ("-t", "query"))[1]
            for target, text in zip(unknown, re.split(r"^\S.*:\n", whole, flags=re.MULTILINE)[1:]):
                outputs = {line.strip() for line in text.partition("outputs:")[2].splitlines()}
                self._outputs[target] = {output for output in outputs if output and "cmake_object_order" not in output}
        return set().union(*(self._outputs[target] for target in targets))

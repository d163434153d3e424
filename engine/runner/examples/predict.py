"""Predicts with a packed model of Netsmith from Python, with nothing but its standard library.

    predict.py LIBRARY MODEL.nsm FILE...

LIBRARY is libnetsmith-run.so.1, with its folder if it is not installed with the system's.
"""

import ctypes
import json
import sys


class Netsmith:
    """A packed model."""

    def __init__(self, library, model):
        self._c = ctypes.CDLL(library)
        for name in ("message", "answers_json"):
            getattr(self._c, "netsmith_" + name).restype = ctypes.c_char_p
        for name in ("inputs", "outputs", "input_size", "output_size", "answers_count"):
            getattr(self._c, "netsmith_" + name).restype = ctypes.c_size_t
        self._c.netsmith_description.restype = ctypes.c_char_p
        self._model = ctypes.c_void_p()
        self._check(self._c.netsmith_load(model.encode(), ctypes.c_int64(0), ctypes.byref(self._model)))

    def close(self):
        self._c.netsmith_free(self._model)
        self._model = ctypes.c_void_p()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def description(self):
        """What it takes and returns."""
        return json.loads(self._c.netsmith_description(self._model))

    def predict_file(self, path):
        """For each sample of a file, what each output says."""
        answers = ctypes.c_void_p()
        self._check(self._c.netsmith_predict_file(self._model, path.encode(), ctypes.byref(answers)))
        try:
            return [
                [
                    json.loads(self._c.netsmith_answers_json(answers, ctypes.c_size_t(output), ctypes.c_size_t(sample)))
                    for output in range(self._c.netsmith_outputs(self._model))
                ]
                for sample in range(self._c.netsmith_answers_count(answers))
            ]
        finally:
            self._c.netsmith_answers_free(answers)

    def _check(self, status):
        if status != 0:
            raise RuntimeError(self._c.netsmith_message().decode())


if __name__ == "__main__":
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    with Netsmith(sys.argv[1], sys.argv[2]) as network:
        for file in sys.argv[3:]:
            for sample in network.predict_file(file):
                for answer in sample:
                    print(json.dumps(answer))

#!/usr/bin/env python3
"""Checks a timeline that `netsmith-cli profile --trace` or the studio wrote: nesting, tracks and sums.

    tests/bench/check_trace.py step.json
"""

import json
import sys

MICROSECOND = 1e-3  # tolerance: the numbers are decimal


def main(path):
    with open(path, encoding="utf-8") as file:
        trace = json.load(file)
    events = trace["traceEvents"]
    spans = [event for event in events if event["ph"] == "X"]
    names = {event["tid"]: event["args"]["name"] for event in events if event["name"] == "thread_name"}
    tracks = {}
    for span in spans:
        assert span["tid"] in names, f"{span['name']} is on a track without a name"
        assert span["dur"] >= 0.0 and span["ts"] >= 0.0, f"{span['name']} has no place in time"
        tracks.setdefault(span["tid"], []).append(span)
    (step,) = [span for span in spans if span["cat"] == "step"]
    for tid, track in sorted(tracks.items()):
        track.sort(key=lambda span: (span["ts"], -span["dur"]))
        ends = []  # of the spans that are open
        for span in track:
            end = span["ts"] + span["dur"]
            while ends and ends[-1] <= span["ts"] + MICROSECOND:
                ends.pop()
            assert not ends or end <= ends[-1] + MICROSECOND, f"{span['name']} leaves the span around it"
            assert end <= step["ts"] + step["dur"] + MICROSECOND, f"{span['name']} ends after the step"
            ends.append(end)
        print(f"{names[tid]}: {len(track)} spans, {sum(span['dur'] for span in track) / 1000.0:.3f} ms")
    kernels = sum(span["dur"] for span in spans if "kernel" in span.get("args", {}))
    loading = sum(span["dur"] for span in spans if span["name"] == "load samples")
    print(f"step: {step['dur'] / 1000.0:.3f} ms, of which kernels and loading {100.0 * (kernels + loading) / step['dur']:.1f} %")
    assert kernels + loading <= step["dur"] + MICROSECOND
    memory = [event for event in events if event["ph"] == "C"]
    print(f"memory: {len(memory)} counts, at most {max((event['args']['bytes'] for event in memory), default=0)} bytes")


if __name__ == "__main__":
    main(sys.argv[1])

#!/usr/bin/env python3
"""Compares decoding pictures with Pillow, on one thread each, in turn.

    decode.py --bench build/release/bin/bench_decode --data ../shared/data [--python ~/peers/bin/python] [--rounds 3]

Rows are small JPEGs as they are (CIFAR-10), photographs of 1600×1200 pixels to 224×224, baseline and progressive, and PNGs of
512×384 to 224×224, all in memory. Pillow opens, converts and resizes (BILINEAR), with its `draft`, which decodes JPEGs at a smaller
size like ours, and without; the faster counts. Prints medians over the rounds in µs a picture.
"""
import argparse
import io
import json
import os
import statistics
import subprocess
import sys
import tarfile
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent

# row: (side of the resulting square, repeats)
ROWS = {"jpeg_32": (32, 3), "jpeg_1600x1200": (224, 3), "progressive_1600x1200": (224, 2), "png_512x384": (224, 3)}


def make(folder, archive):
    """A folder of pictures for each row: 1,000 small JPEGs, and larger pictures that are mosaics of them."""
    from PIL import Image

    small = []
    with tarfile.open(archive) as tar:
        for member in tar:
            if member.isfile() and member.name.endswith((".jpg", ".jpeg")):
                small.append(tar.extractfile(member).read())
                if len(small) == 1000:
                    break
    for row in ROWS:
        (folder / row).mkdir()
    for i, data in enumerate(small):
        (folder / "jpeg_32" / f"{i}.jpg").write_bytes(data)
    for i in range(12):
        mosaic = Image.new("RGB", (256, 192))
        for n in range(48):
            mosaic.paste(Image.open(io.BytesIO(small[(i * 48 + n) % len(small)])), (n % 8 * 32, n // 8 * 32))
        large = mosaic.resize((1600, 1200), Image.BICUBIC)
        large.save(folder / "jpeg_1600x1200" / f"{i}.jpg", quality=90)
        large.save(folder / "progressive_1600x1200" / f"{i}.jpg", quality=90, progressive=True)
        mosaic.resize((512, 384), Image.BICUBIC).save(folder / "png_512x384" / f"{i}.png")


def pillow(folder, side, repeats):
    from PIL import Image

    files = [path.read_bytes() for path in folder.iterdir()]

    def once(draft):
        for data in files:
            picture = Image.open(io.BytesIO(data))
            if draft:
                picture.draft("RGB", (side, side))
            picture = picture.convert("RGB")
            if picture.size != (side, side):
                picture = picture.resize((side, side), Image.BILINEAR)
            picture.tobytes()

    times = []
    for draft in (False, True):
        begin = time.perf_counter()
        for _ in range(repeats):
            once(draft)
        times.append((time.perf_counter() - begin) * 1e6 / len(files) / repeats)
    print(json.dumps({"us": min(times), "without_draft_us": times[0]}))


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--bench", default=str(ROOT / "build/release/bin/bench_decode"))
    p.add_argument("--data", default=str(ROOT.parent / "shared/data"))
    p.add_argument("--python", default=str(Path.home() / "peers/bin/python"))
    p.add_argument("--rounds", type=int, default=3)
    p.add_argument("--make", help=argparse.SUPPRESS)
    p.add_argument("--pillow", help=argparse.SUPPRESS)
    a = p.parse_args()
    if a.make:
        return make(Path(a.make), Path(a.data) / "cifar10-jpeg.tar.xz")
    if a.pillow:
        return pillow(Path(a.pillow), *ROWS[Path(a.pillow).name])
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([a.python, __file__, "--make", folder, "--data", a.data], check=True)
        print(f"{'pictures':<24}{'ours µs':>12}{'Pillow':>12}{'ratio':>8}  load", flush=True)
        for row, (side, repeats) in ROWS.items():
            load = os.getloadavg()[0]
            times = {"ours": [], "pillow": []}
            for _ in range(a.rounds):
                for who, command in (("ours", [a.bench, f"{folder}/{row}", str(side), str(repeats)]),
                                     ("pillow", [a.python, __file__, "--pillow", f"{folder}/{row}"])):
                    done = subprocess.run(command, capture_output=True, text=True)
                    if done.returncode:
                        sys.exit(f"{row}: {done.stderr}")
                    times[who].append(json.loads(done.stdout)["us"])
            mine, theirs = (statistics.median(t) for t in times.values())
            print(f"{row:<24}{mine:>12.1f}{theirs:>12.1f}{theirs / mine:>7.2f}×{load:>6.1f}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())

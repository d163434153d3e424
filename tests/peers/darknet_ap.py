#!/usr/bin/env python3
"""The average precision at an overlap of 0.5 (AP50, COCO's 101 points) of a Darknet detector on a folder of pictures with COCO's JSON.

    darknet_ap.py FILE.cfg ANNOTATIONS.json PICTURES.folder [MAPS.npz]

Without MAPS the network is computed by darknet_forward.py. With them it was computed elsewhere: MAPS has map_0, ... with the input of
each [yolo] for all pictures in the order of their file names, and either axis order, channels first or last. Boxes as in Darknet's
yolo_layer.c: confidences above .005, suppressed above an overlap of .45 for each class. Needs NumPy and Pillow.
"""

import json
import pathlib
import sys

import numpy as np
from darknet_forward import Network, read_cfg
from PIL import Image

LEAST, OVERLAP, MATCH = 0.005, 0.45, 0.5


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


def boxes_of(maps, section, width, height):
    """Rows of a map as left, top, right, bottom in parts of the picture, and the confidence of each class."""
    masks = [int(i) for i in section["mask"].split(",")]
    anchors = np.array([float(v) for v in section["anchors"].split(",")]).reshape(-1, 2)[masks]
    classes, scale = int(section["classes"]), float(section.get("scale_x_y", 1))
    rows, columns = maps.shape[1:]
    maps = maps.reshape(len(masks), 5 + classes, rows, columns)
    x = (sigmoid(maps[:, 0]) * scale - (scale - 1) / 2 + np.arange(columns)) / columns
    y = (sigmoid(maps[:, 1]) * scale - (scale - 1) / 2 + np.arange(rows)[:, None]) / rows
    w = np.exp(maps[:, 2]) * anchors[:, 0, None, None] / width
    h = np.exp(maps[:, 3]) * anchors[:, 1, None, None] / height
    scores = sigmoid(maps[:, 4:5]) * sigmoid(maps[:, 5:])
    boxes = np.stack([x - w / 2, y - h / 2, x + w / 2, y + h / 2], -1).reshape(-1, 4)
    return boxes, scores.transpose(0, 2, 3, 1).reshape(-1, classes)


def overlaps(box, others):
    left, top = np.maximum(box[:2], others[:, :2]).T
    right, bottom = np.minimum(box[2:], others[:, 2:]).T
    shared = np.clip(right - left, 0, None) * np.clip(bottom - top, 0, None)
    area = lambda b: (b[..., 2] - b[..., 0]) * (b[..., 3] - b[..., 1])
    return shared / np.maximum(area(box) + area(others) - shared, 1e-12)


def kept(boxes, scores):
    order = np.argsort(-scores, kind="stable")
    result = []
    while len(order):
        first, order = order[0], order[1:]
        result.append(first)
        order = order[overlaps(boxes[first], boxes[order]) <= OVERLAP]
    return result


def average_precision(found, truth):
    """Of one class: found has rows of picture, score and box, truth the boxes and whether they are crowds, by picture."""
    total = sum((~crowd).sum() for _, crowd in truth.values())
    if not total:
        return None
    taken = {image: np.zeros(len(crowd), bool) for image, (_, crowd) in truth.items()}
    hits = []
    for image, _, box in sorted(found, key=lambda row: -row[1]):
        boxes, crowd = truth.get(image, (np.zeros((0, 4)), np.zeros(0, bool)))
        shared = overlaps(box, boxes) if len(boxes) else np.zeros(0)
        free = np.where(crowd | taken.get(image, crowd), -1.0, shared)
        if len(free) and free.max() >= MATCH:
            taken[image][free.argmax()] = True
            hits.append(True)
        elif len(shared) and (shared[crowd] >= MATCH).any():
            continue
        else:
            hits.append(False)
    hits = np.array(hits, bool)
    right, wrong = np.cumsum(hits), np.cumsum(~hits)
    recall, precision = right / total, right / np.maximum(right + wrong, 1)
    precision = np.maximum.accumulate(precision[::-1])[::-1]
    places = np.searchsorted(recall, np.linspace(0, 1, 101))
    return np.mean([precision[p] if p < len(precision) else 0 for p in places])


def main(cfg, annotations, folder, maps=None):
    net, *sections = read_cfg(cfg)
    decoders = [section for section in sections if section["type"] == "yolo"]
    width, height = int(net["width"]), int(net["height"])
    given = json.load(open(annotations))
    categories = sorted(category["id"] for category in given["categories"])
    images = sorted(given["images"], key=lambda image: image["file_name"])
    network = None if maps else Network(cfg, pathlib.Path(cfg).with_suffix(".weights"))
    computed = np.load(maps) if maps else None
    found, truth = {}, {}
    for index, image in enumerate(images):
        if computed is not None:
            channels = lambda y: y if y.shape[0] % (5 + int(decoders[0]["classes"])) == 0 else y.transpose(2, 0, 1)
            outputs = [channels(computed[f"map_{i}"][index]) for i in range(len(decoders))]
        else:
            picture = Image.open(pathlib.Path(folder) / image["file_name"]).convert("RGB").resize((width, height), Image.BILINEAR)
            outputs = [y[0] for y in network(np.asarray(picture, np.float32).transpose(2, 0, 1)[None] / 255)]
        decoded = [boxes_of(y.astype(np.float64), section, width, height) for y, section in zip(outputs, decoders)]
        boxes = np.concatenate([b for b, _ in decoded]) * np.array([image["width"], image["height"]] * 2)
        scores = np.concatenate([s for _, s in decoded])
        for label in range(scores.shape[1]):
            some = scores[:, label] > LEAST
            for i in kept(boxes[some], scores[some, label]):
                found.setdefault(label, []).append((image["id"], scores[some, label][i], boxes[some][i]))
    for note in given["annotations"]:
        x, y, w, h = note["bbox"]
        by_image = truth.setdefault(categories.index(note["category_id"]), {})
        by_image.setdefault(note["image_id"], []).append(([x, y, x + w, y + h], bool(note["iscrowd"])))
    precisions = []
    for label, by_image in truth.items():
        arrays = {image: (np.array([b for b, _ in rows]), np.array([c for _, c in rows])) for image, rows in by_image.items()}
        precision = average_precision(found.get(label, []), arrays)
        if precision is not None:
            precisions.append(precision)
    print(f"AP50 {np.mean(precisions):.4f} over {len(precisions)} classes, {len(images)} pictures")


if __name__ == "__main__":
    main(*sys.argv[1:])

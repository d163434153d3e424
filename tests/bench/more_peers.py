#!/usr/bin/env python3
"""The script that times PyTorch and Keras, with further reference models: the samples mobilenet_small and resnext_small.

    more_peers.py PEERS.py ARGUMENT...      the arguments are those of PEERS.py
"""
import importlib.util
import sys

FURTHER = {"mobilenet_small": ("mnist", 10), "resnext_small": ("mnist", 10)}  # inputs of 28×28×1, 10 classes


def torch_model(name):
    import torch
    from torch import nn

    def normed(*layers, width):
        return [*layers, nn.BatchNorm2d(width), nn.ReLU()]

    class Residual(nn.Module):
        def __init__(self):
            super().__init__()
            body = [*normed(nn.Conv2d(64, 64, 1, bias=False), width=64),
                    *normed(nn.Conv2d(64, 64, 3, padding=1, groups=8, bias=False), width=64),
                    nn.Conv2d(64, 64, 1, bias=False), nn.BatchNorm2d(64)]
            self.body = nn.Sequential(*body)

        def forward(self, x):
            return torch.relu(self.body(x) + x)

    def separable(inputs, outputs):
        return [*normed(nn.Conv2d(inputs, inputs, 3, padding=1, groups=inputs, bias=False), width=inputs),
                *normed(nn.Conv2d(inputs, outputs, 1, bias=False), width=outputs)]

    first = 32 if name == "mobilenet_small" else 64
    if name == "mobilenet_small":
        body = [*separable(32, 64), *separable(64, 64), nn.MaxPool2d(2), *separable(64, 128), *separable(128, 128)]
    else:
        body = [Residual(), Residual(), nn.MaxPool2d(2), Residual()]
    return nn.Sequential(nn.Conv2d(1, first, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2), *body, nn.AdaptiveAvgPool2d(1),
                         nn.Flatten(), nn.Linear(128 if first == 32 else 64, 10))


def keras_model(name):
    import keras
    from keras import layers as L

    def normed(x, layer):
        return L.ReLU()(L.BatchNormalization()(layer(x)))

    def separable(x, outputs):
        x = normed(x, L.DepthwiseConv2D(3, padding="same", use_bias=False))
        return normed(x, L.Conv2D(outputs, 1, use_bias=False))

    def residual(x):
        y = normed(x, L.Conv2D(64, 1, use_bias=False))
        y = normed(y, L.Conv2D(64, 3, padding="same", groups=8, use_bias=False))
        return L.ReLU()(L.Add()([x, L.BatchNormalization()(L.Conv2D(64, 1, use_bias=False)(y))]))

    image = L.Input((28, 28, 1))
    x = L.MaxPooling2D()(L.Conv2D(32 if name == "mobilenet_small" else 64, 3, padding="same", activation="relu")(image))
    if name == "mobilenet_small":
        x = L.MaxPooling2D()(separable(separable(x, 64), 64))
        x = separable(separable(x, 128), 128)
    else:
        x = residual(L.MaxPooling2D()(residual(residual(x))))
    return keras.Model(image, L.Dense(10)(L.GlobalAveragePooling2D()(x)))


def main():
    spec = importlib.util.spec_from_file_location("peers", sys.argv.pop(1))
    peers = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(peers)
    peers.MODELS.update(FURTHER)
    for name, ours in (("torch_model", torch_model), ("keras_model", keras_model)):
        theirs = getattr(peers, name)
        setattr(peers, name, lambda model, ours=ours, theirs=theirs: (ours if model in FURTHER else theirs)(model))
    return peers.main()


if __name__ == "__main__":
    sys.exit(main())

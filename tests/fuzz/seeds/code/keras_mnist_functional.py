"""A small convolutional network in a function, with dropout before its classes."""
import numpy as np
import keras
from keras import layers

num_classes = 10
input_shape = (28, 28, 1)
batch_size = 128
epochs = 15


def make_model(input_shape, num_classes):
    inputs = keras.Input(shape=input_shape)
    x = inputs
    for filters in (32, 64):
        x = layers.Conv2D(filters, kernel_size=(3, 3), activation="relu")(x)
        x = layers.MaxPooling2D(pool_size=(2, 2))(x)
    x = layers.Flatten()(x)
    x = layers.Dropout(0.5)(x)
    outputs = layers.Dense(num_classes, activation="softmax", name="classes")(x)
    return keras.Model(inputs=inputs, outputs=outputs, name="digits")


(x_train, y_train), (x_test, y_test) = keras.datasets.mnist.load_data()
x_train = np.expand_dims(x_train.astype("float32") / 255, -1)
x_test = np.expand_dims(x_test.astype("float32") / 255, -1)
print("x_train shape:", x_train.shape)
y_train = keras.utils.to_categorical(y_train, num_classes)

model = make_model(input_shape, num_classes)
model.compile(loss="categorical_crossentropy", optimizer="adam", metrics=["accuracy"])
model.fit(x_train, y_train, batch_size=batch_size, epochs=epochs, validation_split=0.1)

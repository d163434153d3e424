#pragma once

#include "engine/graph/transform_spec.h"

/// The declaration of every transform, one file each. Names and meanings are those of Keras's preprocessing layers if it has them.
namespace netsmith::transform {

TransformSpec centerCrop();
TransformSpec cutMix();
TransformSpec gaussianNoise();
TransformSpec grayscale();
TransformSpec mixUp();
TransformSpec normalization();
TransformSpec pad();
TransformSpec randomBrightness();
TransformSpec randomContrast();
TransformSpec randomCrop();
TransformSpec randomErasing();
TransformSpec randomFlip();
TransformSpec randomGaussianBlur();
TransformSpec randomGrayscale();
TransformSpec randomHue();
TransformSpec randomPerspective();
TransformSpec randomRotation();
TransformSpec randomSaturation();
TransformSpec randomShear();
TransformSpec randomTranslation();
TransformSpec randomZoom();
TransformSpec resizing();

} // namespace netsmith::transform

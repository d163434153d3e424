#pragma once

#include "engine/graph/specs/transform_spec.h"

#include <array>

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

/// All of them, in alphabetical order of their ids.
inline constexpr std::array all{centerCrop,
                                cutMix,
                                gaussianNoise,
                                grayscale,
                                mixUp,
                                normalization,
                                pad,
                                randomBrightness,
                                randomContrast,
                                randomCrop,
                                randomErasing,
                                randomFlip,
                                randomGaussianBlur,
                                randomGrayscale,
                                randomHue,
                                randomPerspective,
                                randomRotation,
                                randomSaturation,
                                randomShear,
                                randomTranslation,
                                randomZoom,
                                resizing};

} // namespace netsmith::transform

#include "engine/transforms/registry.h"

#include "engine/transforms/transforms.h"

namespace netsmith {

const TransformRegistry& transforms()
{
    static const TransformRegistry registry({
        transform::centerCrop(),
        transform::cutMix(),
        transform::gaussianNoise(),
        transform::grayscale(),
        transform::mixUp(),
        transform::normalization(),
        transform::pad(),
        transform::randomBrightness(),
        transform::randomContrast(),
        transform::randomCrop(),
        transform::randomErasing(),
        transform::randomFlip(),
        transform::randomGaussianBlur(),
        transform::randomGrayscale(),
        transform::randomHue(),
        transform::randomPerspective(),
        transform::randomRotation(),
        transform::randomSaturation(),
        transform::randomShear(),
        transform::randomTranslation(),
        transform::randomZoom(),
        transform::resizing(),
    });
    return registry;
}

} // namespace netsmith

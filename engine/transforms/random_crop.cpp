#include "engine/transforms/cropping.h"
#include "engine/transforms/transforms.h"

namespace netsmith::transform {

TransformSpec randomCrop()
{
    return TransformBuilder<CropSize>(
               "random_crop", NS_TEXT("random_crop", "Random crop"),
               NS_TEXT("random_crop", "Crops each image: at a random place while training, otherwise at its center."))
        .parameters(declareCropSize())
        .prepares()
        .shape(cropped)
        .lower([](const CropSize& p, TransformCall& call) { cropImage(p, call, call.training); })
        .build();
}

} // namespace netsmith::transform

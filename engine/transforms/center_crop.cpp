#include "engine/transforms/cropping.h"
#include "engine/transforms/transforms.h"

namespace netsmith::transform {

TransformSpec centerCrop()
{
    return TransformBuilder<CropSize>("center_crop", NS_TEXT("center_crop", "Center crop"),
                                      NS_TEXT("center_crop", "Crops each image to its center."))
        .parameters(declareCropSize())
        .prepares()
        .shape(cropped)
        .lower([](const CropSize& p, TransformCall& call) { cropImage(p, call, false); })
        .build();
}

} // namespace netsmith::transform

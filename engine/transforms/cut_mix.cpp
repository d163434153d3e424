#include "engine/transforms/mixing.h"
#include "engine/transforms/transforms.h"

namespace netsmith::transform {

TransformSpec cutMix()
{
    return mixingTransform(
        "cut_mix", NS_TEXT("cut_mix", "CutMix"),
        NS_TEXT("cut_mix",
                "Puts a rectangle of another image of the batch into each; the target is mixed in the same proportions."),
        true, 1.0);
}

} // namespace netsmith::transform

#include "engine/transforms/mixing.h"
#include "engine/transforms/transforms.h"

namespace netsmith::transform {

TransformSpec mixUp()
{
    return mixingTransform(
        "mix_up", NS_TEXT("mix_up", "MixUp"),
        NS_TEXT("mix_up", "Lays each image over another one of its batch; the target is mixed in the same proportions."), false,
        0.2);
}

} // namespace netsmith::transform

#include "engine/optimizers/adam_family.h"
#include "engine/optimizers/optimizers.h"

namespace netsmith::optimizer {

OptimizerSpec adamw()
{
    return adamSpec(
        "adamw", NS_TEXT("adamw", "AdamW"),
        NS_TEXT("adamw", "Adam that also shrinks the kernels a little at each step, which keeps large networks from overfitting."),
        0.004);
}

} // namespace netsmith::optimizer

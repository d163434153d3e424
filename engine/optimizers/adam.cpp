#include "engine/optimizers/adam_family.h"
#include "engine/optimizers/optimizers.h"

namespace netsmith::optimizer {

OptimizerSpec adam()
{
    return adamSpec(
        "adam", NS_TEXT("adam", "Adam"),
        NS_TEXT("adam", "Gives every weight its own step size, from running averages of its gradients: a good first choice."), 0.0);
}

} // namespace netsmith::optimizer

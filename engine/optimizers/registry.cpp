#include "engine/optimizers/registry.h"

#include "engine/optimizers/optimizers.h"

namespace netsmith {

const OptimizerRegistry& optimizers()
{
    static const OptimizerRegistry registry({
        optimizer::adadelta(),
        optimizer::adagrad(),
        optimizer::adam(),
        optimizer::adamw(),
        optimizer::lamb(),
        optimizer::lion(),
        optimizer::muon(),
        optimizer::nadam(),
        optimizer::rmsprop(),
        optimizer::sgd(),
    });
    return registry;
}

} // namespace netsmith

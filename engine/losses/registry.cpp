#include "engine/losses/registry.h"

#include "engine/losses/losses.h"
#include "engine/losses/metrics/metrics.h"

namespace netsmith {

const LossRegistry& losses()
{
    static const LossRegistry registry(loss::all);
    return registry;
}

const MetricRegistry& metrics()
{
    static const MetricRegistry registry(metric::all);
    return registry;
}

} // namespace netsmith

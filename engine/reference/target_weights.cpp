#include "engine/ops/target_weights.h"

#include "engine/reference/call.h"
#include "engine/reference/rows.h"

#include <algorithm>
#include <limits>

namespace netsmith::reference {

template <>
void compute<ops::targetWeights>(const Call& call)
{
    const auto& attributes = call.as<TargetWeightsAttributes>();
    const Tensor& target = call.in(0);
    const bool distributions = target.info->type != DataType::i32 && attributes.rows;
    for (std::int64_t i = 0; i < call.out(0).size(); ++i) {
        double wanted = 0.0;
        if (distributions) {
            const auto row = Rows(target).row(i);
            wanted = static_cast<double>(std::ranges::max_element(row) - row.begin());
        } else {
            wanted = target[i];
        }
        const bool known = wanted >= 0.0 && wanted < static_cast<double>(attributes.classWeights.size());
        double weight =
            known ? attributes.classWeights[static_cast<std::size_t>(wanted)] : std::numeric_limits<double>::quiet_NaN();
        if (call.hasInput(1))
            weight *= call.in(1)[i / (call.out(0).size() / call.in(1).size())];
        call.out(0)[i] = weight;
    }
}

} // namespace netsmith::reference

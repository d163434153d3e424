#include "engine/ops/lamb.h"

#include "engine/reference/update_call.h"

#include <cmath>

namespace netsmith::reference {

template <>
void compute<ops::lamb>(const Call& call)
{
    const auto& attributes = call.as<LambAttributes>();
    const double t = optimizerStep(call);
    const Tensor& w = call.out(0);
    const Tensor& m = call.out(1);
    const Tensor& v = call.out(2);
    for (const UpdateRange& range : attributes.ranges) {
        UpdateAttributes one;
        one.weightDecay = attributes.weightDecay;
        one.ranges = {range};
        std::vector<double> change;
        double rate = 0.0;
        double ofWeights = 0.0;
        double ofChange = 0.0;
        forEachWeight(call, one, [&](std::int64_t i, double g, double lr) {
            m[i] = attributes.beta1 * m[i] + (1.0 - attributes.beta1) * g;
            v[i] = attributes.beta2 * v[i] + (1.0 - attributes.beta2) * g * g;
            const double mean = m[i] / (1.0 - std::pow(attributes.beta1, t));
            const double square = v[i] / (1.0 - std::pow(attributes.beta2, t));
            change.push_back(mean / (std::sqrt(square) + attributes.epsilon));
            rate = lr;
            ofWeights += w[i] * w[i];
            ofChange += change.back() * change.back();
        });
        const double trust = ofWeights > 0.0 && ofChange > 0.0 ? std::sqrt(ofWeights) / std::sqrt(ofChange) : 1.0;
        for (std::size_t i = 0; i < change.size(); ++i)
            w[range.begin + static_cast<std::int64_t>(i)] -= rate * trust * change[i];
    }
}

} // namespace netsmith::reference

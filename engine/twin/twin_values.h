#pragma once

#include "engine/twin/twin_format.h"

#include <string>

namespace netsmith::twin {

/// A step of both copies.
struct TwinStep {
    std::int64_t step = 0; ///< from 1
    std::int64_t epoch = 0; ///< from 1
    double learningRate = 0.0;
    std::optional<double> loss{}; ///< of the FP32 copy; nothing if the step produced a NaN or an infinity
    std::optional<double> lowLoss{}; ///< of the other one
    std::optional<double> lossScale{}; ///< of the low copy's next step, if the precision needs one
    std::int64_t skipped = 0; ///< steps that the low copy skipped so far because their gradients overflowed
    bool operator==(const TwinStep&) const = default;
};

/// How the copies of a layer compare; nothing if it has no such numbers.
struct TwinLayer {
    std::string node; ///< "dense_1"; in a block "res_1/dense_1"
    std::optional<Comparison> activation{}; ///< its output
    std::optional<Comparison> arriving{}; ///< its output's gradient, which a low precision rounds
    std::optional<Comparison> gradient{}; ///< of its weights
    std::optional<Comparison> weights{};
    std::optional<Comparison> stepArriving{}; ///< as `arriving`, once the low copy has the FP32 copy's weights: one step's error
    std::optional<Comparison> stepGradient{}; ///< likewise of its weights
    Exponents arrivingExponents{}; ///< of the FP32 copy, of the mean loss of a batch: what a loss scale multiplies
    Exponents gradientExponents{}; ///< likewise, of its weights
    bool operator==(const TwinLayer&) const = default;

    /// The largest fraction of gradients that became 0, of the output's and of the weights'.
    double lostShare() const;
    double overflowedShare() const;
    double subnormalShare() const;
    /// The largest relative difference of its gradients, which grows as the copies drift apart.
    double gradientDifference() const;
    /// The same for one step from equal weights: the effect of the precision alone.
    double stepDifference() const;
    /// The smallest cosine between both copies' gradients; nothing if it has none.
    std::optional<double> gradientCosine() const;
};

/// The copies at one moment, compared on one batch.
struct TwinMoment {
    std::int64_t step = 0; ///< that were taken
    TwinFormat format{}; ///< of the low copy
    NumberRange range{}; ///< its exponents
    std::optional<double> lossScale{};
    std::int64_t skipped = 0;
    std::vector<TwinLayer> layers{}; ///< in the order of the graph
    bool operator==(const TwinMoment&) const = default;
};

} // namespace netsmith::twin

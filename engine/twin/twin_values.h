#pragma once

#include "engine/twin/numbers.h"

#include <string>

namespace netsmith::twin {

/// A step of both copies.
struct TwinStep {
    std::int64_t step = 0; ///< from 1
    std::int64_t epoch = 0; ///< from 1
    double learningRate = 0.0;
    std::optional<double> loss{}; ///< of the FP32 copy; nothing where the step made a NaN or an infinity
    std::optional<double> lowLoss{}; ///< of the other one
    std::optional<double> lossScale{}; ///< of the low copy's next step, where the precision needs one
    std::int64_t skipped = 0; ///< steps that the low copy left out so far, for their gradients overflowed
    bool operator==(const TwinStep&) const = default;
};

/// How the copies of a layer compare; nothing where it has no such numbers.
struct TwinLayer {
    std::string node; ///< "dense_1"; in a block "res_1/dense_1"
    std::optional<Comparison> activation{}; ///< what it gives
    std::optional<Comparison> arriving{}; ///< the gradient that arrives there: what a low precision rounds
    std::optional<Comparison> gradient{}; ///< of its weights
    std::optional<Comparison> weights{};
    std::optional<Comparison> stepArriving{}; ///< as `arriving`, once the low copy has the FP32 copy's weights: one step's error
    std::optional<Comparison> stepGradient{}; ///< likewise of its weights
    Exponents arrivingExponents{}; ///< of the FP32 copy, of the mean loss of a batch: what a loss scale multiplies
    Exponents gradientExponents{}; ///< likewise, of its weights
    bool operator==(const TwinLayer&) const = default;

    /// The largest share of gradients that became 0, of those that arrive and those of the weights.
    double lostShare() const;
    double overflowedShare() const;
    double subnormalShare() const;
    /// The largest relative difference of its gradients, which grows as the copies drift apart.
    double gradientDifference() const;
    /// The same of one step from equal weights: what the precision does by itself.
    double stepDifference() const;
    /// The least cosine between both copies' gradients; nothing where it has none.
    std::optional<double> gradientCosine() const;
};

/// The copies at one moment, compared by one batch.
struct TwinMoment {
    std::int64_t step = 0; ///< that were taken
    Precision precision = Precision::fp16Emulated; ///< of the low copy
    NumberRange range{}; ///< its exponents
    std::optional<double> lossScale{};
    std::int64_t skipped = 0;
    std::vector<TwinLayer> layers{}; ///< in the order of the graph
    bool operator==(const TwinMoment&) const = default;
};

} // namespace netsmith::twin

#pragma once

#include "engine/ops/emitter.h"

namespace netsmith {

struct ObserveRangeAttributes : Attributes {
    explicit ObserveRangeAttributes(double momentum)
        : momentum(momentum)
    {
    }
    double momentum; ///< next = momentum · range + (1 − momentum) · batch
    std::string text() const override;
};

// A range is f32 [2]: the smallest and the largest number of a tensor. Its grid is `QuantizationGrid::between`.
namespace ops {
/// x f32, range → the numbers of 8 bits nearest to x: what training sees of an integer's coarseness (Jacob et al. 2018). Backward,
/// the gradient of a number within the range is passed on (Bengio et al. 2013), and a range that is a weight gets its own.
extern const OpSpec fakeQuantize;
extern const OpSpec fakeQuantizeBackward; ///< x, range, dy → dx
/// x, range, dy → that of the range [2]: a number that an end cuts off moves this end with it; one within moves both by what
/// rounding does to it, a step being 1/255 of their distance (Esser et al. 2020, Jain et al. 2020).
extern const OpSpec fakeQuantizeRangeGradient;
/// w […,C] f32 → the nearest multiples of `gridScale`, of the largest weight of each channel
extern const OpSpec fakeQuantizeWeights;
/// x […,C] f32 → the nearest multiples of `gridScale`, of the largest number of each row
extern const OpSpec fakeQuantizeRows;
/// x f32, range → its moving average with the batch's own, which it begins with
extern const OpSpec observeRange;
} // namespace ops

} // namespace netsmith

#pragma once

#include "engine/core/quantization_grid.h"
#include "engine/reference/call.h"

#include <algorithm>
#include <cmath>

namespace netsmith::reference {

inline QuantizationGrid gridOf(const Tensor& range)
{
    return QuantizationGrid::between(static_cast<float>(range[0]), static_cast<float>(range[1]));
}

/// Weights […,C] as whole numbers of their channels' steps.
struct QuantizedWeights {
    explicit QuantizedWeights(const Tensor& w)
    {
        const std::int64_t channels = w.shape()[-1];
        std::vector<float> largest(static_cast<std::size_t>(channels), 0.0f);
        for (std::int64_t i = 0; i < w.size(); ++i) {
            float& most = largest[static_cast<std::size_t>(i % channels)];
            most = std::max(most, std::abs(static_cast<float>(w[i])));
        }
        for (const float most : largest)
            scales.push_back(gridScale(most));
        for (std::int64_t i = 0; i < w.size(); ++i)
            steps.push_back(weightSteps(static_cast<float>(w[i]), 1.0f / scales[static_cast<std::size_t>(i % channels)]));
    }

    std::vector<float> scales; ///< of each channel
    std::vector<double> steps;
};

/// Numbers as whole multiples of the step of the largest one.
struct RoundedRow {
    explicit RoundedRow(std::span<const double> numbers)
    {
        float largest = 0.0f;
        for (const double number : numbers)
            largest = std::max(largest, std::abs(static_cast<float>(number)));
        step = gridScale(largest);
        for (const double number : numbers)
            codes.push_back(weightSteps(static_cast<float>(number), 1.0f / step));
    }

    float step = 1.0f;
    std::vector<double> codes;
};

} // namespace netsmith::reference

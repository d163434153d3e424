#include "engine/cpu/kernels/metric_counts.h"

#include <algorithm>
#include <cmath>

namespace netsmith::kernels {
namespace {

/// The first maximum of a row; −1 where there is a NaN.
std::int64_t firstMaximum(const float* row, std::int64_t columns)
{
    std::int64_t best = 0;
    for (std::int64_t c = 0; c < columns; ++c) {
        if (std::isnan(row[c]))
            return -1;
        best = row[c] > row[best] ? c : best;
    }
    return best;
}

/// The true class of a row, for a distribution its first maximum; −1 if out of range.
std::int64_t wantedClass(const std::int32_t* target, std::int64_t row, std::int64_t columns)
{
    return target[row] >= 0 && target[row] < columns ? target[row] : -1;
}
std::int64_t wantedClass(const float* target, std::int64_t row, std::int64_t columns)
{
    return firstMaximum(target + row * columns, columns);
}

/// Whether a yes-or-no target is neither.
bool isAbsent(std::int32_t target)
{
    return target < 0;
}
bool isAbsent(float target)
{
    return std::isnan(target);
}

/// Counts of a confusion matrix, which are whole numbers: the order of adding does not matter.
struct Counts {
    float* counts;
    std::int64_t classes;
    bool totals;

    void add(std::int64_t right, std::int64_t predicted) const
    {
        if (!totals) {
            counts[right * classes + predicted] += 1.0f;
            return;
        }
        counts[right] += right == predicted ? 1.0f : 0.0f;
        counts[classes + predicted] += 1.0f;
        counts[2 * classes + right] += 1.0f;
    }
};

/// How many thresholds a probability is above: all but the last, which is above 1, at most.
std::int64_t thresholdsBelow(float p, std::int64_t thresholds)
{
    const double scaled = std::ceil(static_cast<double>(p) * static_cast<double>(thresholds - 1));
    return static_cast<std::int64_t>(std::clamp(scaled, 1.0, static_cast<double>(thresholds - 1)));
}

void storeExactly(double sum, float* high, float* low)
{
    *high = static_cast<float>(sum);
    *low = static_cast<float>(sum - static_cast<double>(*high));
}

} // namespace

template <class Target>
void confusionOfRows(const float* prediction, const Target* target, bool totals, float* out, void*, std::int64_t rows,
                     std::int64_t columns) noexcept
{
    std::fill_n(out, columns * (totals ? 3 : columns), 0.0f);
    const Counts counts{out, columns, totals};
    for (std::int64_t r = 0; r < rows; ++r) {
        const std::int64_t predicted = firstMaximum(prediction + r * columns, columns);
        const std::int64_t wanted = wantedClass(target, r, columns);
        if (predicted >= 0 && wanted >= 0)
            counts.add(wanted, predicted);
    }
}

template <class Target>
void confusionOfNumbers(const float* prediction, const Target* target, float threshold, bool totals, float* out, void*,
                        std::int64_t count) noexcept
{
    std::int64_t cells[2][2] = {};
    for (std::int64_t i = 0; i < count; ++i)
        if (!std::isnan(prediction[i]) && !isAbsent(target[i]))
            ++cells[static_cast<float>(target[i]) > 0.5f][prediction[i] > threshold];
    if (totals) {
        out[0] = static_cast<float>(cells[1][1]);
        out[1] = static_cast<float>(cells[0][1] + cells[1][1]);
        out[2] = static_cast<float>(cells[1][0] + cells[1][1]);
    } else {
        std::copy_n(&cells[0][0], 4, out);
    }
}

/// Counts how many are between two thresholds, then accumulates from above.
template <class Target>
void thresholdCounts(const float* probabilities, const Target* target, std::int64_t columns, std::int64_t thresholds, float* counts,
                     std::int64_t count) noexcept
{
    std::fill_n(counts, 2 * thresholds, 0.0f);
    for (std::int64_t i = 0; i < count; ++i) {
        const float p = probabilities[i];
        const std::int64_t wanted = columns > 0 ? wantedClass(target, i / columns, columns) : 0;
        const bool known = columns > 0 ? wanted >= 0 : !isAbsent(target[i]);
        const bool yes = columns > 0 ? wanted == i % columns : static_cast<float>(target[i]) > 0.5f;
        if (known && !std::isnan(p))
            counts[(yes ? 0 : thresholds) + thresholdsBelow(p, thresholds) - 1] += 1.0f;
    }
    for (float* half : {counts, counts + thresholds})
        for (std::int64_t k = thresholds - 1; k > 0; --k)
            half[k - 1] += half[k];
}

template <class Target>
void topKAccuracy(const float* prediction, const Target* target, std::int64_t k, double rowsPerSample, float* out, void*,
                  std::int64_t rows, std::int64_t columns) noexcept
{
    std::int64_t right = 0;
    for (std::int64_t r = 0; r < rows; ++r) {
        const float* row = prediction + r * columns;
        const std::int64_t wanted = wantedClass(target, r, columns);
        if (wanted < 0 || firstMaximum(row, columns) < 0)
            continue;
        const float reached = row[wanted];
        right += std::count_if(row, row + columns, [reached](float value) { return value > reached; }) < k;
    }
    *out = static_cast<float>(static_cast<double>(right) / rowsPerSample);
}

#define INSTANTIATE(Target)                                                                                                        \
    template void confusionOfRows(const float*, const Target*, bool, float*, void*, std::int64_t, std::int64_t) noexcept;          \
    template void confusionOfNumbers(const float*, const Target*, float, bool, float*, void*, std::int64_t) noexcept;              \
    template void thresholdCounts(const float*, const Target*, std::int64_t, std::int64_t, float*, std::int64_t) noexcept;         \
    template void topKAccuracy(const float*, const Target*, std::int64_t, double, float*, void*, std::int64_t,                     \
                               std::int64_t) noexcept;
INSTANTIATE(std::int32_t)
INSTANTIATE(float)

void r2Sums(const float* prediction, const float* target, float* sums, std::int64_t rows, std::int64_t columns) noexcept
{
    for (std::int64_t c = 0; c < columns; ++c) {
        double errors = 0.0, sum = 0.0, squares = 0.0;
        for (std::int64_t r = 0; r < rows; ++r) {
            const double wanted = target[r * columns + c];
            const double error = prediction[r * columns + c] - wanted;
            errors += error * error;
            sum += wanted;
            squares += wanted * wanted;
        }
        sums[c] = static_cast<float>(errors);
        storeExactly(sum, sums + columns + c, sums + 2 * columns + c);
        storeExactly(squares, sums + 3 * columns + c, sums + 4 * columns + c);
    }
}

} // namespace netsmith::kernels

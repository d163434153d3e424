#include "engine/cuda/kernels/metric_counts.h"

#include "engine/cuda/kernels/softmax.h"
#include "engine/cuda/kernels/sums.h"

#include <cmath>
#include <limits>

namespace netsmith::cuda::kernels {
namespace {

/// The true class and the predicted one; −1 for what is not counted.
struct TableCell {
    std::int32_t right;
    std::int32_t predicted;
};

/// −1 where there is a NaN.
NS_DEVICE inline std::int32_t firstMaximum(const float* row, std::int64_t columns)
{
    std::int64_t best = 0;
    for (std::int64_t c = 0; c < columns; ++c) {
        if (std::isnan(row[c]))
            return -1;
        best = row[c] > row[best] ? c : best;
    }
    return static_cast<std::int32_t>(best);
}

NS_DEVICE inline std::int32_t wantedClass(const std::int32_t* target, std::int64_t row, std::int64_t columns)
{
    return target[row] >= 0 && target[row] < columns ? target[row] : -1;
}
NS_DEVICE inline std::int32_t wantedClass(const float* target, std::int64_t row, std::int64_t columns)
{
    return firstMaximum(target + row * columns, columns);
}

/// Whether a yes-or-no target is neither.
NS_DEVICE inline bool isAbsent(std::int32_t target)
{
    return target < 0;
}
NS_DEVICE inline bool isAbsent(float target)
{
    return std::isnan(target);
}

template <class Target>
struct CellsOfRows {
    const float* prediction;
    const Target* target;
    std::int64_t columns;
    TableCell* cells;

    NS_DEVICE void operator()(std::int64_t row) const
    {
        const TableCell cell{wantedClass(target, row, columns), firstMaximum(prediction + row * columns, columns)};
        cells[row] = cell.right < 0 || cell.predicted < 0 ? TableCell{-1, -1} : cell;
    }
};

template <class Target>
struct CellsOfNumbers {
    const float* prediction;
    const Target* target;
    float threshold;
    TableCell* cells;

    NS_DEVICE void operator()(std::int64_t i) const
    {
        const auto t = static_cast<float>(target[i]);
        cells[i] = std::isnan(prediction[i]) || isAbsent(target[i])
            ? TableCell{-1, -1}
            : TableCell{t > 0.5f ? 1 : 0, prediction[i] > threshold ? 1 : 0};
    }
};

/// Sets count `index`: of the matrix, or of the totals of the classes from `first` on.
struct CountCells {
    const TableCell* cells;
    std::int64_t count;
    std::int64_t classes;
    bool totals;
    std::int32_t first;
    std::int64_t totalsOf; ///< how many classes have totals
    float* counts;

    NS_DEVICE bool holds(const TableCell& cell, std::int64_t index) const
    {
        if (!totals)
            return cell.right >= 0 && cell.right * classes + cell.predicted == index;
        const auto wanted = static_cast<std::int32_t>(first + index % totalsOf);
        const bool right = cell.right == wanted, predicted = cell.predicted == wanted;
        return index < totalsOf ? right && predicted : index < 2 * totalsOf ? predicted : right;
    }
    NS_DEVICE void operator()(const ThreadBlock& block, std::int64_t index) const
    {
        std::int64_t sum = 0;
        for (std::int64_t i = block.rank(); i < count; i += block.size())
            sum += holds(cells[i], index) ? 1 : 0;
        sum = joined(block, sum, Plus());
        if (block.rank() == 0)
            counts[index] = static_cast<float>(sum);
    }
};

template <class Target>
struct CountAbove {
    const float* probabilities;
    const Target* target;
    std::int64_t columns;
    std::int64_t thresholds;
    float* counts;
    std::int64_t count;

    NS_DEVICE bool holds(std::int64_t i, std::int64_t index) const
    {
        bool known = true, yes = false;
        if (columns > 0) {
            const std::int32_t wanted = wantedClass(target, i / columns, columns);
            known = wanted >= 0;
            yes = wanted == i % columns;
        } else {
            known = !isAbsent(target[i]);
            yes = static_cast<float>(target[i]) > 0.5f;
        }
        const std::int64_t k = index % thresholds;
        if (!known || std::isnan(probabilities[i]) || yes != (index < thresholds) || k == thresholds - 1)
            return false;
        return k == 0 || static_cast<double>(probabilities[i]) * static_cast<double>(thresholds - 1) > static_cast<double>(k);
    }
    NS_DEVICE void operator()(const ThreadBlock& block, std::int64_t index) const
    {
        std::int64_t sum = 0;
        for (std::int64_t i = block.rank(); i < count; i += block.size())
            sum += holds(i, index) ? 1 : 0;
        sum = joined(block, sum, Plus());
        if (block.rank() == 0)
            counts[index] = static_cast<float>(sum);
    }
};

/// 1 for a right row, else 0.
template <class Target>
struct RightWithin {
    const float* prediction;
    const Target* target;
    std::int64_t k;
    double* right;
    std::int64_t columns;

    NS_DEVICE void operator()(std::int64_t row) const
    {
        const float* values = prediction + row * columns;
        const std::int32_t wanted = wantedClass(target, row, columns);
        right[row] = 0.0;
        if (wanted < 0)
            return;
        std::int64_t larger = 0;
        for (std::int64_t c = 0; c < columns; ++c) {
            if (std::isnan(values[c]))
                return;
            larger += values[c] > values[wanted] ? 1 : 0;
        }
        right[row] = larger < k ? 1.0 : 0.0;
    }
};

struct R2OfColumn {
    const float* prediction;
    const float* target;
    float* sums;
    std::int64_t rows;
    std::int64_t columns;

    NS_DEVICE void store(double sum, std::int64_t at) const
    {
        sums[at] = static_cast<float>(sum);
        sums[at + columns] = static_cast<float>(sum - static_cast<double>(sums[at]));
    }
    NS_DEVICE void operator()(const ThreadBlock& block, std::int64_t column) const
    {
        double errors = 0.0, sum = 0.0, squares = 0.0;
        for (std::int64_t r = block.rank(); r < rows; r += block.size()) {
            const double t = target[r * columns + column];
            const double error = prediction[r * columns + column] - t;
            errors += error * error;
            sum += t;
            squares += t * t;
        }
        errors = joined(block, errors, Plus());
        sum = joined(block, sum, Plus());
        squares = joined(block, squares, Plus());
        if (block.rank() != 0)
            return;
        sums[column] = static_cast<float>(errors);
        store(sum, columns + column);
        store(squares, 3 * columns + column);
    }
};

void countCells(Stream& stream, const TableCell* cells, std::int64_t count, std::int64_t classes, bool totals, std::int64_t first,
                float* counts)
{
    const std::int64_t of = classes - first;
    launchBlocks(stream, totals ? 3 * of : classes * classes, sizeof(std::int64_t),
                 CountCells{cells, count, classes, totals, static_cast<std::int32_t>(first), of, counts}, blockSizeForRow(count));
}

} // namespace

std::int64_t confusionWorkspace(std::int64_t count)
{
    return count * static_cast<std::int64_t>(sizeof(TableCell));
}

template <class Target>
void confusionOfRows(Stream& stream, const float* prediction, const Target* target, bool totals, float* counts, void* workspace,
                     std::int64_t rows, std::int64_t columns)
{
    auto* cells = static_cast<TableCell*>(workspace);
    launchEach(stream, rows, CellsOfRows<Target>{prediction, target, columns, cells});
    countCells(stream, cells, rows, columns, totals, 0, counts);
}

template <class Target>
void confusionOfNumbers(Stream& stream, const float* prediction, const Target* target, float threshold, bool totals, float* counts,
                        void* workspace, std::int64_t count)
{
    auto* cells = static_cast<TableCell*>(workspace);
    launchEach(stream, count, CellsOfNumbers<Target>{prediction, target, threshold, cells});
    countCells(stream, cells, count, 2, totals, totals ? 1 : 0, counts);
}

template <class Target>
void thresholdCounts(Stream& stream, const float* probabilities, const Target* target, std::int64_t columns,
                     std::int64_t thresholds, float* counts, std::int64_t count)
{
    launchBlocks(stream, 2 * thresholds, sizeof(std::int64_t),
                 CountAbove<Target>{probabilities, target, columns, thresholds, counts, count}, blockSizeForRow(count));
}

std::int64_t topKAccuracyWorkspace(std::int64_t rows)
{
    return (rows + partialSums(rows)) * static_cast<std::int64_t>(sizeof(double));
}

template <class Target>
void topKAccuracy(Stream& stream, const float* prediction, const Target* target, std::int64_t k, double rowsPerSample, float* out,
                  void* workspace, std::int64_t rows, std::int64_t columns)
{
    auto* right = static_cast<double*>(workspace);
    launchEach(stream, rows, RightWithin<Target>{prediction, target, k, right, columns});
    launchSum(stream, rows, ReadPartial{right}, StoreSum{out, 1.0 / rowsPerSample}, right + rows);
}

void r2Sums(Stream& stream, const float* prediction, const float* target, float* sums, std::int64_t rows, std::int64_t columns)
{
    launchBlocks(stream, columns, sizeof(double), R2OfColumn{prediction, target, sums, rows, columns}, blockSizeForRow(rows));
}

#define INSTANTIATE(Target)                                                                                                        \
    template void confusionOfRows(Stream&, const float*, const Target*, bool, float*, void*, std::int64_t, std::int64_t);          \
    template void confusionOfNumbers(Stream&, const float*, const Target*, float, bool, float*, void*, std::int64_t);              \
    template void thresholdCounts(Stream&, const float*, const Target*, std::int64_t, std::int64_t, float*, std::int64_t);         \
    template void topKAccuracy(Stream&, const float*, const Target*, std::int64_t, double, float*, void*, std::int64_t,            \
                               std::int64_t);
INSTANTIATE(std::int32_t)
INSTANTIATE(float)

} // namespace netsmith::cuda::kernels

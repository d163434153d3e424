#pragma once

#include "engine/cuda/kernels/launch.h"

namespace netsmith::cuda::kernels {

/// How a [rows, columns] matrix is divided among blocks, depending only on its shape: each takes a slice of the rows in up to 32
/// adjacent columns, so that its threads' reads are coalesced.
struct ColumnSlices {
    std::int64_t rows;
    std::int64_t columns;
    std::int64_t width = 1; ///< columns of a block
    std::int64_t blocks = 1; ///< of that width
    std::int64_t slices = 1;
    std::int64_t sliceRows = 1;

    ColumnSlices(std::int64_t rowCount, std::int64_t columnCount)
        : rows(rowCount)
        , columns(columnCount)
    {
        constexpr std::int64_t threadRows = 16; // at least
        constexpr std::int64_t mostThreadBlocks = 1024;
        while (width < std::min<std::int64_t>(columns, 32))
            width *= 2;
        blocks = (columns + width - 1) / width;
        const std::int64_t least = threadRows * std::max<std::int64_t>(usualBlockSize / width, 1);
        const std::int64_t most = std::max<std::int64_t>(mostThreadBlocks / blocks, 1);
        slices = std::clamp<std::int64_t>((rows + least - 1) / least, 1, most);
        sliceRows = std::max<std::int64_t>((rows + slices - 1) / slices, 1);
        slices = std::max<std::int64_t>((rows + sliceRows - 1) / sliceRows, 1);
    }

    std::int64_t parts() const { return slices * columns; }
};

/// Gathers a value for each slice and column: `gather.start(column)` makes what a thread takes elements with, some at once;
/// `Gather::Join` joins its values, the default of which stands for no rows.
template <class Gather>
struct GatherSlices {
    using Value = typename Gather::Value;

    ColumnSlices cut;
    Gather gather;
    Value* parts; ///< [slices, columns]

    NS_DEVICE void operator()(const ThreadBlock& block, std::int64_t index) const
    {
        const std::int64_t slice = index / cut.blocks;
        const std::int64_t firstColumn = index % cut.blocks * cut.width;
        const std::int64_t lastColumn = std::min(firstColumn + cut.width, cut.columns);
        const std::int64_t end = std::min((slice + 1) * cut.sliceRows, cut.rows);
        const int lanes = static_cast<int>(std::min<std::int64_t>(cut.width, block.size()));
        const int step = block.size() / lanes; // rows at once
        const int rank = block.rank();
        const int row = rank / lanes; // `step` for threads that are left over
        Value* values = block.shared<Value>();
        for (std::int64_t first = firstColumn; first < lastColumn; first += lanes) {
            const std::int64_t column = first + rank % lanes;
            const bool takes = row < step && column < lastColumn;
            values[rank] = takes ? ofThread(column, slice * cut.sliceRows + row, end, step) : Value{};
            block.sync();
            for (int left = step; left > 1;) {
                const int half = (left + 1) / 2;
                if (row + half < left)
                    values[rank] = typename Gather::Join()(values[rank], values[rank + half * lanes]);
                block.sync();
                left = half;
            }
            if (row == 0 && takes)
                parts[slice * cut.columns + column] = values[rank];
            block.sync();
        }
    }

    /// Several rows at a time, so that their loads overlap.
    NS_DEVICE Value ofThread(std::int64_t column, std::int64_t row, std::int64_t end, int step) const
    {
        constexpr int together = 8;
        const std::int64_t stride = cut.columns * step;
        const std::int64_t last = end * cut.columns;
        std::int64_t i = row * cut.columns + column;
        auto sum = gather.start(column);
        for (; i + (together - 1) * stride < last; i += together * stride)
            sum.template take<together>(i, stride);
        for (; i < last; i += stride)
            sum.template take<1>(i, stride);
        return sum.value();
    }
};

/// Combines the slices of a column and passes the result to `finish(column, value)`.
template <class Value, class Join, class Finish>
struct JoinSlices {
    ColumnSlices cut;
    const Value* parts;
    Finish finish;

    NS_DEVICE void operator()(const ThreadBlock& block, std::int64_t column) const
    {
        Value value{};
        for (std::int64_t slice = block.rank(); slice < cut.slices; slice += block.size())
            value = Join()(value, parts[slice * cut.columns + column]);
        value = joined(block, value, Join());
        if (block.rank() == 0)
            finish(column, value);
    }
};

template <class Gather>
void gatherSlices(Stream& stream, const ColumnSlices& cut, const Gather& gather, typename Gather::Value* parts)
{
    launchBlocks(stream, cut.slices * cut.blocks, sizeof(typename Gather::Value), GatherSlices<Gather>{cut, gather, parts});
}

template <class Gather, class Finish>
void joinSlices(Stream& stream, const ColumnSlices& cut, const typename Gather::Value* parts, const Finish& finish)
{
    using Value = typename Gather::Value;
    launchBlocks(stream, cut.columns, sizeof(Value), JoinSlices<Value, typename Gather::Join, Finish>{cut, parts, finish}, 64);
}

} // namespace netsmith::cuda::kernels

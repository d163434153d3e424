#pragma once

#include "engine/core/parallel.h"
#include "engine/plan/logical_plan.h"

#include <functional>
#include <span>
#include <vector>

namespace netsmith::cpu {

/// How one tensor of weights is split among the threads: by rows, all axes but the last. Products, their gradients and the
/// optimizer all use it, so that a thread processes the same rows in each. Cache lines that two cores have read must be invalidated
/// in one of them before they can be written, which costs more than computing with them: after a product split differently, Adam
/// over 100,000 weights took 52 µs instead of 15.
struct WeightSplit {
    explicit WeightSplit(const Shape& weights);

    std::int64_t row(int part) const { return rows * part / parts; }

    std::int64_t rows = 1;
    std::int64_t columns = 1;
    int parts = 1; ///< 1 where it is too small for more
};

/// A stretch of a parameter arena.
struct ArenaPiece {
    std::int64_t begin = 0;
    std::int64_t end = 0;
    bool operator==(const ArenaPiece&) const = default;
};

/// All of an arena with this many elements, thread by thread: of each segment what `WeightSplit` gives it, and small ones whole, so
/// that each thread has about the same to do. One thread has it all where it is not worth more.
std::vector<std::vector<ArenaPiece>> shareOut(const SegmentTable& segments, std::int64_t elements);

/// Calls `body(part)` for each part, side by side.
template <class Body>
void eachPart(int parts, const Body& body)
{
    if (parts == 1)
        return body(0);
    const auto range = [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t part = begin; part < end; ++part)
            body(static_cast<int>(part));
    };
    parallelFor(parts, 1, std::cref(range));
}

} // namespace netsmith::cpu

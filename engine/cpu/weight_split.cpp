#include "engine/cpu/weight_split.h"

#include <algorithm>

namespace netsmith::cpu {
namespace {

/// Fewer weights than this are not worth a thread.
constexpr std::int64_t leastOfAPart = 4096;

void append(std::vector<ArenaPiece>& pieces, ArenaPiece piece)
{
    if (piece.begin == piece.end)
        return;
    if (!pieces.empty() && pieces.back().end == piece.begin)
        pieces.back().end = piece.end;
    else
        pieces.push_back(piece);
}

} // namespace

WeightSplit::WeightSplit(const Shape& weights)
{
    columns = weights.rank() > 1 ? weights[-1] : 1;
    rows = weights.elements() / columns;
    parts = static_cast<int>(
        std::clamp<std::int64_t>(weights.elements() / leastOfAPart, 1, std::min<std::int64_t>(rows, threadCount())));
}

std::vector<std::vector<ArenaPiece>> shareOut(const SegmentTable& table, std::int64_t elements)
{
    const int threads = WeightSplit(Shape{elements}).parts;
    std::vector<std::vector<ArenaPiece>> shares(static_cast<std::size_t>(threads));
    std::int64_t done = 0;
    const auto give = [&](std::size_t thread, std::int64_t end) {
        append(shares[thread], {done, end});
        done = end;
    };
    std::vector<const Segment*> segments;
    for (const Segment& segment : table.segments)
        segments.push_back(&segment);
    std::ranges::sort(segments, {}, &Segment::offset);
    for (const Segment* segment : segments) {
        const WeightSplit split(segment->shape);
        for (int part = 0; part < split.parts; ++part) {
            // A small one goes to the thread of its neighbours. Each includes the padding before it.
            const std::int64_t thread = split.parts > 1 ? part * threads / split.parts : segment->offset * threads / elements;
            give(static_cast<std::size_t>(thread), segment->offset + split.row(part + 1) * split.columns);
        }
    }
    give(shares.size() - 1, elements);
    return shares;
}

} // namespace netsmith::cpu

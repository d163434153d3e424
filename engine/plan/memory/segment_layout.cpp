#include "engine/plan/memory/segment_layout.h"

namespace netsmith {
namespace {

/// Elements of a segment and of the padding after it.
std::int64_t paddedElements(const Segment& segment)
{
    return (segment.elements() + segmentAlignment - 1) / segmentAlignment * segmentAlignment;
}

} // namespace

void layOut(SegmentTable& table)
{
    for (auto segment = table.segments.rbegin(); segment != table.segments.rend(); ++segment) {
        segment->offset = table.elements;
        table.elements += paddedElements(*segment);
    }
}

std::vector<UpdateRange> updateRanges(const SegmentTable& parameters, int group)
{
    std::vector<UpdateRange> ranges;
    for (auto segment = parameters.segments.rbegin(); segment != parameters.segments.rend(); ++segment) {
        if (!segment->trainable || segment->group != group)
            continue;
        const std::int64_t end = segment->offset + paddedElements(*segment);
        if (!ranges.empty() && ranges.back().end == segment->offset && ranges.back().decay == segment->decay
            && ranges.back().rateScale == segment->rateScale)
            ranges.back().end = end;
        else
            ranges.push_back({segment->offset, end, segment->rateScale, segment->decay});
    }
    return ranges;
}

std::vector<UpdatePart> updateParts(const SegmentTable& parameters, int group)
{
    std::vector<UpdatePart> parts;
    for (auto segment = parameters.segments.rbegin(); segment != parameters.segments.rend(); ++segment)
        if (segment->trainable && segment->group == group)
            parts.push_back({{segment->offset, segment->offset + segment->elements(), segment->rateScale, segment->decay},
                             segment->shape,
                             segment->isHiddenKernel});
    return parts;
}

} // namespace netsmith

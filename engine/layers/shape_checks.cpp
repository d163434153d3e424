#include "engine/layers/shape_checks.h"

#include "engine/core/error.h"

namespace netsmith::layer {

void requireAxes(const Shape& input)
{
    if (input.rank() == 0)
        throw Error(ErrorKind::input, NS_MESSAGE("layer.axes", "expected at least one axis, got a {0}"), input.text());
}

void requireImage(const Shape& input)
{
    if (input.rank() != 3)
        throw Error(ErrorKind::input, NS_MESSAGE("layer.image", "expected an image H×W×C, got {0}"), input.text());
}

void requireAxes(const Shape& input, int axes)
{
    if (axes == 2)
        return requireImage(input);
    if (input.rank() == axes + 1)
        return;
    if (axes == 1)
        throw Error(ErrorKind::input, NS_MESSAGE("layer.sequence", "expected a sequence T×C, got {0}"), input.text());
    throw Error(ErrorKind::input, NS_MESSAGE("layer.volume", "expected a volume D×H×W×C, got {0}"), input.text());
}

int sampleAxis(std::int64_t axis, int rank)
{
    const std::int64_t counted = axis < 0 ? axis + rank + 1 : axis;
    if (counted < 1 || counted > rank)
        throw Error(
            ErrorKind::input,
            NS_MESSAGE("layer.axis",
                       "axis {0} is not one of a sample, which has {1:axis|axes}; choose −1 for the last or 1 for the first"),
            axis, rank);
    return static_cast<int>(counted) - 1;
}

Size2 sizeOf(const Shape& image)
{
    return {image[0], image[1]};
}

Size2 size2(const std::vector<std::int64_t>& entries)
{
    return {entries.front(), entries.back()};
}

} // namespace netsmith::layer

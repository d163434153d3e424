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

Size2 sizeOf(const Shape& image)
{
    return {image[0], image[1]};
}

Size2 size2(const std::vector<std::int64_t>& entries)
{
    return {entries.front(), entries.back()};
}

} // namespace netsmith::layer

#include "engine/layers/positions.h"

#include "engine/core/error.h"
#include "engine/layers/shape_checks.h"

namespace netsmith::layer {

void requirePositions(const Shape& input, int axes)
{
    if (axes == 2)
        requireImage(input);
    if (axes == 1 && input.rank() != 2)
        throw Error(ErrorKind::input, NS_MESSAGE("layer.sequence", "expected a sequence T×C, got {0}"), input.text());
    if (axes == 3 && input.rank() != 4)
        throw Error(ErrorKind::input, NS_MESSAGE("layer.volume", "expected a volume D×H×W×C, got {0}"), input.text());
}

} // namespace netsmith::layer

#pragma once

#include "engine/interop/tflite/tflite_call.h"

namespace netsmith::interop {

/// An axis counted from the front; the node that gets it refuses one that does not exist.
inline std::int64_t fromFront(std::int64_t axis, const TfliteDims& dims)
{
    return axis < 0 ? axis + static_cast<std::int64_t>(dims.size()) : axis;
}

// Operators that only move numbers.
void translateReshape(TfliteCall& call);
void translateSqueeze(TfliteCall& call);
void translateExpandDims(TfliteCall& call);
void translateTranspose(TfliteCall& call);
void translateSplit(TfliteCall& call);
void translateSlice(TfliteCall& call);
void translateStridedSlice(TfliteCall& call);
void translateGather(TfliteCall& call);
void translatePad(TfliteCall& call);
void translateResize(TfliteCall& call);
void translateBlocks(TfliteCall& call);

} // namespace netsmith::interop

#pragma once

#include "engine/ops/emitter.h"

namespace netsmith {

struct ConcatAttributes : Attributes {
    explicit ConcatAttributes(int axis)
        : axis(axis)
    {
    }
    int axis; ///< counted with the batch axis; never 0
    std::string text() const override { return "axis " + std::to_string(axis); }
};

struct SliceAttributes : Attributes {
    SliceAttributes(int axis, std::int64_t begin, std::int64_t size)
        : axis(axis)
        , begin(begin)
        , size(size)
    {
    }
    int axis;
    std::int64_t begin;
    std::int64_t size;
    std::string text() const override;
};

namespace ops {
extern const OpSpec concat; ///< two or more tensors, equal except along the axis → one
extern const OpSpec slice; ///< x → x[begin, begin+size) along the axis
} // namespace ops

} // namespace netsmith

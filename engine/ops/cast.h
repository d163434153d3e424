#pragma once

#include "engine/ops/emitter.h"

namespace netsmith {

struct CastAttributes : Attributes {
    explicit CastAttributes(DataType type)
        : type(type)
    {
    }
    DataType type;
    std::string text() const override { return std::string(nameOf(type)); }
};

namespace ops {
extern const OpSpec cast; ///< x → the same numbers in another floating-point type, rounded to nearest even; gradient: cast back
} // namespace ops

/// `x` itself if it already has that type.
TensorId emitCast(Emitter& emitter, TensorId x, DataType type);

} // namespace netsmith

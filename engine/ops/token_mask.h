#pragma once

#include "engine/ops/emitter.h"

namespace netsmith {

struct TokenMaskAttributes : Attributes {
    explicit TokenMaskAttributes(std::int64_t padding)
        : padding(padding)
    {
    }
    std::int64_t padding; ///< the id of padding
    std::string text() const override { return "padding " + std::to_string(padding); }
};

namespace ops {
extern const OpSpec tokenMask; ///< ids, f32 → f32 of their shape: 0 where there is padding, else 1
} // namespace ops

} // namespace netsmith

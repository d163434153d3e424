#pragma once

#include "engine/ops/emitter.h"

namespace netsmith {

/// Takes the batch out of a resident data field: sample order[position + row], as (x − subtract) / divide where the output is a
/// floating-point type, unchanged where it is i32. Samples may overlap, as windows of a text do.
struct GatherAttributes : Attributes {
    std::int64_t batch = 1;
    double subtract = 0.0;
    double divide = 1.0;
    DataType type = DataType::f32;
    std::int64_t stride = 0; ///< elements from the start of one sample to that of the next; 0: those of a sample
    std::string text() const override;
};

namespace ops {
extern const OpSpec gather; ///< field (shape of one sample behind its count), order i32, counters → [batch, …]
} // namespace ops

} // namespace netsmith

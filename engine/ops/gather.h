#pragma once

#include "engine/ops/emitter.h"

namespace netsmith {

/// Gathers the batch from a resident data field: sample order[position + row], as (x − subtract) / divide if the output is a
/// floating-point type, unchanged if it is i32. Samples may overlap, like windows of a text.
struct GatherAttributes : Attributes {
    std::int64_t batch = 1;
    double subtract = 0.0;
    double divide = 1.0;
    DataType type = DataType::f32;
    std::int64_t stride = 0; ///< elements from the start of one sample to the start of the next; 0: as many as a sample has
    std::string text() const override;
};

namespace ops {
extern const OpSpec gather; ///< field (the number of samples, then the shape of one), order i32, counters → [batch, …]
} // namespace ops

} // namespace netsmith

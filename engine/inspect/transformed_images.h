#pragma once

#include "engine/backend/backend.h"
#include "engine/fields/dataset.h"
#include "engine/graph/project/project.h"

#include <vector>

namespace netsmith::inspect {

/// Images as the network gets them in training, in bytes: H,W,C each, black 0 and white 255.
struct TransformedImages {
    Shape shape;
    std::vector<std::vector<std::byte>> images;
};

/// Applies the project's transforms to samples of an image field (H,W,C bytes), each `variants` times with independent draws. One
/// batch of samples × variants in that order, drawn like the first ones of a run: samples are mixed with others of the batch.
/// Throws what does not fit.
TransformedImages transformedImages(const Project& project, const data::Field& field, std::span<const std::int64_t> samples,
                                    std::int64_t variants, Backend& backend);

} // namespace netsmith::inspect

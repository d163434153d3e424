#pragma once

#include "engine/graph/specs/parameter.h"

namespace netsmith {

/// Whether those kernels and embeddings of a layer that are zero stay zero in training: its parameter `keep_zeros`, which
/// `weightParameters` declares.
bool keepsZeros(const ParameterMap& parameters);

} // namespace netsmith

#pragma once

#include "engine/graph/specs/objective_spec.h"

#include <array>

/// The declaration of every loss, one file each.
namespace netsmith::loss {

LossSpec binaryCrossentropy();
LossSpec binaryFocalCrossentropy();
LossSpec categoricalCrossentropy();
LossSpec categoricalFocalCrossentropy();
LossSpec cosineSimilarity();
LossSpec distillation();
LossSpec hinge();
LossSpec huber();
LossSpec klDivergence();
LossSpec logCosh();
LossSpec meanAbsoluteError();
LossSpec meanSquaredError();
LossSpec poisson();
LossSpec sparseCategoricalCrossentropy();
LossSpec squaredHinge();

/// All of them, in alphabetical order of their ids.
inline constexpr std::array all{binaryCrossentropy,
                                binaryFocalCrossentropy,
                                categoricalCrossentropy,
                                categoricalFocalCrossentropy,
                                cosineSimilarity,
                                distillation,
                                hinge,
                                huber,
                                klDivergence,
                                logCosh,
                                meanAbsoluteError,
                                meanSquaredError,
                                poisson,
                                sparseCategoricalCrossentropy,
                                squaredHinge};

} // namespace netsmith::loss

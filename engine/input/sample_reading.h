#pragma once

#include "engine/input/sample_files.h"
#include "engine/predict/prediction.h"

namespace netsmith::data {

/// Decides how files are read as samples for a trained network.
SampleReading readingFor(const Predictor& predictor);

} // namespace netsmith::data

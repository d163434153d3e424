#pragma once

#include "engine/input/sample_files.h"
#include "engine/predict/prediction.h"

namespace netsmith::data {

/// Decides how files are read as samples for a trained network, which has inputs(), outputs() and settings().
template <class Network>
SampleReading readingFor(const Network& network)
{
    SampleReading reading{.inputs = network.inputs(), .targets = {}, .settings = network.settings()};
    for (const PredictedOutput& output : network.outputs())
        reading.targets.push_back(output.target);
    return reading;
}

} // namespace netsmith::data

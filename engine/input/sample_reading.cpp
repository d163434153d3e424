#include "engine/input/sample_reading.h"

namespace netsmith::data {

SampleReading readingFor(const Predictor& predictor)
{
    SampleReading reading{.inputs = predictor.inputs(), .targets = {}, .settings = predictor.settings()};
    for (const PredictedOutput& output : predictor.outputs())
        reading.targets.push_back(output.target);
    return reading;
}

} // namespace netsmith::data

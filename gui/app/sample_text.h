#pragma once

#include "engine/fields/dataset.h"
#include "gui/app/test_samples.h"
#include "gui/tryit/try_it_pages.h"

#include <QString>

namespace netsmith::gui {

struct PredictionAnswer;

/// A sample's tokens as its text reads, without what fills it up.
QString tokensText(const data::Field& tokens);

/// What is true of a sample of the data, and whether the network is right about it.
struct SampleVerdict {
    TryItPages::Verdict verdict = TryItPages::Verdict::none;
    QString text{};
};

/// `target`: the sample's field that is told. `answer`: the network's, or null as long as there is none.
SampleVerdict verdictOf(const JudgedSample& sample, const data::Field& target, const DataSettings& settings,
                        const PredictionAnswer* answer);

} // namespace netsmith::gui

#pragma once

#include "engine/fields/dataset.h"
#include "gui/app/asking/test_samples.h"
#include "gui/tryit/try_it_pages.h"

#include <QString>

namespace netsmith::gui {

struct PredictionAnswer;

/// A sample's tokens as text, without padding.
QString tokensText(const data::Field& tokens);

/// "Test sample 17"
QString sampleTitle(const JudgedSample& sample);

/// The true value of a sample, and whether the prediction is right.
struct SampleVerdict {
    TryItPages::Verdict verdict = TryItPages::Verdict::none;
    QString text{};
};

/// `target`: the sample's field that is predicted. `answer`: the prediction, or null if there is none yet.
SampleVerdict verdictOf(const JudgedSample& sample, const data::Field& target, const DataSettings& settings,
                        const PredictionAnswer* answer);

} // namespace netsmith::gui

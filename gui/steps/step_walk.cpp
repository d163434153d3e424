#include "gui/steps/step_walk.h"

#include "gui/explanations/step_words.h"
#include "gui/widgets/engine_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

struct WalkWords {
    Q_DECLARE_TR_FUNCTIONS(StepWalk)
};

void add(std::vector<StepStage>& stages, StepWay way, const std::vector<std::size_t>& layers)
{
    for (std::size_t i = 0; i < layers.size(); ++i)
        stages.push_back({way, layers[i], static_cast<int>(i) + 1, static_cast<int>(layers.size())});
}

} // namespace

std::vector<StepStage> stagesOf(const inspect::TracedStep& step)
{
    std::vector<std::size_t> forward, back, update;
    for (std::size_t i = 0; i < step.layers.size(); ++i) {
        const inspect::TracedLayer& layer = step.layers[i];
        if (!layer.output.empty())
            forward.push_back(i);
        if (!layer.gradient.empty() || !layer.parameters.empty())
            back.push_back(i);
        if (!layer.parameters.empty())
            update.push_back(i);
    }
    std::ranges::reverse(back);
    std::vector<StepStage> stages;
    add(stages, StepWay::forward, forward);
    stages.push_back({.way = StepWay::loss});
    add(stages, StepWay::back, back);
    add(stages, StepWay::update, update);
    return stages;
}

QString wordsOf(const StepStage& stage, const inspect::TracedStep& step)
{
    const auto words = [&](const QString& pattern) {
        return pattern.arg(QString::number(stage.number), QString::number(stage.count), fromStd(step.layers[stage.layer].node));
    };
    switch (stage.way) {
    case StepWay::forward: return words(WalkWords::tr("Forward, layer %1 of %2: %3"));
    case StepWay::loss: return WalkWords::tr("The loss");
    case StepWay::back: return words(WalkWords::tr("Back, layer %1 of %2: %3"));
    case StepWay::update: break;
    }
    return words(WalkWords::tr("Update, layer %1 of %2: %3"));
}

std::int64_t rowsOf(const inspect::TracedSums& sums, std::size_t samples)
{
    const std::int64_t rows = sums.units > 0 ? std::ssize(sums.sum) / sums.units : 0;
    return samples > 0 ? std::max<std::int64_t>(1, rows / static_cast<std::int64_t>(samples)) : 1;
}

QString stepNumber(double number)
{
    return explainedNumber(number);
}

QString factorText(double number)
{
    return std::signbit(number) && number != 0.0 ? u"("_s + stepNumber(number) + u")"_s : stepNumber(number);
}

} // namespace netsmith::gui

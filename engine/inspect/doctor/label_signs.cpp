#include "engine/inspect/doctor/label_signs.h"

#include "engine/core/median.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace netsmith::inspect {
namespace {

constexpr double fewest = 0.03, most = 0.3; ///< of the samples
constexpr double learned = 0.8; ///< how sure a network that has learned is of a usual answer
constexpr double unlikely = 0.12; ///< what it gives the label then
constexpr double asSure = 0.8; ///< of that: so sure it is of the answers that the labels contradict
constexpr std::size_t namedSamples = 10;

} // namespace

std::vector<Diagnosis> examineLabels(const PredictingNetwork& network, const train::TrainingSetup& setup,
                                     const std::stop_token& stop, std::int64_t atMost)
{
    std::vector<Diagnosis> found;
    const bool learnsClasses = std::ranges::any_of(network.outputs, [](const PredictedOutput& output) {
        return output.numbersAClass() > 0 && output.target.classes > 1 && !output.target.vocabulary;
    });
    if (!learnsClasses || network.inputs.empty())
        return found;
    const std::vector<std::int32_t> samples = spread(setup.data().train, atMost);
    const auto outputs =
        predictionsOf(network, {setup.data().trainSplit(), samples}, [&](std::int64_t) { return !stop.stop_requested(); });
    if (!outputs)
        return found;
    for (const OutputPredictions& output : *outputs) {
        if (!output.classes || !output.classes->areShares() || output.output().target.vocabulary)
            continue;
        std::vector<ClassOutcome> doubtful;
        std::vector<double> sureWrong, sureRight, ofLabels;
        for (const ClassOutcome& outcome : output.classes->listed()) {
            (outcome.isRight() ? sureRight : sureWrong).push_back(outcome.confidence);
            if (!outcome.isRight()) {
                doubtful.push_back(outcome);
                ofLabels.push_back(outcome.truthShare);
            }
        }
        // A hard sample makes a network unsure; with a wrong label it is as sure as ever.
        const double share = static_cast<double>(doubtful.size()) / static_cast<double>(output.classes->listed().size());
        const double usual = medianOf(std::move(sureRight));
        if (share < fewest || share > most || usual < learned || medianOf(std::move(sureWrong)) < asSure * usual
            || medianOf(std::move(ofLabels)) > unlikely)
            continue;
        std::ranges::sort(doubtful, {}, &ClassOutcome::truthShare);
        std::vector<std::int32_t> named;
        for (std::size_t i = 0; i < std::min(namedSamples, doubtful.size()); ++i)
            named.push_back(samples[static_cast<std::size_t>(doubtful[i].sample)]);
        Diagnosis& diagnosis = found.emplace_back(Diagnosis{
            .ailment = Ailment::wrongLabels,
            .node = output.output().node,
            .finding =
                Message(NS_MESSAGE("doctor.wrong_labels.finding",
                                   "The network contradicts the labels of {0} of {1:training sample|training samples} ({2} %), as "
                                   "sure as it is of the others; least likely are those of the samples {3}."),
                        std::ssize(doubtful), std::ssize(output.classes->listed()), fmt::format("{:.1f}", 100.0 * share),
                        fmt::format("{}", fmt::join(named, ", "))),
            .reason =
                Message(NS_MESSAGE("doctor.wrong_labels.reason",
                                   "A wrong label has the largest loss of all, so that it steers the training most, and in time "
                                   "the network learns it by heart.")),
            .advice = Message(NS_MESSAGE("doctor.wrong_labels.advice",
                                         "Look at these samples on the page Predictions and mend their labels; until then "
                                         "stop before the network learns them."))});
        if (const EarlyStopping& stopping = setup.project().training.earlyStopping;
            setup.validates() && (stopping.patience == 0 || !stopping.restoreBest))
            diagnosis.remedy = keepTheBest(stopping);
    }
    return found;
}

} // namespace netsmith::inspect

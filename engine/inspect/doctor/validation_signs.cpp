#include "engine/inspect/doctor/validation_signs.h"

#include <fmt/format.h>

namespace netsmith::inspect {
namespace {

constexpr double rising = 1.1; ///< times the lowest loss of the validation
constexpr std::size_t epochsRising = 3;

} // namespace

std::optional<Diagnosis> examineValidation(const TrainingSettings& training, const TrainingHistory& history)
{
    const auto& epochs = history.epochs();
    const TrainingHistory::Epoch* best = nullptr;
    for (const TrainingHistory::Epoch& epoch : epochs)
        if (epoch.validated && (!best || *epoch.validated < *best->validated))
            best = &epoch;
    if (!best || (training.earlyStopping.patience > 0 && training.earlyStopping.restoreBest))
        return std::nullopt;
    const std::size_t after = static_cast<std::size_t>(epochs.data() + epochs.size() - 1 - best);
    const TrainingHistory::Epoch& last = epochs.back();
    if (after < epochsRising || !last.validated || *last.validated < rising * *best->validated || last.loss >= best->loss)
        return std::nullopt;
    Evidence evidence{.axis = Message(NS_MESSAGE("doctor.axis.validation", "validation loss"))};
    for (const TrainingHistory::Epoch& epoch : epochs)
        if (epoch.validated) {
            evidence.positions.push_back(static_cast<double>(epoch.step));
            evidence.values.push_back(*epoch.validated);
        }
    return Diagnosis{
        .ailment = Ailment::overfitting,
        .finding =
            Message(NS_MESSAGE("doctor.overfitting.finding",
                               "The loss of the validation was lowest in epoch {0}, {1}, and is {2} now; that of the training "
                               "fell from {3} to {4} meanwhile."),
                    best->epoch, fmt::format("{:.3g}", *best->validated), fmt::format("{:.3g}", *last.validated),
                    fmt::format("{:.3g}", best->loss), fmt::format("{:.3g}", last.loss)),
        .reason = Message(
            NS_MESSAGE("doctor.overfitting.reason", "The network learns its training samples by heart, and gets worse at others.")),
        .advice =
            Message(NS_MESSAGE("doctor.overfitting.advice",
                               "Stop where the validation is best, insert Dropout, use weight decay, transform the pictures, use "
                               "a smaller network or more samples.")),
        .remedy = keepTheBest(training.earlyStopping),
        .evidence = std::move(evidence)};
}

} // namespace netsmith::inspect

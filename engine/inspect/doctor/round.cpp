#include "engine/inspect/doctor/round.h"

#include "engine/inspect/doctor/data_signs.h"
#include "engine/inspect/doctor/network_signs.h"

#include <algorithm>

namespace netsmith::inspect {

std::vector<Diagnosis> examineStart(const train::TrainingSetup& setup, const std::stop_token& stop, std::int64_t bytesToRead)
{
    std::vector<Diagnosis> found = examineData(setup.checked(), setup.data(), stop, bytesToRead);
    addTo(found, examineNetwork(setup.checked()));
    return found;
}

void addTo(std::vector<Diagnosis>& diagnoses, std::vector<Diagnosis> more)
{
    const bool isUnscaled = std::ranges::find(diagnoses, Ailment::unscaledInput, &Diagnosis::ailment) != diagnoses.end();
    for (Diagnosis& diagnosis : more) {
        const bool follows = diagnosis.ailment == Ailment::deadUnits || diagnosis.ailment == Ailment::saturation;
        if (!follows || !isUnscaled)
            diagnoses.push_back(std::move(diagnosis));
    }
}

bool canJudgeLabels(const std::vector<Diagnosis>& diagnoses, const TrainingHistory& history)
{
    return !history.divergedAt() && std::ranges::all_of(diagnoses, [](const Diagnosis& each) {
        return each.ailment == Ailment::classImbalance || each.ailment == Ailment::overfitting;
    });
}

} // namespace netsmith::inspect

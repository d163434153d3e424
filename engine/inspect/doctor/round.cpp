#include "engine/inspect/doctor/round.h"

#include "engine/inspect/doctor/data_signs.h"
#include "engine/inspect/doctor/network_signs.h"
#include "engine/train/project_checks.h"

#include <algorithm>

namespace netsmith::inspect {
namespace {

/// Whether the project has no errors with it. One that reads the data differently can't be told before it is read.
bool isSound(const Remedy& remedy, const CheckedProject& project)
{
    Project changed;
    if (stateOf(remedy, project.project(), &changed) != RemedyState::open)
        return false;
    const bool readsDifferently =
        std::ranges::any_of(remedy.settings, [](const std::string& setting) { return setting.starts_with("data.source."); });
    return readsDifferently || train::checkProject(changed, project.fields()).ok();
}

} // namespace

std::vector<Diagnosis> examineStart(const train::TrainingSetup& setup, const std::stop_token& stop, std::int64_t bytesToRead)
{
    std::vector<Diagnosis> found;
    addTo(found, examineData(setup.checked(), setup.data(), stop, bytesToRead), setup.checked());
    addTo(found, examineNetwork(setup.checked()), setup.checked());
    return found;
}

void addTo(std::vector<Diagnosis>& diagnoses, std::vector<Diagnosis> more, const CheckedProject& project)
{
    const bool isUnscaled = std::ranges::find(diagnoses, Ailment::unscaledInput, &Diagnosis::ailment) != diagnoses.end();
    for (Diagnosis& diagnosis : more) {
        const bool follows = diagnosis.ailment == Ailment::deadUnits || diagnosis.ailment == Ailment::saturation;
        if (follows && isUnscaled)
            continue;
        if (diagnosis.remedy && !isSound(*diagnosis.remedy, project))
            diagnosis.remedy.reset();
        diagnoses.push_back(std::move(diagnosis));
    }
}

bool canJudgeLabels(const std::vector<Diagnosis>& diagnoses, const TrainingHistory& history)
{
    constexpr std::int64_t enoughSteps = 100;
    return !history.divergedAt() && history.stepCount() >= enoughSteps && std::ranges::all_of(diagnoses, [](const Diagnosis& each) {
        return each.ailment == Ailment::classImbalance || each.ailment == Ailment::overfitting;
    });
}

} // namespace netsmith::inspect

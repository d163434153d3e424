#pragma once

#include "engine/core/data_type.h"
#include "engine/core/shape.h"
#include "engine/graph/project/project.h"
#include "engine/graph/specs/spec.h"
#include "engine/graph/validation.h"

namespace netsmith {

/// The plain settings of a project, declared as layers declare theirs: files, checks, `--set` and editors read these.
const ParameterBuilder<DataSettings>& dataSettings();
const ParameterBuilder<TrainingSettings>& trainingSettings();
const ParameterBuilder<EarlyStopping>& earlyStoppingSettings();
const ParameterBuilder<PruningSchedule>& pruningSettings();
const ParameterBuilder<ParameterGroup>& groupSettings();
const ParameterBuilder<TrainingPhase>& phaseSettings();

/// Adds what is wrong with the values of declared settings to `problems`, which call them by their `section`.
template <class P>
void checkSettings(const ParameterBuilder<P>& declared, const P& settings, const std::string& section,
                   std::vector<Problem>& problems)
{
    const std::vector<ParameterValue> values = declared.values(settings);
    for (std::size_t i = 0; i < values.size(); ++i)
        if (const auto problem = problemOf(declared.specs()[i], values[i]))
            problems.push_back({Severity::error, {}, {}, Message(NS_MESSAGE("settings.value", "{0}.{1}"), section, *problem), {}});
}

/// The scaling of a field that enters the network: x → (x − subtract) / divide.
struct InputScale {
    double subtract = 0.0;
    double divide = 1.0;
    bool operator==(const InputScale&) const = default;
};

/// The scale of a field of the data: if the project names no divisor, 255 for 8-bit pictures (H,W,C, or a sequence of them) and 1
/// for everything else. Numbers of classes and tokens are no quantities and stay as they are.
InputScale inputScale(const DataSettings& data, DataType type, const Shape& sample, int classes);

/// Checks the values of these settings and the objectives' weights; reports everything at once.
std::vector<Problem> settingsProblems(const Project& project);

} // namespace netsmith

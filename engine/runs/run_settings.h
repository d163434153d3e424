#pragma once

#include "engine/graph/json/json_text.h"

#include <map>
#include <memory>
#include <string>

namespace netsmith::runs {

/// A run's settings as text by their paths: "training.optimizer" → "adam", "training.optimizer.learning_rate" → "0.001". Defaults
/// may be absent. Runs of the same settings share them.
class RunSettings {
public:
    using Values = std::map<std::string, std::string>;

    RunSettings() = default;
    explicit RunSettings(Values values);

    const Values& values() const;
    /// Empty if the run does not have it.
    std::string value(std::string_view path) const;
    bool operator==(const RunSettings& other) const { return m_values == other.m_values || values() == other.values(); }

private:
    std::shared_ptr<const Values> m_values;
};

/// Ranks settings by how informative they are: smaller is more.
int settingRank(std::string_view path);

/// The settings of a project file.
RunSettings::Values settingsIn(const Json& project);

/// A setting's name in the panels, in English: "Learning rate". For an undeclared path its last word.
std::string settingTitle(std::string_view path);
/// For settings whose title may occur more than once: the section's name in the panels, such as "Schedule"; else empty.
std::string settingPlaceTitle(std::string_view path);
/// The number of a setting's list entry, from 1: 2 for the second loss; 0 if there is no list.
int settingNumber(std::string_view path);
/// The panels' name for the value of a choice: "Adam"; any other value unchanged.
std::string settingValueTitle(std::string_view path, const std::string& value);

} // namespace netsmith::runs

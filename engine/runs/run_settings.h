#pragma once

#include "engine/graph/json/json_text.h"

#include <map>
#include <memory>
#include <string>

namespace netsmith::runs {

/// A run's settings as text by their paths: "training.optimizer" → "adam", "training.optimizer.learning_rate" → "0.001". What a
/// project leaves at its default may be absent. Runs of the same settings share them.
class RunSettings {
public:
    using Values = std::map<std::string, std::string>;

    RunSettings() = default;
    explicit RunSettings(Values values);

    const Values& values() const;
    /// Empty where the run does not say it.
    std::string value(std::string_view path) const;
    bool operator==(const RunSettings& other) const { return m_values == other.m_values || values() == other.values(); }

private:
    std::shared_ptr<const Values> m_values;
};

/// Which of two settings tells more of a run: the one with the smaller number.
int settingRank(std::string_view path);

/// The settings of a project file.
RunSettings::Values settingsIn(const Json& project);

/// What the panels call a setting, in English: "Learning rate". Of a path that nobody declares its last word.
std::string settingTitle(std::string_view path);
/// Where settings of one title may stand more than once: what the panels call the place, such as "Schedule"; else empty.
std::string settingPlaceTitle(std::string_view path);
/// The number of the list entry that a setting is about, from 1: of the second loss 2; 0 where there is no list.
int settingNumber(std::string_view path);
/// What the panels call the value of a choice: "Adam"; any other value as it is.
std::string settingValueTitle(std::string_view path, const std::string& value);

} // namespace netsmith::runs

#include "engine/runs/run_settings.h"

#include "engine/train/project_checks.h"

#include <algorithm>
#include <charconv>
#include <optional>

namespace netsmith::runs {
namespace {

std::string textOf(const Json& value)
{
    return value.is_string() ? value.get<std::string>() : value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// An optimizer is {"id": "adam", "parameters": {…}}: its id stands for itself, its parameters below it.
void flatten(const Json& value, const std::string& path, RunSettings::Values& out)
{
    const auto isPlain = [](const Json& element) { return element.is_primitive(); };
    if (value.is_object()) {
        for (const auto& [key, inner] : value.items())
            flatten(inner, key == "id" || key == "parameters" ? path : path + '.' + key, out);
    } else if (value.is_array() && !std::ranges::all_of(value, isPlain)) {
        for (std::size_t i = 0; i < value.size(); ++i)
            flatten(value[i], path + '[' + std::to_string(i + 1) + ']', out);
    } else {
        out[path] = textOf(value);
    }
}

/// A path without the numbers of list entries: "training.objectives[2].loss" → "training.objectives.loss".
std::string withoutNumbers(std::string_view path)
{
    std::string out;
    bool inside = false;
    for (const char c : path) {
        inside = (inside || c == '[') && c != ']';
        if (!inside && c != ']')
            out += c;
    }
    return out;
}

/// Where a path begins with `prefix`: what comes after it, without the point between.
std::optional<std::string_view> below(std::string_view path, std::string_view prefix)
{
    if (!path.starts_with(prefix) || (path.size() > prefix.size() && path[prefix.size()] != '.'))
        return std::nullopt;
    return path.size() > prefix.size() ? path.substr(prefix.size() + 1) : std::string_view();
}

/// A component of a project: its path, its kind, and its name in the panels.
struct SettingPlace {
    std::string_view path;
    ComponentKind kind;
    const char* title;
};

constexpr SettingPlace settingPlaces[] = {
    {"training.optimizer", ComponentKind::optimizer, NS_TEXT("run_setting", "Optimizer")},
    {"training.schedule", ComponentKind::schedule, NS_TEXT("run_setting", "Schedule")},
    {"training.groups.optimizer", ComponentKind::optimizer, NS_TEXT("run_setting", "Optimizer")},
    {"training.groups.schedule", ComponentKind::schedule, NS_TEXT("run_setting", "Schedule")},
    {"training.objectives.loss", ComponentKind::loss, NS_TEXT("run_setting", "Loss")},
    {"training.objectives.metrics", ComponentKind::metric, NS_TEXT("run_setting", "Metrics")},
    {"data.transforms", ComponentKind::transform, NS_TEXT("run_setting", "Transforms")},
};

/// Settings that no registry declares.
constexpr std::pair<std::string_view, const char*> otherSettings[] = {
    {"training.objectives.weight", NS_TEXT("run_setting", "Weight of the loss")},
    {"training.objectives.target", NS_TEXT("run_setting", "Target")},
    {"training.objectives.output", NS_TEXT("run_setting", "Output")},
    {"training.objectives.groups", NS_TEXT("run_setting", "Trains")},
    {"training.objectives.sample_weight", NS_TEXT("run_setting", "Sample weights")},
};

const ParameterSpec* specNamed(std::span<const ParameterSpec> specs, std::string_view name)
{
    const auto found = std::ranges::find(specs, name, &ParameterSpec::name);
    return found == specs.end() ? nullptr : &*found;
}

/// The declaration of a plain setting or of a component's parameter; null where there is none.
const ParameterSpec* declaredSetting(std::string_view path)
{
    if (const auto name = below(path, "training.early_stopping"))
        return specNamed(earlyStoppingSettings().specs(), *name);
    if (const auto name = below(path, "training.pruning"))
        return specNamed(pruningSettings().specs(), *name);
    if (const auto name = below(path, "training.groups"))
        if (const ParameterSpec* own = specNamed(groupSettings().specs(), *name))
            return own;
    if (const auto name = below(path, "training.phases"))
        return specNamed(phaseSettings().specs(), *name);
    for (const SettingPlace& place : settingPlaces)
        if (const auto name = below(path, place.path); name && !name->empty())
            for (const Spec* spec : train::specsOf(place.kind))
                if (const ParameterSpec* parameter = spec->parameter(*name))
                    return parameter;
    if (const auto name = below(path, "training"))
        return specNamed(trainingSettings().specs(), *name);
    if (const auto name = below(path, "data")) {
        if (const ParameterSpec* own = specNamed(dataSettings().specs(), *name))
            return own;
        for (const Spec* source : train::specsOf(ComponentKind::source))
            if (const ParameterSpec* parameter = source->parameter(*name))
                return parameter;
    }
    return nullptr;
}

/// "training.batch_norm" → "Batch norm"
std::string lastWord(std::string_view path)
{
    std::string word(path.substr(path.rfind('.') + 1));
    std::ranges::replace(word, '_', ' ');
    if (!word.empty() && word.front() >= 'a' && word.front() <= 'z')
        word.front() = static_cast<char>(word.front() - 'a' + 'A');
    return word;
}

} // namespace

RunSettings::RunSettings(Values values)
    : m_values(values.empty() ? nullptr : std::make_shared<const Values>(std::move(values)))
{
}

const RunSettings::Values& RunSettings::values() const
{
    static const Values none;
    return m_values ? *m_values : none;
}

std::string RunSettings::value(std::string_view path) const
{
    const auto found = values().find(std::string(path));
    return found == values().end() ? std::string() : found->second;
}

RunSettings::Values settingsIn(const Json& project)
{
    RunSettings::Values settings;
    for (const char* section : {"data", "training"})
        if (const auto found = project.find(section); found != project.end())
            flatten(*found, section, settings);
    return settings;
}

int settingRank(std::string_view path)
{
    constexpr int others = 50; // `namesOf` puts what a run's record contains between these
    if (path == "training.optimizer")
        return 10;
    if (path == "training.optimizer.learning_rate")
        return 11;
    if (path.starts_with("training.schedule"))
        return 12;
    if (path.starts_with("training.optimizer."))
        return 15;
    if (path.starts_with("data.transforms"))
        return 18;
    return path == "training.keep_checkpoints" || path == "training.checkpoint_every" ? 90 : others;
}

std::string settingTitle(std::string_view path)
{
    const std::string plain = withoutNumbers(path);
    for (const SettingPlace& place : settingPlaces)
        if (plain == place.path)
            return place.title;
    for (const auto& [name, title] : otherSettings)
        if (plain == name)
            return title;
    const ParameterSpec* declared = declaredSetting(plain);
    return declared ? declared->title : lastWord(plain);
}

std::string settingPlaceTitle(std::string_view path)
{
    const std::string plain = withoutNumbers(path);
    for (const SettingPlace& place : settingPlaces)
        if (const auto name = below(plain, place.path); name && !name->empty())
            return place.title;
    return {};
}

int settingNumber(std::string_view path)
{
    const std::size_t bracket = path.rfind('[');
    int number = 0;
    if (bracket != std::string_view::npos)
        std::from_chars(path.data() + bracket + 1, path.data() + path.size(), number);
    return number;
}

std::string settingValueTitle(std::string_view path, const std::string& value)
{
    const std::string plain = withoutNumbers(path);
    for (const SettingPlace& place : settingPlaces)
        if (plain == place.path)
            if (const Spec* spec = train::specOf(place.kind, value))
                return spec->title;
    if (plain == "data.source")
        if (const Spec* spec = train::specOf(ComponentKind::source, value))
            return spec->title;
    if (const ParameterSpec* declared = declaredSetting(plain)) {
        for (const Choice& choice : declared->choices)
            if (choice.id == value)
                return choice.title;
        if (declared->type == ParameterType::boolean)
            return value == "true" ? NS_TEXT("run_setting", "On") : NS_TEXT("run_setting", "Off");
    }
    return value;
}

} // namespace netsmith::runs

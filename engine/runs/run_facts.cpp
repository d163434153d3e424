#include "engine/runs/run_facts.h"

#include "engine/graph/json/json_text.h"
#include "engine/runs/run_label.h"
#include "engine/train/store/run_folder.h"

#include <algorithm>

namespace netsmith::runs {
namespace {

std::string textOf(const Json& value)
{
    return value.is_string() ? value.get<std::string>() : value.dump();
}

/// An optimizer is {"id": "adam", "parameters": {…}}: its id stands for itself, its parameters below it.
void flatten(const Json& value, const std::string& path, std::map<std::string, std::string>& out)
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

} // namespace

RunFacts readFacts(const std::filesystem::path& run)
{
    std::filesystem::path folder = std::filesystem::absolute(run).lexically_normal();
    if (!folder.has_filename())
        folder = folder.parent_path(); // without a slash at its end
    train::RunRecord record = train::readRunRecord(run).take();
    const auto label = readLabel(run);
    const std::string name = label && !(*label).name.empty() ? (*label).name : folder.filename().string();
    return {std::move(folder), name, loadProject(train::projectPathOf(run)).take(), std::move(record)};
}

std::map<std::string, std::string> settingsOf(const Project& project)
{
    const Json file = readJson(toJson(project)).take();
    std::map<std::string, std::string> settings;
    flatten(file.at("data"), "data", settings);
    flatten(file.at("training"), "training", settings);
    return settings;
}

std::map<std::string, std::string> environmentOf(const train::RunRecord& record)
{
    std::map<std::string, std::string> facts(record.fingerprint.begin(), record.fingerprint.end());
    facts["device"] = record.device;
    facts["device_name"] = record.deviceName;
    facts["data_hash"] = record.dataHash;
    facts["data"] = record.data;
    facts["data_source"] = record.dataSource;
    facts["data_files"] = record.dataFingerprint;
    facts["train_samples"] = std::to_string(record.trainSamples);
    facts["validation_samples"] = std::to_string(record.validationSamples);
    facts["binary"] = record.binary;
    std::erase_if(facts, [](const auto& fact) { return fact.second.empty(); });
    return facts;
}

} // namespace netsmith::runs

#include "engine/cuda/tuning_cache.h"

#include "engine/core/files/safe_file.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace netsmith::cuda {
namespace {

constexpr int cacheFormat = 2;
constexpr std::uint64_t mostCacheBytes = std::uint64_t{64} << 20;

const char* outcomeName(AlgorithmTrial::Outcome outcome)
{
    switch (outcome) {
    case AlgorithmTrial::Outcome::timed: return "timed";
    case AlgorithmTrial::Outcome::refused: return "refused";
    case AlgorithmTrial::Outcome::wrongResults: return "wrong_results";
    }
    return "";
}

void addTo(std::vector<std::string>& names, const std::string& name)
{
    if (std::ranges::find(names, name) == names.end())
        names.push_back(name);
}

} // namespace

// Found by nlohmann::json. Reading throws `nlohmann::json::exception` where a key is missing or of another type.

static void to_json(nlohmann::json& json, const AlgorithmTrial& trial)
{
    json = {{"algorithm", trial.algorithm}, {"outcome", outcomeName(trial.outcome)}};
    if (trial.outcome == AlgorithmTrial::Outcome::timed)
        json["milliseconds"] = trial.milliseconds;
}

static void from_json(const nlohmann::json& json, AlgorithmTrial& trial)
{
    using Outcome = AlgorithmTrial::Outcome;
    json.at("algorithm").get_to(trial.algorithm);
    const auto outcome = json.at("outcome").get<std::string>();
    trial.outcome = outcome == outcomeName(Outcome::timed) ? Outcome::timed
        : outcome == outcomeName(Outcome::refused)         ? Outcome::refused
                                                           : Outcome::wrongResults;
    if (trial.outcome == Outcome::timed)
        json.at("milliseconds").get_to(trial.milliseconds);
}

static void to_json(nlohmann::json& json, const TuningEntry& entry)
{
    json = nlohmann::json::object();
    if (entry.fastest)
        json["fastest"] = *entry.fastest;
    if (!entry.trials.empty())
        json["trials"] = entry.trials;
    if (!entry.deviceLost.empty())
        json["device_lost"] = entry.deviceLost;
}

static void from_json(const nlohmann::json& json, TuningEntry& entry)
{
    const auto& keys = json.get_ref<const nlohmann::json::object_t&>();
    if (const auto found = keys.find("fastest"); found != keys.end())
        entry.fastest = found->second.get<std::string>();
    if (const auto found = keys.find("trials"); found != keys.end())
        found->second.get_to(entry.trials);
    if (const auto found = keys.find("device_lost"); found != keys.end())
        found->second.get_to(entry.deviceLost);
}

TuningCache::TuningCache(std::filesystem::path file)
    : m_file(std::move(file))
    , m_entries(read(m_file))
{
}

std::optional<TuningEntry> TuningCache::find(const std::string& target, const std::string& operation) const
{
    const auto ofTarget = m_entries.find(target);
    if (ofTarget == m_entries.end())
        return std::nullopt;
    const auto found = ofTarget->second.find(operation);
    return found == ofTarget->second.end() ? std::nullopt : std::optional(found->second);
}

void TuningCache::setFastest(const std::string& target, const std::string& operation, const std::string& algorithm,
                             std::vector<AlgorithmTrial> trials)
{
    merge();
    TuningEntry& entry = m_entries[target][operation];
    entry.fastest = algorithm;
    entry.trials = std::move(trials);
    write();
}

void TuningCache::addDeviceLost(const std::string& target, const std::string& operation, const std::string& algorithm)
{
    merge();
    addTo(m_entries[target][operation].deviceLost, algorithm);
    write();
}

TuningCache::Entries TuningCache::read(const std::filesystem::path& file)
{
    if (file.empty())
        return {};
    const auto text = readTextFile(file, mostCacheBytes);
    if (!text)
        return {};
    const auto json = nlohmann::json::parse(*text, nullptr, false);
    if (!json.is_object() || json.value("format", nlohmann::json()) != cacheFormat)
        return {};
    try {
        return json.at("entries").get<Entries>();
    } catch (const nlohmann::json::exception&) {
        return {};
    }
}

void TuningCache::merge()
{
    for (const auto& [target, entries] : read(m_file))
        for (const auto& [operation, theirs] : entries) {
            TuningEntry& ours = m_entries[target][operation];
            if (!ours.fastest) {
                ours.fastest = theirs.fastest;
                ours.trials = theirs.trials;
            }
            for (const std::string& algorithm : theirs.deviceLost)
                addTo(ours.deviceLost, algorithm);
        }
}

void TuningCache::write() const
{
    if (m_file.empty())
        return;
    std::error_code code;
    std::filesystem::create_directories(m_file.parent_path(), code);
    (void)writeFileSafely(m_file, nlohmann::json{{"format", cacheFormat}, {"entries", m_entries}}.dump(1));
}

} // namespace netsmith::cuda

#include "engine/runs/table/run_groups.h"

#include <unordered_map>

namespace netsmith::runs {
namespace {

/// Everything that must be equal, concatenated. If a hash is missing, the title is used instead.
std::string keyOf(const RunSummary& run)
{
    std::string key;
    const auto add = [&key](std::string_view part) { key.append(part) += '\n'; };
    add(run.graphHash.empty() ? run.project : run.graphHash);
    add(run.settingsHash);
    add(run.dataHash.empty() ? run.dataSource : run.dataHash);
    for (const std::string* part : {&run.device, &run.deviceName, &run.precision})
        add(*part);
    add(run.fuse ? "fused" : "plain");
    for (const std::int64_t part : {run.batch, run.epochs, run.parameters, run.folds})
        add(std::to_string(part));
    add(run.stateName());
    return key;
}

} // namespace

std::vector<RunGroup> groupRuns(std::span<const RunSummary> runs)
{
    std::vector<RunGroup> groups;
    std::unordered_map<std::string, std::size_t> places;
    for (const RunSummary& run : runs) {
        if (!run.readable)
            continue;
        const auto [place, isNew] = places.try_emplace(keyOf(run), groups.size());
        if (isNew)
            groups.emplace_back();
        groups[place->second].runs.push_back(&run);
    }
    return groups;
}

Spread spreadOf(const RunGroup& group, const RunColumn& column)
{
    std::vector<double> values;
    for (const RunSummary* run : group.runs) {
        const Cell cell = column.value(*run);
        if (const auto* value = std::get_if<double>(&cell))
            values.push_back(*value);
    }
    return spreadOf(values);
}

} // namespace netsmith::runs

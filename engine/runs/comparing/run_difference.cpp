#include "engine/runs/comparing/run_difference.h"

#include "engine/store/csv_log.h"

#include <algorithm>
#include <set>

namespace netsmith::runs {
namespace {

using Facts = std::map<std::string, std::string>;

std::vector<FactDifference> compare(const std::vector<Facts>& sides)
{
    std::set<std::string> names;
    for (const Facts& side : sides)
        for (const auto& [name, value] : side)
            names.insert(name);
    std::vector<FactDifference> differences;
    for (const std::string& name : names) {
        FactDifference one{name, {}};
        for (const Facts& side : sides) {
            const auto found = side.find(name);
            one.values.push_back(found == side.end() ? std::nullopt : std::optional(found->second));
        }
        if (std::ranges::adjacent_find(one.values, std::not_equal_to<>()) != one.values.end())
            differences.push_back(std::move(one));
    }
    return differences;
}

Facts resultsOf(const RunRecord& record)
{
    Facts facts{{"state", std::string(nameOf(record.state))},
                {"epochs_done", std::to_string(record.epochsDone)},
                {"steps", std::to_string(record.steps)},
                {"parameters", std::to_string(record.parameters)}};
    if (record.bestEpoch)
        facts["best_epoch"] = std::to_string(*record.bestEpoch);
    for (const auto& [name, value] : record.values)
        facts[name] = csvNumber(value);
    return facts;
}

} // namespace

bool RunDifference::empty() const
{
    return settings.empty() && environment.empty() && results.empty()
        && std::ranges::all_of(graphs, [](const GraphDifference& graph) { return graph.empty(); });
}

RunDifference differenceOf(std::span<const RunFacts> runs)
{
    RunDifference difference;
    std::vector<Facts> settings, environments, results;
    for (const RunFacts& run : runs) {
        difference.names.push_back(run.name);
        settings.push_back(settingsOf(run.project));
        environments.push_back(environmentOf(run.record));
        results.push_back(resultsOf(run.record));
        if (difference.names.size() > 1)
            difference.graphs.push_back(differenceOf(runs.front().project.graph, run.project.graph));
    }
    difference.settings = compare(settings);
    difference.environment = compare(environments);
    difference.results = compare(results);
    return difference;
}

} // namespace netsmith::runs

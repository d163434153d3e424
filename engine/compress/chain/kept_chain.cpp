#include "engine/compress/chain/chain.h"
#include "engine/compress/pruned_run.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace netsmith::compress {
namespace {

namespace fs = std::filesystem;

fs::path comparable(const fs::path& path)
{
    std::error_code error;
    fs::path canonical = fs::weakly_canonical(path, error);
    if (error)
        canonical = path.lexically_normal();
    return canonical.has_filename() ? canonical : canonical.parent_path();
}

/// "prune" of the file's keys: each change has one of its own.
std::string changeIn(const Json& how)
{
    constexpr std::pair<const char*, const char*> keys[] = {{"quantization", "quantize"},  {"clusters", "cluster"},
                                                            {"sparsity", "sparsify"},      {"rank_share", "factorize"},
                                                            {"energy_share", "factorize"}, {"temperature", "distill"}};
    if (how.is_null())
        return {};
    for (const auto& [key, change] : keys)
        if (how.contains(key))
            return change;
    return "prune";
}

} // namespace

std::vector<ChainRun> chainOf(const fs::path& run)
{
    std::vector<ChainRun> chain;
    std::set<fs::path> seen;
    for (fs::path folder = comparable(run); !folder.empty() && seen.insert(folder).second;) {
        const Expected<RunRecord> record = readRunRecord(folder);
        if (!record)
            break;
        ChainRun one{.run = folder, .how = compressionOf(folder), .measures = keptMeasures(folder)};
        one.change = changeIn(one.how);
        one.isTrained = !one.change.empty() && record->epochsDone > 0;
        if (!one.change.empty() && record->weightsFrom)
            one.parent = comparable(record->weightsFrom->run);
        folder = one.parent;
        chain.push_back(std::move(one));
    }
    std::ranges::reverse(chain);
    return chain;
}

std::vector<ChainRun> familyOf(const fs::path& run, std::span<const fs::path> runs)
{
    std::vector<ChainRun> family = chainOf(run);
    if (family.empty())
        return family;
    const fs::path original = family.front().run;
    std::set<fs::path> known;
    for (const ChainRun& member : family)
        known.insert(member.run);
    for (const fs::path& other : runs) {
        std::vector<ChainRun> chain = chainOf(other);
        if (chain.empty() || chain.front().run != original)
            continue;
        for (ChainRun& member : chain)
            if (known.insert(member.run).second)
                family.push_back(std::move(member));
    }
    return family;
}

std::vector<bool> paretoFront(std::span<const std::pair<double, double>> costAndWorth)
{
    const auto beats = [](const std::pair<double, double>& one, const std::pair<double, double>& other) {
        return one.first <= other.first && one.second >= other.second && one != other;
    };
    std::vector<bool> front;
    for (const auto& point : costAndWorth)
        front.push_back(!std::isnan(point.first) && !std::isnan(point.second)
                        && std::ranges::none_of(costAndWorth, [&](const auto& other) { return beats(other, point); }));
    return front;
}

} // namespace netsmith::compress

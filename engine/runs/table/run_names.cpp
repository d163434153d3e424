#include "engine/runs/table/run_names.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <unordered_map>

namespace netsmith::runs {
namespace {

constexpr std::size_t mostFacts = 3; ///< that a name contains: more would not be a name

/// Something that may distinguish runs, as part of a name: "lr 0.003".
struct NameFact {
    int rank = 0; ///< more important ones come first
    std::function<std::string(const RunSummary&)> words;
};

/// "training.optimizer.weight_decay", "0.01" → "weight decay 0.01"; for self-explanatory values only the value: "adamw".
std::string settingWords(std::string_view path, std::string value)
{
    if (value.ends_with(".0")) // as JSON writes a whole number of a setting that may have fractions
        value.resize(value.size() - 2);
    if (value.empty())
        return {};
    if (path == "training.optimizer" || path == "training.schedule" || path == "data.path")
        return value;
    if (path == "training.optimizer.learning_rate")
        return "lr " + value;
    std::string words(path.substr(path.rfind('.') + 1));
    std::ranges::replace(words, '_', ' ');
    return words + ' ' + value;
}

std::string counted(const char* word, std::int64_t value)
{
    return std::string(word) + ' ' + std::to_string(value);
}

/// What the record of every run contains.
const std::vector<NameFact>& recordFacts()
{
    using Run = const RunSummary&;
    static const std::vector<NameFact> facts{
        {13, [](Run run) { return run.precision; }},
        {14, [](Run run) { return counted("batch", run.batch); }},
        {16, [](Run run) { return counted("epochs", run.epochs); }},
        {17, [](Run run) { return run.dataSource; }},
        {19, [](Run run) { return std::to_string(run.parameters) + " parameters"; }},
        {20, [](Run run) { return std::string(run.fuse ? "fused" : "not fused"); }},
        {21, [](Run run) { return run.device; }},
        {22, [](Run run) { return counted("seed", run.seed); }},
    };
    return facts;
}

/// The settings that differ between the runs, by path.
std::set<std::string_view> differingPaths(std::span<const RunSummary* const> runs)
{
    std::vector<const RunSettings::Values*> distinct; // thousands of runs share a few
    std::set<const void*> seen;
    for (const RunSummary* run : runs)
        if (!run->settings.values().empty() && seen.insert(&run->settings.values()).second)
            distinct.push_back(&run->settings.values());
    struct Seen {
        std::string_view value;
        std::size_t count = 0;
        bool differs = false;
    };
    std::unordered_map<std::string_view, Seen> paths;
    for (const RunSettings::Values* settings : distinct)
        for (const auto& [path, value] : *settings) {
            Seen& known = paths.try_emplace(path, Seen{value, 0, false}).first->second;
            ++known.count;
            known.differs |= known.value != value;
        }
    std::set<std::string_view> differing;
    for (const auto& [path, known] : paths)
        if (known.differs || known.count < distinct.size())
            differing.insert(path);
    return differing;
}

/// Whether the folder's name is the one that training gives, "20261124-093000-mnist"; any other was chosen by the user.
bool isNamedByTraining(const std::string& folder)
{
    constexpr std::string_view pattern = "00000000-000000-";
    return folder.size() > pattern.size()
        && std::ranges::equal(pattern, folder.substr(0, pattern.size()),
                              [](char expected, char c) { return expected == '0' ? c >= '0' && c <= '9' : c == expected; });
}

std::vector<NameFact> differingFacts(std::span<const RunSummary* const> runs)
{
    std::vector<NameFact> facts;
    if (runs.size() < 2)
        return facts;
    for (const NameFact& fact : recordFacts()) {
        const std::string first = fact.words(*runs.front());
        if (std::ranges::any_of(runs, [&](const RunSummary* run) { return fact.words(*run) != first; }))
            facts.push_back(fact);
    }
    for (const std::string_view path : differingPaths(runs))
        facts.push_back({settingRank(path), [path = std::string(path)](const RunSummary& run) {
                             return settingWords(path, run.settings.value(path));
                         }});
    std::ranges::stable_sort(facts, {}, &NameFact::rank);
    return facts;
}

} // namespace

std::vector<std::string> namesOf(std::span<const RunSummary* const> runs)
{
    std::vector<const RunSummary*> told;
    std::ranges::copy_if(runs, std::back_inserter(told), [](const RunSummary* run) { return run->readable && run->number > 0; });
    const std::vector<NameFact> facts = differingFacts(told);
    std::vector<std::string> names;
    names.reserve(runs.size());
    for (const RunSummary* run : runs) {
        const std::string folder = run->folder.filename().string();
        if (!run->label.name.empty() || !run->readable || run->number == 0 || !isNamedByTraining(folder)) {
            names.push_back(run->label.name.empty() ? folder : run->label.name);
            continue;
        }
        std::string& name = names.emplace_back("#" + std::to_string(run->number));
        std::size_t count = 0;
        for (auto fact = facts.begin(); fact != facts.end() && count < mostFacts; ++fact)
            if (const std::string words = fact->words(*run); !words.empty())
                name += (count++ == 0 ? " · " : ", ") + words;
    }
    return names;
}

void nameRuns(std::span<RunSummary> runs)
{
    std::vector<const RunSummary*> all;
    for (const RunSummary& run : runs)
        all.push_back(&run);
    std::vector<std::string> names = namesOf(all);
    for (std::size_t i = 0; i < runs.size(); ++i)
        runs[i].called = std::move(names[i]);
}

} // namespace netsmith::runs

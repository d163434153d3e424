#include "engine/store/checkpoint_store.h"

#include <algorithm>
#include <charconv>
#include <ranges>
#include <string>

namespace netsmith {
namespace {

namespace fs = std::filesystem;

std::optional<std::int64_t> stepFrom(const std::string& name)
{
    std::int64_t step = 0;
    const char* end = name.data() + name.size();
    const auto [rest, code] = std::from_chars(name.data(), end, step);
    return code == std::errc() && rest == end && step >= 0 ? std::optional(step) : std::nullopt;
}

/// For entries of the store's folder with a checkpoint's name. A link is not the run's own: it may have come with a project from
/// elsewhere, and its target must not be read, counted or removed as a checkpoint of this run.
std::optional<std::int64_t> stepOf(const CheckpointStore& store, const fs::directory_entry& entry)
{
    std::error_code ignored;
    const auto step = stepFrom(entry.path().filename().string());
    return step && store.at(*step) == entry.path() && !entry.is_symlink(ignored) ? step : std::nullopt;
}

} // namespace

fs::path CheckpointStore::at(std::int64_t step) const
{
    const std::string digits = std::to_string(step);
    return m_folder / (std::string(digits.size() < 6 ? 6 - digits.size() : 0, '0') + digits);
}

std::vector<std::int64_t> CheckpointStore::steps() const
{
    std::vector<std::int64_t> steps;
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator(m_folder, ignored))
        if (const auto step = stepOf(*this, entry); step && fs::exists(entry.path() / "manifest.json", ignored))
            steps.push_back(*step);
    std::ranges::sort(steps);
    return steps;
}

std::optional<fs::path> CheckpointStore::newest() const
{
    const auto all = steps();
    return all.empty() ? std::nullopt : std::optional(at(all.back()));
}

HeldCheckpoints::HeldCheckpoints(OpenFolder run, const std::string& name)
    : CheckpointStore(run.path() / name)
    , m_run(std::move(run))
    , m_name(name)
{
}

/// Including what a crash left half removed. The manifest first: what a crash leaves is then not a checkpoint.
void HeldCheckpoints::removeThose(const std::function<bool(std::int64_t step)>& go) const
{
    const auto store = m_run.find(m_name);
    if (!store || !*store)
        return;
    for (const std::string& name : (*store)->names()) {
        const auto step = stepFrom(name);
        if (!step || at(*step).filename() != name || !go(*step))
            continue;
        if (const auto folder = (*store)->find(name); folder && *folder) { // a link stays and is not followed
            (void)(*folder)->remove("manifest.json").hasValue();
            (void)(*store)->remove(name).hasValue();
        }
    }
}

void HeldCheckpoints::removeAllBut(std::span<const std::int64_t> kept) const
{
    removeThose([&](std::int64_t step) { return std::ranges::find(kept, step) == kept.end(); });
}

void HeldCheckpoints::removeUnfinished() const
{
    const auto store = m_run.find(m_name);
    if (!store || !*store)
        return;
    for (const std::string& name : (*store)->names())
        if (const fs::path path = name; path.extension() == ".new" && stepFrom(path.stem().string()))
            (void)(*store)->remove(name).hasValue();
}

void HeldCheckpoints::removeAfter(std::int64_t step) const
{
    removeThose([&](std::int64_t other) { return other > step; });
}

std::vector<std::int64_t> keptOf(const std::vector<std::int64_t>& steps, const KeptCheckpoints& kept)
{
    std::vector<std::int64_t> out;
    std::int64_t left = std::max<std::int64_t>(kept.newest, 1);
    for (const std::int64_t step : steps | std::views::reverse) {
        const bool isOther = std::ranges::find(kept.others, step) != kept.others.end();
        const bool isPassing = !isOther && kept.passing.contains(step);
        if (isOther || (isPassing ? step == steps.back() : left > 0))
            out.insert(out.begin(), step);
        left -= isPassing ? 0 : 1;
    }
    return out;
}

} // namespace netsmith

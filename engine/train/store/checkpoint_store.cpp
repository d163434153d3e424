#include "engine/train/store/checkpoint_store.h"

#include <algorithm>
#include <charconv>
#include <string>

namespace netsmith::train {
namespace {

namespace fs = std::filesystem;

std::optional<std::int64_t> stepFrom(const std::string& name)
{
    std::int64_t step = 0;
    const char* end = name.data() + name.size();
    const auto [rest, code] = std::from_chars(name.data(), end, step);
    return code == std::errc() && rest == end && step >= 0 ? std::optional(step) : std::nullopt;
}

/// The manifest first: what is left of it by a crash is then no checkpoint.
void removeCheckpoint(const fs::path& folder)
{
    std::error_code ignored;
    fs::remove(folder / "manifest.json", ignored);
    fs::remove_all(folder, ignored);
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
    for (const auto& entry : fs::directory_iterator(m_folder, ignored)) {
        const auto step = stepFrom(entry.path().filename().string());
        if (step && at(*step) == entry.path() && !entry.is_symlink(ignored) && fs::exists(entry.path() / "manifest.json", ignored))
            steps.push_back(*step);
    }
    std::ranges::sort(steps);
    return steps;
}

std::optional<fs::path> CheckpointStore::newest() const
{
    const auto all = steps();
    return all.empty() ? std::nullopt : std::optional(at(all.back()));
}

void CheckpointStore::prune(std::int64_t keep, const std::vector<std::int64_t>& others) const
{
    const auto all = steps();
    const auto count = static_cast<std::int64_t>(all.size()) - std::max<std::int64_t>(keep, 1);
    for (std::int64_t i = 0; i < count; ++i)
        if (const std::int64_t step = all[static_cast<std::size_t>(i)]; std::ranges::find(others, step) == others.end())
            removeCheckpoint(at(step));
}

void CheckpointStore::removeUnfinished() const
{
    std::vector<fs::path> unfinished;
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator(m_folder, ignored))
        if (entry.path().extension() == ".new" && stepFrom(entry.path().stem().string()))
            unfinished.push_back(entry.path());
    for (const fs::path& folder : unfinished)
        fs::remove_all(folder, ignored);
}

void CheckpointStore::removeAfter(std::int64_t step) const
{
    for (const std::int64_t later : steps())
        if (later > step)
            removeCheckpoint(at(later));
}

} // namespace netsmith::train

#pragma once

#include "engine/core/files/open_folder.h"

#include <cstdint>
#include <functional>
#include <set>
#include <span>
#include <vector>

namespace netsmith {

/// The checkpoints of one run, `checkpoints/NNNNNN` by step.
class CheckpointStore {
public:
    explicit CheckpointStore(std::filesystem::path folder)
        : m_folder(std::move(folder))
    {
    }

    /// The folder of a step's checkpoint, whether or not it exists.
    std::filesystem::path at(std::int64_t step) const;
    /// The steps that have one, ascending; incomplete ones are not counted.
    std::vector<std::int64_t> steps() const;
    /// The newest one's folder.
    std::optional<std::filesystem::path> newest() const;

private:
    std::filesystem::path m_folder;
};

/// Those of a run whose folder is held open: only these are written and removed.
class HeldCheckpoints : public CheckpointStore {
public:
    HeldCheckpoints(OpenFolder run, const std::string& name);

    /// Created if missing. Throws `file.link`, `folder.make`.
    OpenFolder folder() const { return m_run.make(m_name).take(); }
    /// Removes partial checkpoints of a killed program; only for the holder of the run's lock.
    void removeUnfinished() const;
    /// Removes all except those of these steps.
    void removeAllBut(std::span<const std::int64_t> kept) const;
    /// Removes those of later steps: a run resumed from an earlier one creates them again.
    void removeAfter(std::int64_t step) const;

private:
    void removeThose(const std::function<bool(std::int64_t step)>& go) const;

    OpenFolder m_run;
    std::string m_name;
};

/// Which of a run's checkpoints are kept.
struct KeptCheckpoints {
    std::int64_t newest = 1; ///< this many of the newest, at least one
    std::vector<std::int64_t> others{}; ///< these steps', the best
    std::set<std::int64_t> passing{}; ///< of these only the newest of all: they are only for resuming
};

/// Which of the steps, ascending, are kept. A pure function.
std::vector<std::int64_t> keptOf(const std::vector<std::int64_t>& steps, const KeptCheckpoints& kept);

} // namespace netsmith

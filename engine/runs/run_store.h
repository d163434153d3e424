#pragma once

#include "engine/runs/run_index.h"
#include "engine/runs/run_numbers.h"

#include <functional>
#include <span>

namespace netsmith::runs {

/// A folder of runs. What was once read is kept in an index beside them, so that thousands open at once; what is listed is always
/// what the runs' own files say now. Any number of programs may use one store: each change is one move or one safe write.
///
///     20260301-120000-mnist_cnn/   a run
///     .trash/                      deleted runs, until they are restored or purged
///     .index                       the cache; may be removed at any time
///     .numbers                     the runs' running numbers, those of deleted ones too
///
/// Links among these are read, but nothing is written, moved or removed through one: the error is `file.link`.
class RunStore {
public:
    /// The folder need not be there: then it has no runs.
    explicit RunStore(std::filesystem::path folder);

    const std::filesystem::path& folder() const { return m_folder; }

    /// All runs, oldest first, each with its number and its name among them, also those that can't be read (`RunSummary::problem`);
    /// folders that are no runs are left out. Throws `runs.folder` where the folder can't be read.
    std::vector<RunSummary> list();
    /// The runs in the trash. Throws the same.
    std::vector<RunSummary> deleted();

    /// Moves a run into the trash; gives the name it has there. Throws `run.locked` while it is trained, `runs.missing`,
    /// `runs.move`.
    std::string remove(const std::string& name);
    /// Moves a run back out of the trash; gives its folder. Throws `runs.missing` and, where another run has its name now,
    /// `runs.taken`.
    std::filesystem::path restore(const std::string& name);
    /// Deletes what is in the trash for good; gives the number of runs. Throws `folder.remove`.
    std::int64_t purge();
    /// The same with those of these names there; one that is gone already is not counted. Throws `runs.missing` for what is no
    /// run's name.
    std::int64_t purge(std::span<const std::string> names);

private:
    std::optional<OpenFolder> opened() const;
    void number(std::vector<RunSummary>& runs);

    std::filesystem::path m_folder;
    std::optional<RunIndex> m_index; ///< as last read or written
    RunNumbers m_numbers; ///< likewise; where nothing can be written, the latest runs' are kept here alone
};

/// Whether a folder, which may have no record any more, holds what a run leaves.
bool looksLikeARun(const std::filesystem::path& folder);

/// Whether a folder is one of runs for certain: a project's, or one that was listed as such before.
bool isStore(const std::filesystem::path& folder);

/// The store that a path means: that beside a project file, or the folder of runs itself. Throws `runs.path` where there is
/// neither, and where the path is a run.
RunStore storeOf(const std::filesystem::path& path);

/// Changes what a person says of a run; programs that do so at once wait for each other. Throws what is wrong with the run's
/// folder, its label or the disk.
void changeLabel(const std::filesystem::path& run, const std::function<void(RunLabel&)>& change);

} // namespace netsmith::runs

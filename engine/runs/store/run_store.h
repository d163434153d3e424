#pragma once

#include "engine/runs/store/run_index.h"
#include "engine/runs/store/run_numbers.h"

#include <functional>
#include <span>

namespace netsmith::runs {

/// A folder of runs. What was read is cached in an index next to them, so that thousands open instantly; what is listed always
/// matches the runs' current files. Any number of programs may use one store: each change is one move or one safe write.
///
///     20260301-120000-mnist_cnn/   a run
///     .trash/                      deleted runs, until they are restored or purged
///     .index                       the cache; may be removed at any time
///     .numbers                     the runs' running numbers, those of deleted ones too
///
/// Links among these are read, but nothing is written, moved or removed through one: the error is `file.link`.
class RunStore {
public:
    /// The folder need not exist: then it has no runs.
    explicit RunStore(std::filesystem::path folder);

    const std::filesystem::path& folder() const { return m_folder; }

    /// All runs, oldest first, each with its number and its name among them, including unreadable ones (`RunSummary::problem`);
    /// folders that are not runs are left out. Throws `runs.folder` if the folder can't be read.
    std::vector<RunSummary> list();
    /// The runs in the trash. Throws the same.
    std::vector<RunSummary> deleted();

    /// Moves a run into the trash; returns its name there. Throws `run.locked` while it is trained, `runs.missing`,
    /// `runs.move`.
    std::string remove(const std::string& name);
    /// Moves a run back out of the trash; returns its folder. Throws `runs.missing` and, if another run has its name now,
    /// `runs.taken`.
    std::filesystem::path restore(const std::string& name);
    /// Empties the trash permanently; returns the number of runs. Throws `folder.remove`.
    std::int64_t purge();
    /// The same for those with these names; one that is already gone is not counted. Throws `runs.missing` for what is no
    /// run's name.
    std::int64_t purge(std::span<const std::string> names);

private:
    std::optional<OpenFolder> opened() const;
    void number(std::vector<RunSummary>& runs);

    std::filesystem::path m_folder;
    std::optional<RunIndex> m_index; ///< as last read or written
    RunNumbers m_numbers; ///< likewise; if nothing can be written, the latest runs' numbers are only kept here
};

/// Whether a folder, possibly without a record, holds files of a run.
bool looksLikeARun(const std::filesystem::path& folder);

/// Whether a folder is certainly a folder of runs: a project's, or one that was listed as such before.
bool isStore(const std::filesystem::path& folder);

/// The store that a path refers to: the one next to a project file, or the folder of runs itself. Throws `runs.path` if there is
/// neither, and if the path is a run.
RunStore storeOf(const std::filesystem::path& path);

/// Changes the user's labels of a run; concurrent changes wait for each other. Throws the errors of the run's folder, its label or
/// the disk.
void changeLabel(const std::filesystem::path& run, const std::function<void(RunLabel&)>& change);

} // namespace netsmith::runs

#pragma once

#include "engine/runs/comparing/run_difference.h"
#include "engine/runs/run_curves.h"
#include "engine/runs/store/run_store.h"
#include "gui/widgets/side_thread.h"

#include <QObject>

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace netsmith::gui {

/// Where a deleted run is kept for restoring it.
struct DeletedRun {
    std::filesystem::path folder; ///< its former place
    std::string name; ///< in the store's trash
};

/// Reads, renames and deletes runs on another thread, so that a slow disk never blocks the window. The runs of a folder are a
/// `runs::RunStore`, which caches what it read.
class RunsReader : public QObject {
    Q_OBJECT

public:
    using Runs = std::shared_ptr<std::vector<runs::RunSummary>>; ///< handed over: owned by the receiver

    explicit RunsReader(QObject* parent = nullptr);

    /// The runs of a project file; only the answer to the latest call is used.
    void list(const std::filesystem::path& projectFile);
    /// A cross-validation is opened as its folds, one after another.
    void open(const std::filesystem::path& run, bool toFront);
    /// Finds the differences between two or more runs; `names`: their names.
    void compare(const std::vector<std::filesystem::path>& runs, const std::vector<QString>& names);
    /// Changes what the user entered about a run.
    void relabel(const std::filesystem::path& run, std::function<void(runs::RunLabel&)> change);
    /// Moves runs to the store's trash, one after another; one that can't be moved does not stop the others.
    void remove(const std::vector<std::filesystem::path>& runs);
    /// Moves them back.
    void restore(const std::vector<DeletedRun>& runs);
    /// Writes a text made from runs to a file.
    void save(const std::filesystem::path& file, const std::string& contents);

Q_SIGNALS:
    void listed(const netsmith::gui::RunsReader::Runs& runs);
    /// `toFront`: the user wants to see the curves now.
    void opened(const std::filesystem::path& run, const netsmith::runs::RunCurves& curves, bool toFront);
    void compared(const netsmith::runs::RunDifference& difference);
    /// Labels or places of runs have changed.
    void changed();
    void removed(const std::vector<netsmith::gui::DeletedRun>& runs);
    void failed(const netsmith::Message& message);

private:
    /// Runs on the thread; an error is reported, and what was done before it stays done.
    void work(std::function<void()> job);
    runs::RunStore& storeIn(const std::filesystem::path& folder);

    std::uint64_t m_call = 0;
    std::optional<runs::RunStore> m_store; ///< used by the thread only: the last one listed
    SideThread m_thread{"netsmith-runs"};
};

} // namespace netsmith::gui

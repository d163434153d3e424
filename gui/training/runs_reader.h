#pragma once

#include "engine/runs/run_curves.h"
#include "engine/runs/run_difference.h"
#include "engine/runs/run_store.h"
#include "gui/widgets/side_thread.h"

#include <QObject>

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace netsmith::gui {

/// Where a deleted run waits to be wanted again.
struct DeletedRun {
    std::filesystem::path folder; ///< where it was
    std::string name; ///< in the store's trash
};

/// Reads, names and deletes runs on a thread of its own, so that a slow disk never holds the window up. The runs of a folder are a
/// `runs::RunStore`, which keeps what it read.
class RunsReader : public QObject {
    Q_OBJECT

public:
    using Runs = std::shared_ptr<std::vector<runs::RunSummary>>; ///< handed over: the receiver's alone

    explicit RunsReader(QObject* parent = nullptr);

    /// The runs beside a project file; the answer to the latest call counts.
    void list(const std::filesystem::path& projectFile);
    /// A cross-validation is opened as its folds, one after the other.
    void open(const std::filesystem::path& run, bool toFront);
    /// Finds what sets two runs or more apart, which are called so.
    void compare(const std::vector<std::filesystem::path>& runs, const std::vector<QString>& names);
    /// Changes what a person says of a run.
    void relabel(const std::filesystem::path& run, std::function<void(runs::RunLabel&)> change);
    /// Into the store's trash, one after the other; a run that can't go holds up none of the others.
    void remove(const std::vector<std::filesystem::path>& runs);
    /// And back.
    void restore(const std::vector<DeletedRun>& runs);
    /// Writes what was made of runs into a file.
    void save(const std::filesystem::path& file, const std::string& contents);

Q_SIGNALS:
    void listed(const netsmith::gui::RunsReader::Runs& runs);
    /// `toFront`: a person wants to see the curves now.
    void opened(const std::filesystem::path& run, const netsmith::runs::RunCurves& curves, bool toFront);
    void compared(const netsmith::runs::RunDifference& difference);
    /// Labels or places of runs are other ones now.
    void changed();
    void removed(const std::vector<netsmith::gui::DeletedRun>& runs);
    void failed(const netsmith::Message& message);

private:
    /// On the thread; what goes wrong is told, and what was done until then holds.
    void work(std::function<void()> job);
    runs::RunStore& storeIn(const std::filesystem::path& folder);

    std::uint64_t m_call = 0;
    std::optional<runs::RunStore> m_store; ///< the thread's: the last one listed
    SideThread m_thread{"netsmith-runs"};
};

} // namespace netsmith::gui

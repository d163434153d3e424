#pragma once

#include "engine/train/store/run_folder.h"
#include "gui/training/run_curves.h"
#include "gui/widgets/side_thread.h"

#include <QObject>

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace netsmith::gui {

/// A run of a project as the list shows it.
struct RunRow {
    std::filesystem::path folder;
    train::RunRecord record;
    bool active = false; ///< a process trains it now
    std::optional<std::pair<std::string, double>> best; ///< what tells most of its best epoch: "val_accuracy" and how much
};

/// Reads and removes runs on a thread of its own, so that a slow disk never holds the window up.
class RunsReader : public QObject {
    Q_OBJECT

public:
    explicit RunsReader(QObject* parent = nullptr);

    /// The runs beside a project file, the newest first; the answer to the latest call counts.
    void list(const std::filesystem::path& projectFile);
    void open(const std::filesystem::path& run);
    /// Into the desktop's trash; away where there is none.
    void remove(const std::filesystem::path& run);

Q_SIGNALS:
    void listed(const std::vector<netsmith::gui::RunRow>& rows);
    void opened(const std::filesystem::path& run, const netsmith::gui::RunCurves& curves);
    void removed(const std::filesystem::path& run);
    void removalFailed(const std::filesystem::path& run);

private:
    struct Known {
        std::filesystem::file_time_type written;
        std::uintmax_t size = 0;
        std::optional<std::pair<std::string, double>> best;
    };

    std::vector<RunRow> read(const std::filesystem::path& projectFile);
    std::optional<std::pair<std::string, double>> bestOf(const RunRow& row);

    std::uint64_t m_call = 0;
    std::map<std::string, Known> m_known; ///< the thread's
    SideThread m_thread{"netsmith-runs"};
};

} // namespace netsmith::gui

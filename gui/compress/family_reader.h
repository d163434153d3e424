#pragma once

#include "engine/compress/chain/chain.h"
#include "gui/widgets/side_thread.h"

#include <QObject>

#include <atomic>
#include <vector>

namespace netsmith::gui {

/// What is known of the runs that were made of one: by this page, or by the command line.
struct CompressFamily {
    std::filesystem::path asked; ///< the run that was asked about
    std::vector<compress::ChainRun> chain; ///< the one that is shown
    std::vector<compress::ChainRun> all; ///< of the same original
    std::vector<std::string> projects; ///< the other files of projects in the project's folder
};

/// Reads the chain and the family of a run in the background.
class FamilyReader : public QObject {
    Q_OBJECT

public:
    explicit FamilyReader(QObject* parent = nullptr);

    /// The family of a run, and the chain that leads to `shown`; empty: to the run, or to the newest one made of it if it is an
    /// original. `runs`: the folders of the project's runs, oldest first; `project`: its file, if it has one. Only the
    /// answer to the latest call is used.
    void read(const std::filesystem::path& run, const std::filesystem::path& shown, std::vector<std::filesystem::path> runs,
              const std::filesystem::path& project);
    /// Whether an answer is to come.
    bool isBusy() const { return m_busy; }

Q_SIGNALS:
    void came(const netsmith::gui::CompressFamily& family);

private:
    std::atomic<std::uint64_t> m_call = 0; ///< the latest
    bool m_busy = false;
    SideThread m_thread{"netsmith-family"};
};

} // namespace netsmith::gui

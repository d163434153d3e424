#pragma once

#include "gui/data/data_preview.h"
#include "gui/data/data_shelf.h"
#include "gui/widgets/side_thread.h"

#include <QObject>

#include <memory>
#include <optional>
#include <stop_token>

namespace netsmith::gui {

/// Reads and downloads data sets on its own thread, one at a time; the latest request wins.
class DataWorker : public QObject {
    Q_OBJECT

public:
    explicit DataWorker(DataShelf shelf = {}, QObject* parent = nullptr);
    /// Stops the current work and waits for it; the stop is checked between slices.
    ~DataWorker() override;

    /// Reads the source, or its stand-in, for a preview.
    void preview(const DataSettings& settings);
    /// Downloads the source's files, then reads it.
    void download(const DataSettings& settings);
    /// Applies the project's transforms to images.
    void transform(const Project& project, const data::Field& pictures);
    void cancel();
    bool isBusy() const { return m_busy; }
    const DataShelf& shelf() const { return m_shelf; }
    /// A folder that is searched first, for what is read from now on; empty: none.
    void setDataDir(const std::filesystem::path& folder) { m_shelf.dataDir = folder; }

Q_SIGNALS:
    void progressed(const netsmith::data::Progress& progress);
    void previewReady(const netsmith::gui::DataPreview& preview);
    void failed(const netsmith::Message& message);
    /// No images if the transforms do not fit: the problems list says why.
    void transformed(const std::vector<netsmith::gui::DataPreview::Sample>& pictures);
    void cancelled();

private:
    void start(const DataSettings& settings, bool fetchFirst);

    DataShelf m_shelf;
    std::stop_source m_stop;
    std::uint64_t m_job = 0;
    std::uint64_t m_transformJob = 0;
    bool m_busy = false;
    SideThread m_thread{"netsmith-data"};
};

} // namespace netsmith::gui

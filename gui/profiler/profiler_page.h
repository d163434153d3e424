#pragma once

#include "gui/widgets/file_saver.h"

#include <QWidget>

class QBoxLayout;
class QProgressBar;
class QPushButton;
class QVBoxLayout;

namespace netsmith::gui {

class AdviceRow;
class Document;
class LayerCostTable;
class NoteBox;
class ProfilerSession;
class RooflinePlot;
class SharingView;
class TextLabel;
class TimelineView;
class WindowJobs;

/// A page: where the time and the memory of a training step go, and what would be faster.
class ProfilerPage : public QWidget {
    Q_OBJECT

public:
    explicit ProfilerPage(Document& document, QWidget* parent = nullptr);

    void setJobs(WindowJobs& jobs);
    ProfilerSession& session() { return *m_session; }
    /// Writes the timeline as Chrome trace JSON.
    void exportTrace(const std::filesystem::path& path);

Q_SIGNALS:
    /// A file could not be written; the sentence says which, and why.
    void exportFailed(const QString& sentence);
    /// A layer is to be shown on the canvas.
    void layerAsked(const std::string& layer);

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void build();
    void retranslate();
    void refresh();
    /// What there is to say about the last profile.
    void showResult();
    void placeLayers();
    void showWords();
    void showAdvice();
    void mend(const AdviceRow& row);
    void askWhere();

    Document& m_document;
    ProfilerSession* m_session;
    QPushButton* m_start; ///< cancels a running one
    QPushButton* m_save;
    QProgressBar* m_progress;
    TextLabel* m_state;
    TextLabel* m_about;
    NoteBox* m_note;
    QWidget* m_body;
    TextLabel* m_findingsTitle;
    TextLabel* m_findings;
    TextLabel* m_adviceTitle;
    TextLabel* m_noAdvice;
    QVBoxLayout* m_adviceColumn;
    std::vector<AdviceRow*> m_rows;
    TextLabel* m_timelineTitle;
    TimelineView* m_timeline;
    TextLabel* m_pointed;
    TextLabel* m_layersTitle;
    QBoxLayout* m_layers;
    LayerCostTable* m_table;
    RooflinePlot* m_roofline;
    TextLabel* m_sharingTitle;
    TextLabel* m_sharingWords;
    SharingView* m_sharing;
    std::shared_ptr<const void> m_shown; ///< the result that is shown
    FileSaver m_saver;
};

} // namespace netsmith::gui

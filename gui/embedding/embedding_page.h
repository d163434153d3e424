#pragma once

#include "gui/embedding/embedding_feed.h"
#include "gui/widgets/file_saver.h"
#include "gui/widgets/side_thread.h"

#include <QWidget>

class QAction;
class QBoxLayout;
class QMenu;
class QPushButton;
class QToolButton;

namespace netsmith::gui {

class ChoiceBox;
class EmbeddingView;
class NoteBox;
class SampleView;
class Scroller;
class ShareBar;
class TextLabel;

/// A page: what a layer of the asked network makes of the samples of its data, as points of a plane: near ones it takes for
/// similar.
class EmbeddingPage : public QWidget {
    Q_OBJECT

public:
    explicit EmbeddingPage(TrainingSession& session, QWidget* parent = nullptr);

    EmbeddingFeed& feed() { return *m_feed; }

    /// Writes the points: a picture as PNG or SVG, by the name's ending, or a table as CSV.
    void exportPicture(const std::filesystem::path& path);
    void exportTable(const std::filesystem::path& path);

Q_SIGNALS:
    void exportFailed(const QString& why);

protected:
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void build();
    void buildExport();
    void retranslate();
    /// What the boxes say, but for the layer's.
    void wish();
    /// Everything, from what the feed has.
    void refresh();
    void refreshLayers();
    void refreshState();
    QString workWords() const;
    QString summary() const;
    QString stateWords() const;
    QString warnings() const;
    /// The sample under the pointer, or else the chosen one and those near it.
    void showSample();
    void askWhere(const QString& name, const QString& filter);

    EmbeddingFeed* m_feed;
    ChoiceBox* m_layer;
    ChoiceBox* m_method;
    ChoiceBox* m_perplexity;
    ChoiceBox* m_count;
    ChoiceBox* m_part;
    QToolButton* m_export;
    QMenu* m_menu;
    QAction* m_savePng;
    QAction* m_saveSvg;
    QAction* m_saveTable;
    TextLabel* m_work; ///< what is being done
    ShareBar* m_share;
    QPushButton* m_cancel;
    QPushButton* m_again;
    QWidget* m_workRow;
    TextLabel* m_summary;
    TextLabel* m_state; ///< of which samples and weights
    TextLabel* m_about;
    NoteBox* m_warning;
    NoteBox* m_problem;
    QWidget* m_body;
    QBoxLayout* m_columns;
    EmbeddingView* m_view;
    TextLabel* m_sampleTitle;
    TextLabel* m_sampleFacts;
    SampleView* m_sample;
    TextLabel* m_nearTitle;
    SampleView* m_near;
    Scroller* m_scroller;
    EmbeddingFeed::Outputs m_shown; ///< whose colours the view has
    std::uint64_t m_wantedSample = 0; ///< the last one
    FileSaver m_saver;
    SideThread m_reader{"netsmith-shown"}; ///< reads samples, which may be in files; last, since it uses the others
};

} // namespace netsmith::gui

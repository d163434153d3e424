#pragma once

#include "gui/weights/weights_feed.h"
#include "gui/widgets/file_saver.h"

#include <QWidget>

#include <array>

class QAction;
class QLabel;
class QMenu;
class QToolButton;

namespace netsmith::gui {

class ChoiceBox;
class FactList;
class HistoryView;
class NeighborList;
class NoteBox;
class Scroller;
class SheetView;
class SpectrumSection;
class TextLabel;

/// A layer's weights: each array as pictures, its singular values, its way through the training, and the neighbors of an
/// embedding's words. Shows what it is given, and computes nothing otherwise.
class WeightsPanel : public QWidget {
    Q_OBJECT

public:
    explicit WeightsPanel(QWidget* parent);

    /// The weights of a layer, of this run.
    void take(WeightsFeed::Weights weights, const std::filesystem::path& run);
    /// Why there are none.
    void refuse(const QString& reason);
    /// What is shown next may be of another layer.
    void clear();
    const WeightsFeed& feed() const { return *m_feed; }

    enum class Saved { sheet, plots, weights, spectra, history };
    void save(Saved what, const std::filesystem::path& path);

protected:
    void changeEvent(QEvent* event) override;

private:
    void build();
    void buildSide(QWidget* content);
    void buildSaving();
    void refresh();
    void refreshFacts();
    void refreshHistory();
    void movePart(int direction);
    void point(const QString& words);
    void ask(Saved what);
    void retranslate();

    WeightsFeed* m_feed;
    std::shared_ptr<const WeightsFeed::Shown> m_drawn; ///< in the picture
    QString m_reason; ///< why there are no weights
    NoteBox* m_note;
    QWidget* m_body;
    ChoiceBox* m_arrays;
    TextLabel* m_when;
    QToolButton* m_save;
    QMenu* m_menu;
    std::array<QAction*, 5> m_savers{}; ///< of each `Saved`
    TextLabel* m_about;
    QWidget* m_parts; ///< of too many maps
    QToolButton* m_previous;
    QToolButton* m_next;
    TextLabel* m_part;
    SheetView* m_sheet;
    Scroller* m_maps;
    Scroller* m_side;
    NeighborList* m_neighbors;
    FactList* m_facts;
    SpectrumSection* m_spectra;
    TextLabel* m_historyHead;
    TextLabel* m_historyNote;
    HistoryView* m_history;
    TextLabel* m_pointed;
    NoteBox* m_saveProblem;
    FileSaver m_saver;
};

} // namespace netsmith::gui

#pragma once

#include "gui/attribution/attribution_feed.h"
#include "gui/widgets/file_saver.h"

#include <QTimer>
#include <QWidget>

class QAction;
class QMenu;
class QPushButton;
class QSlider;
class QToolButton;

namespace netsmith::gui {

class ChoiceBox;
class ElidedLabel;
class FactList;
class ImportanceLegend;
class ImportanceView;
class NoteBox;
class Scroller;
class TextLabel;

/// A window that shows what the asked network looked at in a sample: by the chosen method, for the chosen class. Follows the sample
/// and the training as long as it is open.
class AttributionWindow : public QWidget {
    Q_OBJECT

public:
    explicit AttributionWindow(TrainingSession& session, QWidget* parent);

    /// Shows the window.
    void open();
    AttributionFeed& feed() { return *m_feed; }

    /// Writes the picture as PNG, or the numbers as CSV.
    void exportPicture(const std::filesystem::path& path);
    void exportNumbers(const std::filesystem::path& path);

protected:
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void build();
    void buildExport();
    void retranslate();
    /// Everything, from what the feed has.
    void refresh();
    void refreshHead();
    void refreshChoices();
    void refreshTargets();
    void refreshProblem();
    void refreshFacts();
    void wish(const std::function<void(AttributionWishes&)>& change);
    void save(const std::filesystem::path& path, const std::function<std::string()>& bytes);
    void askWhere(const QString& name, const QString& filter, void (AttributionWindow::*write)(const std::filesystem::path&));
    /// The report that is shown, with numbers; null: there is none.
    AttributionFeed::Report explained() const;

    TrainingSession& m_session;
    AttributionFeed* m_feed;
    TextLabel* m_title;
    ElidedLabel* m_state; ///< which sample and weights, or what is being done
    QPushButton* m_again; ///< cancels, or asks once more
    QToolButton* m_export;
    QMenu* m_menu;
    QAction* m_savePng;
    QAction* m_saveCsv;
    ChoiceBox* m_method;
    ChoiceBox* m_target;
    ChoiceBox* m_layer;
    ChoiceBox* m_steps;
    ChoiceBox* m_patch;
    ChoiceBox* m_ground;
    TextLabel* m_doc;
    NoteBox* m_problem;
    QWidget* m_body;
    Scroller* m_scroller;
    ImportanceView* m_view;
    QWidget* m_blendRow;
    TextLabel* m_blendSample;
    QSlider* m_blend;
    TextLabel* m_blendMap;
    TextLabel* m_pointed;
    ImportanceLegend* m_legend;
    FactList* m_facts;
    TextLabel* m_sum; ///< whether the parts make the whole
    QString m_unsaved; ///< why the last picture or table could not be saved
    QTimer m_slow{this}; ///< what is short is not worth a button
    FileSaver m_saver;
};

} // namespace netsmith::gui

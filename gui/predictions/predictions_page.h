#pragma once

#include "gui/predictions/confusion_view.h"
#include "gui/predictions/predictions_feed.h"
#include "gui/widgets/file_saver.h"
#include "gui/widgets/side_thread.h"

#include <QWidget>

class QAction;
class QBoxLayout;
class QButtonGroup;
class QMenu;
class QStackedWidget;
class QToolButton;

namespace netsmith::gui {

class ChoiceBox;
class ClassTable;
class NoteBox;
class SampleView;
class ScorePlot;
class Scroller;
class TextLabel;

/// A page: what the asked network predicts for the samples of its data, counted, as curves, and sample by sample.
class PredictionsPage : public QWidget {
    Q_OBJECT

public:
    explicit PredictionsPage(TrainingSession& session, QWidget* parent = nullptr);

    enum class View { confusion, classes, curves, calibration, values };
    static constexpr int views = 5;
    void open(View view);
    View view() const { return m_view; }
    PredictionsFeed& feed() { return *m_feed; }

    /// Writes what is shown: a picture as PNG or SVG, by the name's ending, or every table as CSV into a folder.
    void exportPicture(const std::filesystem::path& path);
    void exportTables(const std::filesystem::path& folder);

Q_SIGNALS:
    void exportFailed(const QString& why);
    /// One of the samples that are shown: all its fields, and which one it is.
    void sampleChosen(const std::vector<netsmith::data::Field>& fields, const QString& title);

protected:
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void build();
    void buildExport();
    void retranslate();
    /// Everything, from what the feed has.
    void refresh();
    void refreshChoices();
    void refreshState();
    void showView();
    void showCurves(const inspect::OutputPredictions& predictions);
    void showCalibration(const inspect::ClassOutcomes& outcomes);
    void showValues(const inspect::ValueOutcomes& outcomes);
    void showSamples();
    void chooseSample(int index);
    /// Of the report, which it keeps alive; null if there is none.
    std::shared_ptr<const inspect::OutputPredictions> output() const;
    QString summary() const;
    /// What is shown, to be drawn.
    QWidget& picture() const;
    void askWhere(bool tables, const QString& name, const QString& filter);

    PredictionsFeed* m_feed;
    ChoiceBox* m_part;
    ChoiceBox* m_output;
    ChoiceBox* m_subject; ///< the class or the column whose plots are shown
    QButtonGroup* m_buttons;
    QToolButton* m_export;
    QMenu* m_menu;
    QAction* m_savePng;
    QAction* m_saveSvg;
    QAction* m_saveTables;
    TextLabel* m_summary;
    TextLabel* m_state; ///< of which samples and weights, or what is being done
    TextLabel* m_about;
    NoteBox* m_problem;
    QWidget* m_body;
    QBoxLayout* m_columns;
    QStackedWidget* m_stack;
    ConfusionView* m_confusion;
    ClassTable* m_classes;
    QWidget* m_plots;
    ScorePlot* m_left;
    ScorePlot* m_right;
    TextLabel* m_samplesTitle;
    Scroller* m_scroller;
    SampleView* m_samples;
    View m_view = View::confusion;
    std::uint64_t m_shownSamples = 0; ///< the last ones wanted
    PredictionsFeed::Report m_samplesOf; ///< that the shown samples belong to ...
    std::vector<std::int32_t> m_positions; ///< ... at these positions
    FileSaver m_saver;
    SideThread m_reader{"netsmith-shown"}; ///< reads samples, which may be in files; last, since it uses the others
};

} // namespace netsmith::gui

#pragma once

#include "gui/steps/step_walk.h"
#include "gui/steps/steps_session.h"

#include <QTimer>
#include <QWidget>

class QBoxLayout;
class QDockWidget;
class QProgressBar;
class QPushButton;

namespace netsmith::gui {

class ChoiceBox;
class LayerTable;
class NoteBox;
class NumbersView;
class StepsFigures;
class TextLabel;
class TrainingSession;

/// A training step of one batch, layer by layer: forward, back, and the update, with all numbers. Weights can be changed, which
/// shows at once what becomes of the loss.
class StepsPanel : public QWidget {
    Q_OBJECT

public:
    explicit StepsPanel(TrainingSession& session, QWidget* parent = nullptr);

    StepsSession& session() { return *m_session; }
    const LayerTable& table() const { return *m_table; }
    void setJobs(WindowJobs& jobs);

    /// Goes on to the next layer; begins if it has not.
    void next();
    /// The place that is shown; nothing while there is no step.
    std::optional<StepStage> stage() const;
    const std::vector<StepStage>& stages() const { return m_stages; }
    /// The chosen sample of the batch.
    std::size_t sample() const;
    /// Whether it can be seen, so that the canvas may show where it is.
    bool isWatching() const { return m_watches; }

Q_SIGNALS:
    /// Another place, another sample or other numbers are shown.
    void shownChanged();

protected:
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void build();
    QWidget* buildTable();
    void retranslate();
    void setWatching(bool watches);
    void refresh();
    void refreshTools();
    void refreshNote();
    void refreshChoices();
    void refreshWeights();
    void showStage();
    void showEquation();
    void goTo(std::size_t index);
    void play(bool plays);
    void begin();
    void followSelection();
    void fitTable();

    TrainingSession& m_training;
    StepsSession* m_session;
    QDockWidget* m_dock = nullptr; ///< once it was shown in one
    bool m_watches = false;
    StepsSession::Step m_step; ///< that the stages are of
    std::vector<StepStage> m_stages;
    std::size_t m_index = 0;
    QString m_refusal; ///< of what was typed last
    QTimer m_timer;
    LayerTable* m_table;

    QPushButton* m_first;
    QPushButton* m_previous;
    QPushButton* m_next;
    QPushButton* m_play;
    QPushButton* m_take;
    QPushButton* m_newBatch;
    QPushButton* m_restore;
    QPushButton* m_begin;
    ChoiceBox* m_weights;
    ChoiceBox* m_batch;
    QProgressBar* m_progress;
    TextLabel* m_state;
    NoteBox* m_note;
    TextLabel* m_about;
    QWidget* m_body;
    QBoxLayout* m_columns;
    TextLabel* m_where;
    StepsFigures* m_figures;
    ChoiceBox* m_tensor;
    NumbersView* m_view;
    TextLabel* m_equation;
};

} // namespace netsmith::gui

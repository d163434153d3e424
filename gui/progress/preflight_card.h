#pragma once

#include "gui/training/training_session.h"

#include <QFrame>
#include <QTimer>

class QPushButton;
class QScrollArea;
class QVBoxLayout;

namespace netsmith::gui {

class ShareBar;
class FactList;
class MemoryBar;
class MemoryGauge;
class MemoryLegend;
class TextLabel;

/// What the user should know before a run: whether it fits in memory, how long it takes, what will be slow; with a button to start
/// it.
class PreflightCard : public QFrame {
    Q_OBJECT

public:
    explicit PreflightCard(TrainingSession& session, QWidget* parent = nullptr);

    /// Placed over this descendant of its parent, extending below it down to `floor` if necessary; otherwise inside its parent.
    void standOver(QWidget& place, const QWidget& floor);
    /// Fits its size to its content, within the available room.
    void fit();
    QSize sizeHint() const override;

Q_SIGNALS:
    /// The user wants to change the training settings.
    void settingsAsked();

protected:
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;

private:
    void retranslate();
    int contentHeight(int cardWidth) const;
    void refresh();
    void showMemory(const PreflightOutcome& outcome);
    void showTimes(const PreflightOutcome& outcome);
    void showNotes(const PreflightOutcome& outcome);
    void showProgress();
    QFrame* addRule(QVBoxLayout& column);

    TrainingSession& m_session;
    QScrollArea* m_scroll;
    TextLabel* m_title;
    TextLabel* m_about;
    FactList* m_needs;
    MemoryBar* m_bar;
    MemoryLegend* m_legend;
    FactList* m_free;
    MemoryGauge* m_gauge;
    FactList* m_times;
    ShareBar* m_progress;
    QVBoxLayout* m_notes;
    QPushButton* m_settings;
    QPushButton* m_cancel;
    QPushButton* m_train;
    QWidget* m_place; ///< what it is placed over; by default its parent
    const QWidget* m_floor = nullptr;
    QTimer m_fit;
    bool m_focusesTrain = false; ///< once it is enabled
};

} // namespace netsmith::gui

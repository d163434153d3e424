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

/// What there is to know before a run: whether it fits, how long it takes, what will be slow; and the word to begin.
class PreflightCard : public QFrame {
    Q_OBJECT

public:
    explicit PreflightCard(TrainingSession& session, QWidget* parent = nullptr);

    /// Stands over this descendant of its parent, and below it down to `floor` where it needs the room; else within its parent.
    void standOver(QWidget& place, const QWidget& floor);
    /// As large as what it says, where it stands.
    void fit();
    QSize sizeHint() const override;

Q_SIGNALS:
    /// A person wants to change how it is trained.
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
    QWidget* m_place; ///< over which it stands: its parent until told otherwise
    const QWidget* m_floor = nullptr;
    QTimer m_fit;
    bool m_focusesTrain = false; ///< once it can be pressed
};

} // namespace netsmith::gui

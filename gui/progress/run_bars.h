#pragma once

#include "engine/runs/store/run_summary.h"
#include "gui/training/training_session.h"

#include <QWidget>

#include <optional>
#include <string>

class QPushButton;

namespace netsmith::gui {

class NoticeBar;

/// Messages about training beyond its progress, in bars above the work area: that it failed and why, how it ended, that the network
/// was edited since, and what to do with a live run when the window closes.
class RunBars : public QWidget {
    Q_OBJECT

public:
    explicit RunBars(TrainingSession& session, QWidget* parent = nullptr);

    /// The name of the session's run.
    void setRunName(const QString& name);

    /// The user wants to close the window during a run: asks what to do with it.
    void askBeforeClosing();
    /// The project was opened, and its last run was interrupted: shows it and offers to resume it, until another run is prepared.
    void offerLastRun(const runs::RunSummary& run);
    void forgetLastRun();

Q_SIGNALS:
    /// The user wants to change the training settings; `setting`: which one, empty if unknown.
    void settingsAsked(const QString& setting);
    /// The project's folder is not writable, and the user wants another one.
    void saveElsewhereAsked();
    /// The data is missing, and the user wants to get it.
    void dataAsked();
    /// The user wants to try the network.
    void tryAsked();
    /// The user wants to see the network's mistakes.
    void mistakesAsked();
    /// The user wants to compare precisions.
    void precisionsAsked();
    /// The device is lost to this process, and the user wants to restart.
    void restartAsked();
    void closingConfirmed(bool keepCheckpoint);
    void closingDeclined();

protected:
    void changeEvent(QEvent* event) override;

private:
    void follow();
    void retranslate();
    void showFailed();
    void showOutcome();
    void showEdited();
    void showLastRun();
    void showClosing();
    void answerClosing(bool close, bool keepCheckpoint);
    void place();

    /// "#12 · lr 0.003: Best 99.1 % at epoch 4."
    QString ofRun(const QString& words) const;

    TrainingSession& m_session;
    QString m_runName;
    NoticeBar* m_failed;
    NoticeBar* m_finished;
    NoticeBar* m_stopped;
    NoticeBar* m_edited;
    NoticeBar* m_closing;
    NoticeBar* m_last;
    QPushButton* m_failedRestart;
    QPushButton* m_failedResume;
    QPushButton* m_failedBatch;
    QPushButton* m_failedData;
    QPushButton* m_failedElsewhere;
    QPushButton* m_failedSettings;
    QPushButton* m_failedCopy;
    QPushButton* m_try;
    QPushButton* m_mistakes;
    QPushButton* m_precisions;
    QPushButton* m_longer;
    QPushButton* m_anew;
    QPushButton* m_resume;
    QPushButton* m_stoppedAnew;
    QPushButton* m_keep;
    QPushButton* m_drop;
    QPushButton* m_stay;
    QPushButton* m_lastResume;
    std::optional<runs::RunSummary> m_lastRun; ///< the one offered
    bool m_asked = false; ///< whether to close
    bool m_outcomeSeen = false; ///< the message about how this run ended was closed
    bool m_editedSeen = false;
    std::string m_setting; ///< to be changed, after a run that failed
    std::int64_t m_batch = 0; ///< the one that fits, after one that did not; 0: unknown
};

} // namespace netsmith::gui

#pragma once

#include "engine/runs/run_summary.h"
#include "gui/training/training_session.h"

#include <QWidget>

#include <optional>
#include <string>

class QPushButton;

namespace netsmith::gui {

class NoticeBar;

/// What there is to say about training beyond its progress, in bars above the work: that it failed and why, how it ended, that the
/// network was edited since, and what becomes of it when the window closes.
class RunBars : public QWidget {
    Q_OBJECT

public:
    explicit RunBars(TrainingSession& session, QWidget* parent = nullptr);

    /// What the session's run is called.
    void setRunName(const QString& name);

    /// A person wants to close the window while a run is live: asks what becomes of it.
    void askBeforeClosing();
    /// The project was opened, and its last run did not come to its end: says so, and offers to go on with it, until another run is
    /// prepared.
    void offerLastRun(const runs::RunSummary& run);
    void forgetLastRun();

Q_SIGNALS:
    /// A person wants to change how it is trained; `setting`: what is meant, empty where that is not known.
    void settingsAsked(const QString& setting);
    /// The project's folder can't be written to, and a person wants another one.
    void saveElsewhereAsked();
    /// The data are not here, and a person wants them.
    void dataAsked();
    /// A person wants to see what the network makes of something.
    void tryAsked();
    /// A person wants to see what the network gets wrong.
    void mistakesAsked();
    /// A person wants to see what another precision would have made of it.
    void precisionsAsked();
    /// The device is lost to this process, and a person wants another one.
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
    std::optional<runs::RunSummary> m_lastRun; ///< that is offered
    bool m_asked = false; ///< whether to close
    bool m_outcomeSeen = false; ///< how this run ended was put away
    bool m_editedSeen = false;
    std::string m_setting; ///< that has to be another one, after a run that failed
    std::int64_t m_batch = 0; ///< that fits, after one that did not; 0: none is known
};

} // namespace netsmith::gui

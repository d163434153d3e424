#pragma once

#include "engine/runs/run_card.h"
#include "engine/runs/verification.h"
#include "gui/widgets/controls/note_box.h"
#include "gui/widgets/side_thread.h"

#include <QWidget>

#include <filesystem>
#include <functional>
#include <stop_token>

class QPushButton;
class QTextBrowser;

namespace netsmith::gui {

class TextLabel;
class TrainingSession;

/// A run's reproducibility card: what another person needs to repeat it. Trains it again where that is asked, and says whether the
/// same came out, to the bit. That takes as many threads as the run had, so nothing else may compute meanwhile.
class RunCardWindow final : public QWidget {
    Q_OBJECT

public:
    RunCardWindow(TrainingSession& session, QWidget* parent);
    /// Ends what is trained again.
    ~RunCardWindow() override;

    /// `name`: what the run is called where it stands beside others.
    void open(const std::filesystem::path& run, const std::string& name);
    /// Asked before a run is trained again: why it may not be, or nothing.
    void setGuard(std::function<QString()> guard) { m_guard = std::move(guard); }
    /// Also while it is being stopped.
    bool isVerifying() const { return m_running > 0; }

Q_SIGNALS:
    void verifyingChanged();

protected:
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void closeEvent(QCloseEvent* event) override;

private:
    void verifyOrStop();
    void ended(std::uint64_t job, NoteBox::Kind kind, const Message& message);
    void showCard();
    void retranslate();
    void follow();

    TrainingSession& m_session;
    std::filesystem::path m_run;
    std::string m_name;
    std::vector<runs::CardSection> m_card;
    bool m_known = false; ///< name and card were read
    QTextBrowser* m_text;
    TextLabel* m_progress;
    NoteBox* m_verdict;
    QPushButton* m_copy;
    QPushButton* m_verify; ///< stops while it verifies
    std::function<QString()> m_guard;
    bool m_verifies = false; ///< the run that is shown
    int m_running = 0; ///< trainings on the thread
    std::uint64_t m_job = 0;
    std::stop_source m_stop;
    SideThread m_reader{"netsmith-card"}; ///< the last two, for they use the others
    SideThread m_thread{"netsmith-verify"};
};

} // namespace netsmith::gui

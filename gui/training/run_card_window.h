#pragma once

#include "engine/runs/run_facts.h"
#include "engine/runs/verification.h"
#include "gui/widgets/side_thread.h"

#include <QWidget>

#include <filesystem>
#include <stop_token>

class QPushButton;
class QTextBrowser;

namespace netsmith::gui {

class NoteBox;
class TextLabel;
class TrainingSession;

/// A run's reproducibility card: what another person needs to repeat it. Trains it again where that is asked, and says whether the
/// same came out, to the bit.
class RunCardWindow final : public QWidget {
    Q_OBJECT

public:
    RunCardWindow(TrainingSession& session, QWidget* parent);
    /// Ends what is trained again.
    ~RunCardWindow() override;

    void open(const std::filesystem::path& run);

protected:
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void closeEvent(QCloseEvent* event) override;

private:
    void verifyOrStop();
    void ended(std::uint64_t job);
    void showCard();
    void retranslate();
    void follow();

    TrainingSession& m_session;
    std::filesystem::path m_run;
    runs::RunFacts m_facts;
    bool m_known = false;
    QTextBrowser* m_text;
    TextLabel* m_progress;
    NoteBox* m_verdict;
    QPushButton* m_copy;
    QPushButton* m_verify; ///< stops while it verifies
    bool m_verifies = false;
    std::uint64_t m_job = 0;
    std::stop_source m_stop;
    SideThread m_thread{"netsmith-verify"}; ///< the last, for it uses the others
};

} // namespace netsmith::gui

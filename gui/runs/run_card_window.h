#pragma once

#include "engine/runs/comparing/verification.h"
#include "engine/runs/run_card.h"
#include "gui/jobs/device_lease.h"
#include "gui/widgets/labels/note_box.h"
#include "gui/widgets/side_thread.h"

#include <QWidget>

#include <filesystem>
#include <functional>
#include <stop_token>

class QPushButton;
class QTextBrowser;

namespace netsmith::gui {

class CostsWindow;
class TextLabel;
class TrainingSession;

/// A run's reproducibility card: what someone else needs to repeat it. Can train the run again and check whether the result is
/// bit-identical. That takes as many threads as the run had, so nothing else may compute meanwhile.
class RunCardWindow final : public QWidget {
    Q_OBJECT

public:
    RunCardWindow(TrainingSession& session, QWidget* parent);
    /// Stops training again.
    ~RunCardWindow() override;

    /// `name`: the run's name among others.
    void open(const std::filesystem::path& run, const std::string& name);

protected:
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void closeEvent(QCloseEvent* event) override;

private:
    void readCard(const std::string& name);
    void openCosts();
    void verifyOrStop();
    void ended(std::uint64_t job, NoteBox::Kind kind, const Message& message);
    void showCard();
    void retranslate();
    void follow();

    TrainingSession& m_session;
    std::filesystem::path m_run;
    std::string m_name;
    std::vector<runs::CardSection> m_card;
    bool m_known = false; ///< name and card have been read
    QTextBrowser* m_text;
    TextLabel* m_progress;
    NoteBox* m_verdict;
    QPushButton* m_copy;
    QPushButton* m_setCosts;
    CostsWindow* m_costs = nullptr; ///< once it was asked for
    QPushButton* m_verify; ///< stops a verification
    bool m_verifies = false; ///< for the run that is shown
    DeviceLease m_lease{JobKind::verification};
    int m_running = 0; ///< trainings on the thread
    std::uint64_t m_job = 0;
    std::uint64_t m_reading = 0; ///< counts readings of a card
    std::stop_source m_stop;
    SideThread m_reader{"netsmith-card"}; ///< the last two: they use the other members
    SideThread m_thread{"netsmith-verify"};
};

} // namespace netsmith::gui

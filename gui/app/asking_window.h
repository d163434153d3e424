#pragma once

#include "gui/widgets/controls/note_box.h"
#include "gui/widgets/side_thread.h"

#include <QWidget>

#include <filesystem>
#include <stop_token>

class QHBoxLayout;
class QVBoxLayout;

namespace netsmith {
class Message;
}

namespace netsmith::gui {

class TextLabel;
class TrainingSession;

/// A window that asks a run's network about many samples on a thread of its own, while none trains; it says what it waits for, and
/// what went wrong.
class AskingWindow : public QWidget {
    Q_OBJECT

public:
    /// Stops the asking and waits for it.
    ~AskingWindow() override;

protected:
    /// Has a call made where the window lives, if what was asked is still wanted.
    using Answer = std::function<void(SideThread::Call)>;
    using Work = std::function<void(const Answer& answer, const std::stop_token& stop)>;

    /// `name`: that the names of its parts begin with.
    AskingWindow(TrainingSession& session, const QString& name, QWidget* parent);

    /// Shows the window; what was shown before goes. `work` runs on the side, and must not touch the window but through `answer`.
    void ask(const std::filesystem::path& run, Work work);
    /// Nobody looks at what was answered any more.
    virtual void forget() = 0;
    virtual void refresh() = 0;
    virtual void retranslate() = 0;
    /// That training has to end first.
    virtual QString busyText() const = 0;
    void note(NoteBox::Kind kind, std::function<QString()> words);
    bool isNoted() const { return !m_note->isHidden(); }
    static QString sentence(const Message& message);

    void changeEvent(QEvent* event) override;
    void closeEvent(QCloseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

    TrainingSession& m_session;
    std::filesystem::path m_run;
    TextLabel* m_title;
    QHBoxLayout* m_head; ///< in which the title stands
    QVBoxLayout* m_column; ///< of the head, the note and what follows

private:
    NoteBox* m_note;
    std::uint64_t m_job = 0; ///< the latest
    std::stop_source m_stop;
    SideThread m_thread{"netsmith-asking"}; ///< the last, for it uses the others
};

} // namespace netsmith::gui

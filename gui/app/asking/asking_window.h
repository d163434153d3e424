#pragma once

#include "gui/widgets/labels/note_box.h"
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

/// A window that runs a network on many samples on a separate thread, while nothing trains; it shows what it waits for, and errors.
class AskingWindow : public QWidget {
    Q_OBJECT

public:
    /// Stops the job and waits for it.
    ~AskingWindow() override;

protected:
    /// Calls a function on the window's thread, unless the job is outdated.
    using Answer = std::function<void(SideThread::Call)>;
    using Work = std::function<void(const Answer& answer, const std::stop_token& stop)>;

    /// `name`: the prefix of the object names.
    AskingWindow(TrainingSession& session, const QString& name, QWidget* parent);

    /// Shows the window and clears earlier results. `work` runs on the other thread, and may access the window only through
    /// `answer`.
    void ask(const std::filesystem::path& run, Work work);
    /// Clears the results.
    virtual void forget() = 0;
    virtual void refresh() = 0;
    virtual void retranslate() = 0;
    /// A sentence that training must end first.
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
    QHBoxLayout* m_head; ///< contains the title
    QVBoxLayout* m_column; ///< contains the head, the note and the rest

private:
    NoteBox* m_note;
    std::uint64_t m_job = 0; ///< the latest
    std::stop_source m_stop;
    SideThread m_thread{"netsmith-asking"}; ///< last, since it uses the others
};

} // namespace netsmith::gui

#include "gui/app/asking/asking_window.h"

#include "gui/training/training_session.h"
#include "gui/training/training_words.h"
#include "gui/widgets/guarded.h"
#include "gui/widgets/labels/text_label.h"

#include <QCloseEvent>
#include <QKeyEvent>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace netsmith::gui {

AskingWindow::AskingWindow(TrainingSession& session, const QString& name, QWidget* parent)
    : QWidget(parent, Qt::Window)
    , m_session(session)
    , m_title(new TextLabel(TextRole::title, {}, this))
    , m_head(new QHBoxLayout)
    , m_column(new QVBoxLayout(this))
    , m_note(new NoteBox(NoteBox::Kind::info, {}, this))
{
    setObjectName(name + u"Window"_s);
    m_title->setObjectName(name + u"Title"_s);
    m_title->setWordWrap(true);
    m_note->setObjectName(name + u"Note"_s);
    m_note->hide();
    m_head->addWidget(m_title, 1);
    m_column->setContentsMargins(16, 16, 16, 16);
    m_column->setSpacing(12);
    m_column->addLayout(m_head);
    m_column->addWidget(m_note);
}

AskingWindow::~AskingWindow()
{
    m_stop.request_stop();
}

void AskingWindow::ask(const std::filesystem::path& run, Work work)
{
    m_stop.request_stop(); // earlier jobs are outdated
    m_stop = {};
    m_run = run;
    m_note->hide();
    forget();
    show();
    raise();
    activateWindow();
    const std::uint64_t job = ++m_job;
    const bool busy = m_session.isLive() || m_session.otherWork();
    if (busy)
        note(NoteBox::Kind::careful, [this] { return busyText(); });
    retranslate();
    if (busy)
        return;
    m_thread.run([this, job, work = std::move(work), stop = m_stop.get_token()] {
        const Answer answer = [this, job](const SideThread::Call& call) {
            m_thread.answer([this, job, call] {
                if (job == m_job)
                    call();
            });
        };
        guarded([&] { work(answer, stop); },
                [&](const Error& error) {
                    answer([this, message = error.message()] {
                        note(NoteBox::Kind::bad, [message] { return sentence(message); });
                        refresh();
                    });
                });
    });
}

void AskingWindow::note(NoteBox::Kind kind, std::function<QString()> words)
{
    m_note->setKind(kind);
    m_note->say(std::move(words));
}

QString AskingWindow::sentence(const Message& message)
{
    return tr("%1.", "a sentence").arg(sentenceText(message));
}

void AskingWindow::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

void AskingWindow::closeEvent(QCloseEvent* event)
{
    m_stop.request_stop();
    ++m_job;
    forget();
    refresh();
    QWidget::closeEvent(event);
}

void AskingWindow::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape)
        close();
    else
        QWidget::keyPressEvent(event);
}

} // namespace netsmith::gui

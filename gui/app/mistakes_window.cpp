#include "gui/app/mistakes_window.h"

#include "gui/app/mistake_grid.h"
#include "gui/training/training_session.h"
#include "gui/training/training_words.h"
#include "gui/widgets/controls/note_box.h"
#include "gui/widgets/controls/scroller.h"
#include "gui/widgets/controls/text_label.h"
#include "gui/widgets/engine_text.h"
#include "gui/widgets/number_text.h"
#include "gui/widgets/theme.h"

#include <QCloseEvent>
#include <QKeyEvent>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace netsmith::gui {

MistakesWindow::MistakesWindow(TrainingSession& session, QWidget* parent)
    : QWidget(parent, Qt::Window)
    , m_session(session)
    , m_title(new TextLabel(TextRole::title, {}, this))
    , m_note(new NoteBox(NoteBox::Kind::info, {}, this))
    , m_grid(new MistakeGrid(this))
{
    setObjectName(u"mistakesWindow"_s);
    m_title->setObjectName(u"mistakesTitle"_s);
    m_title->setWordWrap(true);
    m_note->setObjectName(u"mistakesNote"_s);
    auto* scroller = new Scroller(this);
    auto* content = new QWidget(scroller);
    auto* inside = new QVBoxLayout(content);
    inside->setContentsMargins(0, 0, 16, 0); // the scroll bar floats there
    inside->addWidget(m_grid);
    inside->addStretch(1);
    scroller->setWidget(content);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 16, 0, 16);
    column->setSpacing(12);
    column->addWidget(m_title);
    column->addWidget(m_note);
    column->addWidget(scroller, 1);
    m_note->hide();
    resize(Theme::instance().scaled(720), Theme::instance().scaled(560));
    retranslate();
}

MistakesWindow::~MistakesWindow()
{
    m_stop.request_stop();
}

void MistakesWindow::open(const std::filesystem::path& run)
{
    m_stop.request_stop(); // what is asked about another one is not wanted any more
    m_stop = {};
    m_run = run;
    m_mistakes.reset();
    m_done = m_all = 0;
    m_grid->clear();
    m_note->hide();
    show();
    raise();
    activateWindow();
    const std::uint64_t job = ++m_job;
    if (m_session.isLive() || m_session.otherWork() != TrainingSession::OtherWork::none) {
        m_note->setKind(NoteBox::Kind::info);
        m_note->say(
            [] { return tr("Training has the processor or the device to itself. Look at the mistakes once it has ended."); });
        retranslate();
        return;
    }
    retranslate();
    m_thread.run([this, job, run, dataDir = m_session.document().dataDir(), stop = m_stop.get_token()] {
        const auto answer = [&](const std::function<void()>& call) {
            m_thread.answer([this, job, call] {
                if (job == m_job)
                    call();
            });
        };
        try {
            answer([this, all = mistakesOf(run, dataDir, stop, [&](std::int64_t done, std::int64_t samples) {
                              answer([this, done, samples] {
                                  m_done = done;
                                  m_all = samples;
                                  showTitle();
                              });
                          })] {
                m_mistakes = all;
                m_grid->show(*m_mistakes);
                showTitle();
            });
        } catch (const Error& error) {
            answer([this, message = error.message()] { fail(message); });
        } catch (const std::exception& error) {
            answer([this,
                    message = Message(NS_MESSAGE("mistakes.unexpected", "the network could not be asked: {0}"),
                                      std::string(error.what()))] { fail(message); });
        }
    });
}

void MistakesWindow::fail(const Message& message)
{
    m_note->setKind(NoteBox::Kind::bad);
    m_note->say([message] { return tr("%1.", "a sentence").arg(sentenceText(message)); });
    m_title->clear();
}

void MistakesWindow::showTitle()
{
    if (!m_note->isHidden())
        return m_title->clear();
    if (!m_mistakes) {
        m_title->setText(m_all > 0 ? tr("Asking about %1 of %2 samples").arg(countText(m_done), countText(m_all))
                                   : tr("Reading the data"));
        return;
    }
    const QString samples = m_mistakes->kind == JudgedPart::Kind::test ? tr("%1 test samples").arg(countText(m_mistakes->samples))
        : m_mistakes->kind == JudgedPart::Kind::validation ? tr("%1 validation samples").arg(countText(m_mistakes->samples))
                                                           : tr("%1 training samples").arg(countText(m_mistakes->samples));
    const auto kept = static_cast<std::int64_t>(m_mistakes->worst.size());
    if (!m_mistakes->tellsClass)
        m_title->setText(tr("The %1 largest errors on %2").arg(countText(kept), samples));
    else if (m_mistakes->wrong == 0)
        m_title->setText(tr("All of %1 are right").arg(samples));
    else if (m_mistakes->wrong == kept)
        m_title->setText(tr("%1 of %2 are wrong, the worst first").arg(countText(kept), samples));
    else
        m_title->setText(tr("%1 of %2 are wrong: the %3 worst").arg(countText(m_mistakes->wrong), samples, countText(kept)));
}

void MistakesWindow::retranslate()
{
    setWindowTitle(tr("Mistakes of %1").arg(fromStd(m_run.filename().string())));
    m_grid->setAccessibleName(tr("Samples that the network gets wrong"));
    showTitle();
}

void MistakesWindow::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

void MistakesWindow::closeEvent(QCloseEvent* event)
{
    m_stop.request_stop();
    ++m_job;
    m_mistakes.reset(); // nobody looks at them
    m_grid->clear();
    QWidget::closeEvent(event);
}

void MistakesWindow::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape)
        close();
    else
        QWidget::keyPressEvent(event);
}

} // namespace netsmith::gui

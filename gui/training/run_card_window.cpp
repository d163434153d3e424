#include "gui/training/run_card_window.h"

#include "engine/runs/run_card.h"
#include "gui/training/training_session.h"
#include "gui/training/training_words.h"
#include "gui/widgets/controls/note_box.h"
#include "gui/widgets/controls/text_label.h"
#include "gui/widgets/engine_text.h"
#include "gui/widgets/number_text.h"
#include "gui/widgets/theme.h"

#include <QApplication>
#include <QClipboard>
#include <QCloseEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPushButton>
#include <QTextBrowser>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace netsmith::gui {

RunCardWindow::RunCardWindow(TrainingSession& session, QWidget* parent)
    : QWidget(parent, Qt::Window)
    , m_session(session)
    , m_text(new QTextBrowser(this))
    , m_progress(new TextLabel(TextRole::numberCaption, u"secondary"_s, this))
    , m_verdict(new NoteBox(NoteBox::Kind::info, {}, this))
    , m_copy(new QPushButton(this))
    , m_verify(new QPushButton(this))
{
    setObjectName(u"runCardWindow"_s);
    m_text->setObjectName(u"runCardText"_s);
    m_progress->setObjectName(u"runCardProgress"_s);
    m_verdict->setObjectName(u"runCardVerdict"_s);
    m_copy->setObjectName(u"runCardCopy"_s);
    m_verify->setObjectName(u"runCardVerify"_s);
    auto* verbs = new QHBoxLayout;
    verbs->addWidget(m_verify);
    verbs->addWidget(m_copy);
    verbs->addWidget(m_progress, 1);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(12, 12, 12, 12);
    column->setSpacing(8);
    column->addWidget(m_text, 1);
    column->addWidget(m_verdict);
    column->addLayout(verbs);
    m_verdict->hide();
    resize(Theme::instance().scaled(640), Theme::instance().scaled(620));
    connect(m_verify, &QPushButton::clicked, this, &RunCardWindow::verifyOrStop);
    connect(m_copy, &QPushButton::clicked, this, [this] {
        if (m_known)
            QApplication::clipboard()->setText(fromStd(runs::cardMarkdown(m_facts.name, runs::cardOf(m_facts))));
    });
    connect(&session, &TrainingSession::stateChanged, this, &RunCardWindow::follow);
    connect(&Theme::instance(), &Theme::changed, this, &RunCardWindow::showCard);
    retranslate();
}

RunCardWindow::~RunCardWindow()
{
    m_stop.request_stop();
}

void RunCardWindow::open(const std::filesystem::path& run)
{
    m_stop.request_stop();
    m_verifies = false;
    ++m_job;
    m_run = run;
    m_known = false;
    m_verdict->hide();
    try {
        m_facts = runs::readFacts(run);
        m_known = true;
    } catch (const Error& error) {
        m_verdict->setKind(NoteBox::Kind::bad);
        m_verdict->say([message = error.message()] { return sentenceText(message); });
    }
    m_progress->clear();
    retranslate();
    show();
    raise();
    activateWindow();
}

void RunCardWindow::verifyOrStop()
{
    if (m_verifies) {
        m_stop.request_stop();
        return;
    }
    m_stop = std::stop_source();
    m_verifies = true;
    m_verdict->hide();
    m_progress->setText(tr("Preparing"));
    follow();
    m_thread.run([this, job = ++m_job, run = m_run, dataDir = m_session.document().dataDir(), stop = m_stop.get_token()] {
        runs::VerifyOptions options;
        options.dataDir = dataDir;
        options.stop = stop;
        options.progress = [this, job](std::int64_t done, std::int64_t total) {
            m_thread.answer([this, job, done, total] {
                if (job == m_job)
                    m_progress->setText(tr("step %1 of %2").arg(countText(done), countText(total)));
            });
        };
        try {
            const runs::Verification result = runs::verifyRun(run, options);
            m_thread.answer([this, job, message = result.verdict(), same = result.identical()] {
                if (job != m_job)
                    return;
                m_verdict->setKind(same ? NoteBox::Kind::good : NoteBox::Kind::careful);
                m_verdict->say([message] { return sentenceText(message); });
                ended(job);
            });
        } catch (const Error& error) {
            m_thread.answer([this, job, message = error.message()] {
                if (job != m_job)
                    return;
                m_verdict->setKind(NoteBox::Kind::careful);
                m_verdict->say([message] { return sentenceText(message); });
                ended(job);
            });
        }
    });
}

void RunCardWindow::ended(std::uint64_t job)
{
    if (job != m_job)
        return;
    m_verifies = false;
    m_progress->clear();
    follow();
}

void RunCardWindow::follow()
{
    m_verify->setText(m_verifies ? tr("Stop") : tr("Train again and compare"));
    m_verify->setEnabled(m_verifies || (m_known && !m_session.isLive()));
    m_verify->setToolTip(m_session.isLive()
                             ? tr("Stop the run first")
                             : tr("Trains the run again from its own settings, in a temporary folder, and compares every number"));
    m_copy->setEnabled(m_known);
}

void RunCardWindow::showCard()
{
    QString body;
    if (m_known)
        for (const runs::CardSection& section : runs::cardOf(m_facts)) {
            body += u"<h3>%1</h3><table>"_s.arg(engineText(section.title, "run_card").toHtmlEscaped());
            for (const runs::CardFact& fact : section.facts)
                body += u"<tr><td>%1&nbsp;&nbsp;&nbsp;</td><td>%2</td></tr>"_s.arg(
                    engineText(fact.title, "run_card").toHtmlEscaped(), fromStd(fact.value).toHtmlEscaped());
            body += u"</table>"_s;
        }
    m_text->setHtml(body);
}

void RunCardWindow::retranslate()
{
    setWindowTitle(m_known ? tr("Card of %1").arg(fromStd(m_facts.name)) : tr("Card of a run"));
    m_copy->setText(tr("Copy as Markdown"));
    m_copy->setToolTip(tr("Copies the card as text for a report"));
    m_text->setAccessibleName(tr("What another person needs to repeat the run"));
    showCard();
    follow();
}

void RunCardWindow::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

void RunCardWindow::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape)
        close();
    else
        QWidget::keyPressEvent(event);
}

void RunCardWindow::closeEvent(QCloseEvent* event)
{
    m_stop.request_stop(); // nobody waits for it any more
    QWidget::closeEvent(event);
}

} // namespace netsmith::gui

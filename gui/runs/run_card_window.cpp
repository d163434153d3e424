#include "gui/runs/run_card_window.h"

#include "gui/runs/costs_window.h"
#include "gui/runs/table/run_cell_text.h"
#include "gui/training/training_session.h"
#include "gui/training/training_words.h"
#include "gui/widgets/engine_text.h"
#include "gui/widgets/guarded.h"
#include "gui/widgets/labels/text_label.h"
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

#include <algorithm>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

QString titleOf(const runs::CardFact& fact)
{
    if (fact.titleWords)
        return sentenceText(*fact.titleWords);
    return fact.title == fact.quantity ? quantityTitle(fact.quantity) : engineText(fact.title, "run_card");
}

/// A measured number as in the table, followed by all of its digits.
QString valueOf(const runs::CardFact& fact)
{
    if (fact.words)
        return messageText(*fact.words);
    if (fact.id == "started")
        return startedText(fact.value);
    if (fact.id == "precision")
        return precisionTitle(fact.value);
    if (fact.quantity.empty())
        return fromStd(fact.value);
    if (fact.value == fact.quantity)
        return quantityTitle(fact.quantity);
    return u"%1 (%2)"_s.arg(spreadText(fact.quantity, fromStd(fact.value).toDouble(), fact.deviation), fromStd(fact.value));
}

} // namespace

RunCardWindow::RunCardWindow(TrainingSession& session, QWidget* parent)
    : QWidget(parent, Qt::Window)
    , m_session(session)
    , m_text(new QTextBrowser(this))
    , m_progress(new TextLabel(TextRole::numberCaption, u"secondary"_s, this))
    , m_verdict(new NoteBox(NoteBox::Kind::info, {}, this))
    , m_copy(new QPushButton(this))
    , m_setCosts(new QPushButton(this))
    , m_verify(new QPushButton(this))
{
    setObjectName(u"runCardWindow"_s);
    m_text->setObjectName(u"runCardText"_s);
    m_progress->setObjectName(u"runCardProgress"_s);
    m_verdict->setObjectName(u"runCardVerdict"_s);
    m_copy->setObjectName(u"runCardCopy"_s);
    m_setCosts->setObjectName(u"runCardCosts"_s);
    m_verify->setObjectName(u"runCardVerify"_s);
    auto* verbs = new QHBoxLayout;
    verbs->addWidget(m_verify);
    verbs->addWidget(m_copy);
    verbs->addWidget(m_setCosts);
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
            QApplication::clipboard()->setText(fromStd(runs::cardMarkdown(m_name, m_card)));
    });
    connect(m_setCosts, &QPushButton::clicked, this, &RunCardWindow::openCosts);
    connect(&session, &TrainingSession::stateChanged, this, &RunCardWindow::follow);
    connect(&Theme::instance(), &Theme::changed, this, &RunCardWindow::showCard);
    retranslate();
}

RunCardWindow::~RunCardWindow()
{
    m_stop.request_stop();
}

void RunCardWindow::open(const std::filesystem::path& run, const std::string& name)
{
    m_stop.request_stop();
    m_verifies = false;
    m_run = run;
    m_known = false;
    m_name = name;
    m_card.clear();
    m_verdict->hide();
    m_progress->setText(tr("Reading"));
    retranslate();
    show();
    raise();
    activateWindow();
    ++m_job;
    readCard(name);
}

void RunCardWindow::readCard(const std::string& name)
{
    m_reader.run([this, job = m_job, reading = ++m_reading, run = m_run, name] { // it hashes weights, which may be large
        const auto read = [&] {
            runs::RunFacts facts = runs::readFacts(run);
            facts.name = name;
            m_reader.answer([this, reading, name, card = runs::cardOf(facts, runs::readCosts().take())] {
                if (reading != m_reading)
                    return;
                m_name = name;
                m_card = card;
                m_known = true;
                if (!m_verifies)
                    m_progress->clear();
                retranslate();
            });
        };
        guarded(read, [this, job](const Error& error) {
            m_reader.answer([this, job, message = error.message()] { ended(job, NoteBox::Kind::bad, message); });
        });
    });
}

void RunCardWindow::openCosts()
{
    if (!m_costs) {
        m_costs = new CostsWindow(this);
        connect(m_costs, &CostsWindow::saved, this, [this] {
            if (!m_known)
                m_verdict->hide(); // it was the costs that could not be read
            readCard(m_name);
        });
    }
    m_costs->open();
}

void RunCardWindow::verifyOrStop()
{
    if (m_verifies) {
        m_stop.request_stop();
        return;
    }
    if (m_session.jobs())
        m_lease.setJobs(*m_session.jobs());
    const auto whyNot = [this] { return m_lease.whyNot(); };
    if (!whyNot().isEmpty()) {
        m_verdict->setKind(NoteBox::Kind::careful);
        m_verdict->say(whyNot);
        return;
    }
    m_lease.take({});
    m_stop = std::stop_source();
    m_verifies = true;
    m_verdict->hide();
    m_progress->setText(tr("Preparing"));
    ++m_running;
    m_thread.runLarge([this, job = ++m_job, run = m_run, dataDir = m_session.document().dataDir(), stop = m_stop.get_token()] {
        runs::VerifyOptions options;
        options.dataDir = dataDir;
        options.stop = stop;
        options.progress = [this, job](std::int64_t done, std::int64_t total) {
            m_thread.answer([this, job, done, total] {
                if (job == m_job)
                    m_progress->setText(tr("step %1 of %2").arg(countText(done), countText(total)));
            });
        };
        const auto verify = [&] {
            const runs::Verification result = runs::verifyRun(run, options);
            m_thread.answer([this, job, message = result.verdict(), same = result.identical()] {
                ended(job, same ? NoteBox::Kind::good : NoteBox::Kind::careful, message);
            });
        };
        guarded(verify, [this, job](const Error& error) {
            m_thread.answer([this, job, message = error.message()] { ended(job, NoteBox::Kind::careful, message); });
        });
        m_thread.answer([this] {
            if (--m_running == 0)
                m_lease.giveBack();
        });
    });
    follow();
}

/// The result, if it is still wanted.
void RunCardWindow::ended(std::uint64_t job, NoteBox::Kind kind, const Message& message)
{
    if (job != m_job)
        return;
    m_verdict->setKind(kind);
    m_verdict->say([message] { return sentenceText(message); });
    m_verifies = false;
    m_progress->clear();
    follow();
}

void RunCardWindow::follow()
{
    m_verify->setText(m_verifies ? tr("Stop") : tr("Train again and compare"));
    const bool folds = std::ranges::find(m_card, "folds", &runs::CardSection::id) != m_card.end();
    m_verify->setEnabled(m_verifies || (m_known && !folds && !m_session.isLive()));
    m_verify->setToolTip(folds ? tr("A cross-validation consists of several runs, which can't be repeated together")
                             : m_session.isLive()
                             ? tr("Stop the run first")
                             : tr("Trains the run again with its own settings, in a temporary folder, and compares every number"));
    m_copy->setEnabled(m_known);
}

void RunCardWindow::showCard()
{
    QString body;
    for (const runs::CardSection& section : m_card) {
        body += u"<h3><a name=\"%2\"></a>%1</h3><table>"_s.arg(engineText(section.title, "run_card").toHtmlEscaped(),
                                                               fromStd(section.id));
        for (const runs::CardFact& fact : section.facts) {
            const bool setting = section.id == "settings";
            const QString title = setting ? settingTitleText(fact.id, true) : titleOf(fact);
            const QString value = setting ? settingValueText(fact.id, fact.value) : valueOf(fact);
            body += u"<tr><td>%1&nbsp;&nbsp;&nbsp;</td><td>%2</td></tr>"_s.arg(title.toHtmlEscaped(), value.toHtmlEscaped());
        }
        body += u"</table>"_s;
    }
    m_text->setHtml(body);
}

void RunCardWindow::retranslate()
{
    setWindowTitle(m_known ? tr("Card of %1").arg(fromStd(m_name)) : tr("Run card"));
    m_copy->setText(tr("Copy as Markdown"));
    m_copy->setToolTip(tr("Copy the card as text for a report"));
    m_setCosts->setText(tr("Costs…"));
    m_setCosts->setToolTip(tr("Type in what a kWh and an hour on the device cost"));
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
    m_stop.request_stop(); // its result is no longer needed
    QWidget::closeEvent(event);
}

} // namespace netsmith::gui

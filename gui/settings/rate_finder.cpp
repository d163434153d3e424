#include "gui/settings/rate_finder.h"

#include "engine/backend/loader.h"
#include "gui/plots/rate_plot.h"
#include "gui/widgets/engine_text.h"
#include "gui/widgets/guarded.h"
#include "gui/widgets/labels/note_box.h"
#include "gui/widgets/number_text.h"

#include <QEvent>
#include <QPushButton>
#include <QVBoxLayout>

#include <cmath>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

/// Rounded to two digits, the precision of such a test.
double rounded(double rate)
{
    const double unit = std::pow(10.0, std::floor(std::log10(rate)) - 1.0);
    return std::round(rate / unit) * unit;
}

} // namespace

RateFinder::RateFinder(Document& document, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_find(new QPushButton)
    , m_plot(new RatePlot)
    , m_note(new NoteBox)
{
    setObjectName(u"rateFinder"_s);
    m_find->setObjectName(u"findRate"_s);
    m_note->setObjectName(u"rateNote"_s);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    column->addWidget(m_find, 0, Qt::AlignRight);
    column->addWidget(m_plot);
    column->addWidget(m_note);
    m_plot->hide();
    m_note->hide();
    connect(m_find, &QPushButton::clicked, this, [this] { m_busy ? cancel() : start(); });
    retranslate();
}

RateFinder::~RateFinder()
{
    m_stop.request_stop();
}

void RateFinder::setJobs(WindowJobs& jobs)
{
    m_lease.setJobs(jobs);
    connect(&jobs, &WindowJobs::changed, this, &RateFinder::retranslate);
    retranslate();
}

void RateFinder::cancel()
{
    m_stop.request_stop();
}

void RateFinder::start()
{
    if (m_busy)
        return;
    const auto whyNot = [this] { return m_lease.whyNot({m_document.project().training.device}); };
    if (!whyNot().isEmpty()) {
        m_note->clearVerbs();
        m_note->setKind(NoteBox::Kind::careful);
        m_note->say(whyNot);
        return;
    }
    m_stop = {};
    m_busy = true;
    m_lease.take({m_document.project().training.device}, [this] { cancel(); });
    m_found.reset();
    m_note->hide();
    m_plot->clear();
    m_plot->show();
    retranslate();
    const std::uint64_t job = ++m_job;
    m_thread.runLarge([this, job, project = m_document.project(), dataDir = m_document.dataDir(), stop = m_stop.get_token()] {
        const auto find = [&] {
            Backend& backend = *backendFor(project.training.device).take();
            train::LoadedData data = train::loadData(project, dataDir, {.report = {}, .stop = stop});
            train::RateRangeOptions options;
            options.stop = stop;
            options.point = [this, job](const train::RatePoint& point) {
                m_thread.answer([this, job, point] {
                    if (job == m_job)
                        showPoint(point);
                });
            };
            train::RateRange range = train::findRates(project, std::move(data), backend, options);
            m_thread.answer([this, stop, range = std::move(range)] {
                if (stop.stop_requested())
                    return rest();
                m_found = range;
                end();
                showResult();
            });
        };
        guarded(find, [this, stop](const Error& error) {
            m_thread.answer([this, stop, message = error.message()] { stop.stop_requested() ? rest() : showFailure(message); });
        });
    });
}

void RateFinder::showPoint(const train::RatePoint& point)
{
    m_plot->add(point.rate, point.loss, point.smoothed);
}

void RateFinder::showResult()
{
    m_note->clearVerbs();
    m_plot->mark(m_found->steepest);
    if (m_found->steepest) {
        const double rate = rounded(*m_found->steepest);
        m_note->setKind(NoteBox::Kind::good);
        m_note->setText(tr("The loss fell fastest at %1.").arg(numberText(rate, 2)));
        connect(m_note->addVerb(tr("Use %1").arg(numberText(rate, 2)), u"useRate"_s), &QPushButton::clicked, this,
                [this, rate] { use(rate); });
    } else {
        m_note->setKind(NoteBox::Kind::careful);
        m_note->setText(tr("The loss never fell: check the network and its data."));
    }
    m_note->show();
}

void RateFinder::showFailure(const Message& message)
{
    rest();
    m_note->setKind(NoteBox::Kind::bad);
    m_note->say([message] { return messageText(message); });
}

void RateFinder::use(double rate)
{
    m_document.edit(tr("Set the learning rate to %1").arg(numberText(rate, 2)),
                    [rate](Project& project) { project.training.optimizer.parameters["learning_rate"] = rate; });
    rest();
}

void RateFinder::end()
{
    m_busy = false;
    m_lease.giveBack();
    retranslate();
}

void RateFinder::rest()
{
    m_found.reset();
    m_plot->hide();
    m_note->hide();
    m_note->clearVerbs();
    end();
}

void RateFinder::retranslate()
{
    m_find->setText(m_busy ? tr("Stop the search") : tr("Find a learning rate"));
    const bool allowed = !m_lease.isTraining();
    m_find->setEnabled(m_busy || allowed);
    m_find->setToolTip(
        allowed
            ? tr("Trains a fresh copy for up to 100 steps with an increasing learning rate and shows where the loss falls fastest")
            : tr("Stop the run first"));
    m_plot->setAccessibleName(tr("The loss at each learning rate"));
}

void RateFinder::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
        if (m_found)
            showResult();
    }
    QWidget::changeEvent(event);
}

} // namespace netsmith::gui

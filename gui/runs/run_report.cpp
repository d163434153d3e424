#include "gui/runs/run_report.h"

#include "engine/core/files/safe_file.h"
#include "engine/report/run_page.h"
#include "gui/training/training_session.h"
#include "gui/training/training_words.h"
#include "gui/widgets/engine_text.h"
#include "gui/widgets/guarded.h"
#include "gui/widgets/labels/notice_bar.h"
#include "gui/widgets/number_text.h"

#include <QDesktopServices>
#include <QFileDialog>
#include <QFileInfo>
#include <QPushButton>
#include <QUrl>

using namespace Qt::StringLiterals;

namespace netsmith::gui {

RunReport::RunReport(TrainingSession& session, NoticeBar& bar, QWidget& window)
    : QObject(&window)
    , m_session(session)
    , m_bar(bar)
    , m_window(window)
    , m_verb(bar.addVerb(u"runReportVerb"_s))
{
    m_bar.hide();
    retranslate();
    connect(m_verb, &QPushButton::clicked, this, &RunReport::act);
    connect(&m_bar, &NoticeBar::dismissed, this, [this] {
        m_stop.request_stop();
        m_bar.hide();
    });
}

RunReport::~RunReport()
{
    m_stop.request_stop();
}

void RunReport::ask(const std::filesystem::path& run, const QString& name)
{
    auto* dialog = new QFileDialog(&m_window, tr("Export the report of %1").arg(name),
                                   QFileInfo(m_session.document().path()).path(), tr("Web pages (*.html)"));
    dialog->setObjectName(u"runReportDialog"_s);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(u"html"_s);
    dialog->selectFile(fromStd(run.filename().string()) + u".html"_s);
    connect(dialog, &QFileDialog::fileSelected, this, [this, run, name](const QString& path) {
        m_run = run;
        m_name = name;
        write(path.toStdString());
    });
    dialog->show(); // non-modal: training continues
}

void RunReport::write(const std::filesystem::path& file)
{
    m_stop.request_stop(); // one report at a time
    m_stop = std::stop_source();
    m_file = file;
    m_done = m_all = 0;
    m_state = State::writing;
    m_thread.runLarge(
        [this, job = ++m_job, run = m_run, file, dataDir = m_session.document().dataDir(), stop = m_stop.get_token()] {
            report::PageOptions options;
            options.evaluation.dataDir = dataDir;
            options.evaluation.stop = stop;
            options.progress = [this, job](std::int64_t done, std::int64_t all) {
                m_thread.answer([this, job, done, all] {
                    if (job != m_job || m_state != State::writing)
                        return;
                    m_done = done;
                    m_all = all;
                    show();
                });
            };
            const auto work = [&] {
                options.costs = runs::readCosts().take();
                writeFileSafely(file, report::runPage(run, options)).take();
                m_thread.answer([this, job] { ended(job, std::nullopt); });
            };
            guarded(work, [this, job](const Error& error) {
                m_thread.answer([this, job, message = error.message()] { ended(job, message); });
            });
        });
    show();
}

void RunReport::ended(std::uint64_t job, const std::optional<Message>& problem)
{
    if (job != m_job)
        return;
    if (problem && m_stop.stop_requested()) { // as was wanted
        m_state = State::idle;
        m_bar.hide();
        return;
    }
    m_problem = problem;
    m_state = problem ? State::failed : State::written;
    show();
}

/// Stops, opens what was written, or tries again.
void RunReport::act()
{
    switch (m_state) {
    case State::writing:
        m_stop.request_stop();
        m_bar.hide();
        break;
    case State::written:
        QDesktopServices::openUrl(QUrl::fromLocalFile(fromStd(m_file.string())));
        m_bar.hide();
        break;
    case State::failed: ask(m_run, m_name); break;
    case State::idle: break;
    }
}

void RunReport::show()
{
    retranslate();
    m_bar.show();
}

void RunReport::retranslate()
{
    m_bar.retranslate();
    switch (m_state) {
    case State::writing:
        m_bar.setText(
            {},
            m_all > 0 ? tr("Writing the report of %1: %2 of %3 samples predicted.").arg(m_name, countText(m_done), countText(m_all))
                      : tr("Writing the report of %1…").arg(m_name));
        m_verb->setText(tr("Stop"));
        m_verb->setToolTip(tr("Write no report"));
        break;
    case State::written:
        m_bar.setText({}, tr("The report of %1 is in %2.").arg(m_name, withoutHome(fromStd(m_file.string()))));
        m_verb->setText(tr("Open"));
        m_verb->setToolTip(tr("Show the report in the web browser"));
        break;
    case State::failed:
        m_bar.setText({}, tr("The report of %1 could not be written: %2").arg(m_name, sentenceText(*m_problem)));
        m_verb->setText(tr("Choose another file…"));
        m_verb->setToolTip(tr("Try to write the report to another place"));
        break;
    case State::idle: // hidden, but named all the same
        m_verb->setText(tr("Stop"));
        m_verb->setToolTip(tr("Write no report"));
        break;
    }
}

} // namespace netsmith::gui

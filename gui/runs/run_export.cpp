#include "gui/runs/run_export.h"

#include "engine/report/run_export.h"
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

#include <algorithm>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

/// A line of the dialog's list of kinds.
struct ExportChoice {
    const char* title;
    const char* suffix;
    interop::ScriptFramework framework = interop::ScriptFramework::keras;
};

constexpr ExportChoice exportChoices[] = {
    {QT_TRANSLATE_NOOP("netsmith::gui::RunExport", "Report as a web page"), "html"},
    {QT_TRANSLATE_NOOP("netsmith::gui::RunExport", "ONNX model"), "onnx"},
    {QT_TRANSLATE_NOOP("netsmith::gui::RunExport", "Packed model for netsmith-run"), "nsm"},
    {QT_TRANSLATE_NOOP("netsmith::gui::RunExport", "Keras script with weights"), "py"},
    {QT_TRANSLATE_NOOP("netsmith::gui::RunExport", "PyTorch script with weights"), "py", interop::ScriptFramework::pytorch},
    {QT_TRANSLATE_NOOP("netsmith::gui::RunExport", "Drawing of the network"), "svg"},
};

QStringList exportFilters()
{
    QStringList filters;
    for (const ExportChoice& choice : exportChoices)
        filters << u"%1 (*.%2)"_s.arg(RunExport::tr(choice.title), QLatin1StringView(choice.suffix));
    return filters;
}

} // namespace

RunExport::RunExport(TrainingSession& session, NoticeBar& bar, QWidget& window)
    : QObject(&window)
    , m_session(session)
    , m_bar(bar)
    , m_window(window)
    , m_verb(bar.addVerb(u"runExportVerb"_s))
{
    m_bar.hide();
    retranslate();
    connect(m_verb, &QPushButton::clicked, this, &RunExport::act);
    connect(&m_bar, &NoticeBar::dismissed, this, [this] {
        m_stop.request_stop();
        m_bar.hide();
    });
}

RunExport::~RunExport()
{
    m_stop.request_stop();
}

void RunExport::ask(const std::filesystem::path& run, const QString& name)
{
    auto* dialog = new QFileDialog(&m_window, tr("Export %1").arg(name), QFileInfo(m_session.document().path()).path());
    dialog->setObjectName(u"runExportDialog"_s);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    const QStringList filters = exportFilters();
    dialog->setNameFilters(filters);
    dialog->selectFile(fromStd(run.filename().string()));
    dialog->selectNameFilter(filters[m_kind]);
    follow(*dialog, filters[m_kind]);
    connect(dialog, &QFileDialog::filterSelected, this, [this, dialog](const QString& filter) { follow(*dialog, filter); });
    connect(dialog, &QFileDialog::fileSelected, this, [this, run, name, dialog](const QString& path) {
        m_run = run;
        m_name = name;
        write(path.toStdString(), dialog->nameFilters().indexOf(dialog->selectedNameFilter()));
    });
    dialog->show(); // non-modal: training continues
}

/// The file's name ends as its kind wants.
void RunExport::follow(QFileDialog& dialog, const QString& filter)
{
    const qsizetype kind = dialog.nameFilters().indexOf(filter);
    if (kind < 0)
        return;
    const QString suffix = QLatin1StringView(exportChoices[kind].suffix);
    dialog.setDefaultSuffix(suffix);
    QString name = dialog.selectedFiles().isEmpty() ? QString() : QFileInfo(dialog.selectedFiles().front()).fileName();
    for (const ExportChoice& other : exportChoices)
        if (const QString end = u"."_s + QLatin1StringView(other.suffix); name.endsWith(end))
            name.chop(end.size());
    dialog.selectFile(name + u"."_s + suffix);
}

void RunExport::write(const std::filesystem::path& file, qsizetype kind)
{
    m_stop.request_stop(); // one at a time
    m_stop = std::stop_source();
    m_file = file;
    m_kind = std::max<qsizetype>(kind, 0);
    m_done = m_all = 0;
    m_state = State::writing;
    m_thread.runLarge([this, job = ++m_job, run = m_run, file, framework = exportChoices[m_kind].framework,
                       dataDir = m_session.document().dataDir(), stop = m_stop.get_token()] {
        report::ExportOptions options;
        options.framework = framework;
        options.dataDir = dataDir;
        options.page.evaluation.stop = stop;
        options.page.progress = [this, job](std::int64_t done, std::int64_t all) {
            m_thread.answer([this, job, done, all] {
                if (job != m_job || m_state != State::writing)
                    return;
                m_done = done;
                m_all = all;
                show();
            });
        };
        const auto work = [&] {
            report::exportRun(run, file, options);
            m_thread.answer([this, job] { ended(job, std::nullopt); });
        };
        guarded(work, [this, job](const Error& error) {
            m_thread.answer([this, job, message = error.message()] { ended(job, message); });
        });
    });
    show();
}

void RunExport::ended(std::uint64_t job, const std::optional<Message>& problem)
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

/// Stops, shows what was written, or tries again.
void RunExport::act()
{
    switch (m_state) {
    case State::writing:
        m_stop.request_stop();
        m_bar.hide();
        break;
    case State::written:
        QDesktopServices::openUrl(QUrl::fromLocalFile(fromStd(isPage() ? m_file.string() : m_file.parent_path().string())));
        m_bar.hide();
        break;
    case State::failed: ask(m_run, m_name); break;
    case State::idle: break;
    }
}

bool RunExport::isPage() const
{
    return report::exportKindOf(m_file) == report::ExportKind::page;
}

void RunExport::show()
{
    retranslate();
    m_bar.show();
}

void RunExport::retranslate()
{
    m_bar.retranslate();
    switch (m_state) {
    case State::writing:
        m_bar.setText({},
                      m_all > 0 ? tr("Exporting %1: %2 of %3 samples predicted.").arg(m_name, countText(m_done), countText(m_all))
                                : tr("Exporting %1…").arg(m_name));
        m_verb->setText(tr("Stop"));
        m_verb->setToolTip(tr("Write no file"));
        break;
    case State::written:
        m_bar.setText({}, tr("%1 is exported to %2.").arg(m_name, withoutHome(fromStd(m_file.string()))));
        m_verb->setText(isPage() ? tr("Open") : tr("Show folder"));
        m_verb->setToolTip(isPage() ? tr("Show the report in the web browser") : tr("Show where the file is"));
        break;
    case State::failed:
        m_bar.setText({}, tr("%1 could not be exported: %2").arg(m_name, sentenceText(*m_problem)));
        m_verb->setText(tr("Choose another file…"));
        m_verb->setToolTip(tr("Try to export to another place"));
        break;
    case State::idle: // hidden, but named all the same
        m_verb->setText(tr("Stop"));
        m_verb->setToolTip(tr("Write no file"));
        break;
    }
}

} // namespace netsmith::gui

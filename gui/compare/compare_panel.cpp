#include "gui/compare/compare_panel.h"

#include "engine/runs/comparing/comparison_words.h"
#include "gui/compare/compare_choice.h"
#include "gui/compare/compare_table.h"
#include "gui/compare/compare_words.h"
#include "gui/plots/plot_panel.h"
#include "gui/runs/run_plots.h"
#include "gui/training/training_words.h"
#include "gui/widgets/controls/wrap_layout.h"
#include "gui/widgets/engine_text.h"
#include "gui/widgets/labels/note_box.h"
#include "gui/widgets/labels/share_bar.h"
#include "gui/widgets/labels/text_label.h"
#include "gui/widgets/number_text.h"

#include <QBoxLayout>
#include <QEvent>
#include <QFileDialog>
#include <QPushButton>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

constexpr int curvesHeight = 240;
constexpr int besideEachOther = 1100; ///< the minimum panel width for two columns, at a text size of 13 px
constexpr int widthOfLines = 640; ///< a readable line length

} // namespace

ComparePanel::ComparePanel(Document& document, TrainingSettingsPanel& settings, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_choice(new CompareChoice(document, settings, this))
    , m_plan(new TextLabel(TextRole::body, u"secondary"_s, this))
    , m_start(new QPushButton(this))
    , m_about(new TextLabel(TextRole::body, u"secondary"_s, this))
    , m_words(new TextLabel(TextRole::body, u"secondary"_s, this))
    , m_bar(new ShareBar(this))
    , m_problem(new NoteBox(NoteBox::Kind::bad, {}, this))
    , m_conclusions(new NoteBox(NoteBox::Kind::good, {}, this))
    , m_findings(new TextLabel(TextRole::body, {}, this))
    , m_outcome(new QWidget(this))
    , m_sides(new QBoxLayout(QBoxLayout::TopToBottom, m_outcome))
    , m_table(new CompareTable)
    , m_open(new QPushButton)
    , m_export(new QPushButton)
    , m_curves(new PlotPanel)
{
    setObjectName(u"comparePanel"_s);
    build();
    connectRooms();
    retranslate();
}

/// The choice, the conclusions, and then the results.
void ComparePanel::build()
{
    m_plan->setObjectName(u"comparePlan"_s);
    m_start->setObjectName(u"compareStart"_s);
    m_start->setProperty("class", u"primary"_s);
    m_about->setObjectName(u"compareAbout"_s);
    m_words->setObjectName(u"compareWords"_s);
    m_bar->setObjectName(u"compareBar"_s);
    m_problem->setObjectName(u"compareProblem"_s);
    m_conclusions->setObjectName(u"compareConclusions"_s);
    m_findings->setObjectName(u"compareFindings"_s);
    m_open->setObjectName(u"compareOpenRun"_s);
    m_export->setObjectName(u"compareExport"_s);
    m_curves->setObjectName(u"compareCurves"_s);
    for (TextLabel* label : {m_plan, m_about, m_words, m_findings})
        label->setWordWrap(true);
    m_about->setMaximumWidth(widthOfLines);
    m_about->setAlignment(Qt::AlignTop);
    m_findings->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_curves->setMinimumHeight(curvesHeight);
    auto* begin = new QHBoxLayout;
    begin->setSpacing(8);
    begin->addWidget(m_start);
    begin->addWidget(m_plan, 1);
    begin->addWidget(m_words, 1);
    auto* verbs = new WrapLayout(8, 8);
    verbs->setContentsMargins(0, 0, 0, 0);
    verbs->addWidget(m_open);
    verbs->addWidget(m_export);
    auto* rows = new QVBoxLayout;
    rows->setSpacing(8);
    rows->addWidget(m_table, 1);
    rows->addLayout(verbs);
    m_sides->setContentsMargins(0, 0, 0, 0);
    m_sides->setSpacing(16);
    m_sides->addLayout(rows, 1);
    m_sides->addWidget(m_curves, 1);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 12, 16, 12);
    column->setSpacing(12);
    column->addWidget(m_choice);
    column->addLayout(begin);
    column->addWidget(m_bar);
    column->addWidget(m_problem);
    column->addWidget(m_about);
    column->addWidget(m_conclusions);
    column->addWidget(m_findings);
    column->addWidget(m_outcome, 1);
    column->addStretch();
    m_problem->hide();
    choosePlots();
}

void ComparePanel::connectRooms()
{
    connect(m_start, &QPushButton::clicked, this, &ComparePanel::startOrStop);
    connect(m_choice, &CompareChoice::changed, this, &ComparePanel::plan);
    connect(&m_estimate, &CompareEstimate::came, this, &ComparePanel::showPlan);
    connect(m_open, &QPushButton::clicked, this, &ComparePanel::openRun);
    connect(m_export, &QPushButton::clicked, this, &ComparePanel::askWhereToExport);
    connect(m_table, &QTreeWidget::itemActivated, this, &ComparePanel::openRun);
    connect(m_table, &QTreeWidget::currentItemChanged, this, &ComparePanel::followRow);
    connect(&m_session, &CompareSession::stateChanged, this, &ComparePanel::followState);
    connect(&m_session, &CompareSession::progressed, this, &ComparePanel::showProgress);
    connect(&m_session, &CompareSession::runBegan, this, &ComparePanel::beginRun);
    connect(&m_session, &CompareSession::curvesAdded, this, &ComparePanel::addPoints);
    connect(&m_session, &CompareSession::resultCame, this, [this] {
        m_runs.resize(m_session.results().size()); // a training that failed early has no run
        showTable();
        showConclusions();
        showProgress();
    });
    connect(&m_session, &CompareSession::failed, this, [this](const Message& message) { showFailure(message); });
    connect(m_curves, &PlotPanel::exportFailed, m_problem, [this](const QString& why) { m_problem->say([why] { return why; }); });
    connect(&m_document, &Document::changed, this, &ComparePanel::follow);
    connect(&m_document, &Document::dataKnown, this, &ComparePanel::plan); // the data may have been missing
    connect(&Theme::instance(), &Theme::changed, this, &ComparePanel::showTable); // the curves' colours have changed
}

void ComparePanel::setJobs(WindowJobs& jobs)
{
    m_lease.setJobs(jobs);
    connect(&jobs, &WindowJobs::changed, this, &ComparePanel::refresh);
    refresh();
}

namespace {

std::vector<std::string> devicesOf(const std::vector<runs::Variant>& variants)
{
    std::vector<std::string> devices;
    for (const runs::Variant& variant : variants)
        devices.push_back(variant.project.training.device);
    return devices;
}

} // namespace

QString ComparePanel::whyNot() const
{
    return m_lease.whyNot(devicesOf(planned()));
}

std::optional<JobKind> ComparePanel::inTheWay() const
{
    for (const JobKind kind : {JobKind::run, JobKind::compression, JobKind::verification, JobKind::twin})
        if (m_lease.has(kind))
            return kind;
    return std::nullopt;
}

void ComparePanel::followState()
{
    if (!m_session.isLive())
        m_lease.giveBack();
    refresh();
}

void ComparePanel::startOrStop()
{
    if (m_session.isLive()) {
        m_session.stop();
        return;
    }
    m_problem->hide();
    m_problem->setKind(NoteBox::Kind::bad);
    Q_EMIT starting();
    if (!whyNot().isEmpty()) {
        m_problem->setKind(NoteBox::Kind::careful); // nothing is wrong
        m_problem->say([this] { return whyNot(); });
        return;
    }
    if (const int errors = m_document.analysis().errorCount(); errors > 0) {
        m_problem->say([errors] { return tr("The network has %n error(s), so it can't be trained yet.", nullptr, errors); });
        return;
    }
    if (!m_choice->mistake().isEmpty()) {
        m_problem->say([this] { return m_choice->mistake(); });
        return;
    }
    try {
        std::vector<runs::Variant> variants = runs::variantsOf(m_document.project(), m_choice->chosen(), true);
        forget();
        m_estimate.stop();
        m_lease.take(devicesOf(variants));
        m_session.start(std::move(variants), m_place, m_document.dataDir());
    } catch (const Error& error) {
        showFailure(error.message());
    }
}

void ComparePanel::showFailure(const Message& message)
{
    m_problem->setKind(NoteBox::Kind::bad);
    m_problem->say([message] { return sentenceText(message); });
}

void ComparePanel::follow(const Change& change)
{
    if (change.data || change.everything)
        m_estimate.forget();
    if (change.data)
        plan();
    if (!change.everything)
        return;
    m_problem->hide(); // its results are of a project that is no longer open
    forget();
}

void ComparePanel::forget()
{
    m_session.clear();
    m_curves->clear();
    m_runs.clear();
    m_measured.clear();
    choosePlots();
}

void ComparePanel::nameRun(std::size_t index, double epochs, double steps)
{
    PlotRun run;
    run.id = m_runs[index];
    run.name = nameOf(index);
    run.epochs = epochs;
    run.steps = steps;
    m_curves->setRun(run);
}

void ComparePanel::beginRun()
{
    const CompareProgress& progress = m_session.progress();
    const std::size_t index = m_session.results().size();
    m_runs.resize(index);
    m_runs.push_back(progress.run.string());
    nameRun(index, static_cast<double>(progress.epochs), static_cast<double>(progress.totalSteps));
    showTable();
    showProgress();
}

void ComparePanel::addPoints(const runs::RunCurves& points)
{
    if (!m_runs.empty() && plotPoints(*m_curves, m_runs.back(), points, m_measured))
        choosePlots();
}

void ComparePanel::choosePlots()
{
    std::vector<PlotQuantity> plots = plotsOf(m_measured);
    std::erase_if(plots, [](const PlotQuantity& plot) { return plot.id == "learning_rate"; }); // the same in all, or nearly so
    m_curves->setQuantities(std::move(plots));
}

QString ComparePanel::nameOf(std::size_t index) const
{
    return messageText(m_session.variants()[index].name);
}

void ComparePanel::showProgress()
{
    m_words->setText(progressText(m_session));
    m_words->setVisible(m_session.isLive());
    m_bar->setShare(m_session.share(), std::max(1, static_cast<int>(m_session.variants().size())));
    const std::size_t index = m_session.results().size();
    if (m_session.isLive() && index < m_session.variants().size())
        m_table->setState(index, stateText(m_session, index));
}

std::vector<runs::Variant> ComparePanel::planned() const
{
    if (!m_choice->mistake().isEmpty())
        return {};
    return runs::waysOf(m_document.project(), m_choice->chosen(), true);
}

/// How many trainings and, once known, how long they take.
void ComparePanel::showPlan()
{
    const std::vector<runs::Variant> ways = planned();
    const std::size_t count = runs::countOf(m_choice->chosen());
    QString text = tr("%n run(s), one after another", nullptr, static_cast<int>(count));
    if (const std::optional<double> each = m_estimate.seconds(ways)) {
        const double all = *each * static_cast<double>(count) / static_cast<double>(ways.size());
        text += u" · "_s + tr("about %1").arg(durationText(std::max(all, 1.0)));
    }
    m_plan->setText(ways.empty() ? m_choice->mistake() : text);
    m_plan->setVisible(!m_session.isLive());
}

/// Nothing is timed during a training. A hidden panel plans when it is shown: listing the trainings takes time at each edit of a
/// large network.
void ComparePanel::plan()
{
    if (!isVisible()) {
        m_estimate.stop();
        return;
    }
    showPlan();
    const std::vector<runs::Variant> ways = planned();
    const bool canTime = !m_session.isLive() && !inTheWay() && m_document.analysis().errorCount() == 0;
    if (canTime && !ways.empty() && !m_estimate.seconds(ways))
        m_estimate.ask(ways, m_document.dataDir());
    else
        m_estimate.stop();
}

/// The best setting first, and within it the best seed.
void ComparePanel::showTable()
{
    const std::vector<runs::VariantResult>& results = m_session.results();
    const std::vector<runs::SettingResult> settings = runs::settingResults(results);
    std::vector<std::size_t> order = runs::bestFirst(results);
    for (std::size_t i = results.size(); i < m_session.variants().size(); ++i)
        order.push_back(i);
    std::vector<CompareGroup> groups;
    std::vector<const Message*> names;
    for (const std::size_t i : order) {
        const Message& setting = m_session.variants()[i].setting;
        const auto place = std::ranges::find_if(names, [&](const Message* name) { return *name == setting; }) - names.begin();
        if (place == std::ssize(names)) {
            names.push_back(&setting);
            const auto result = std::ranges::find(settings, setting, &runs::SettingResult::name);
            groups.push_back({messageText(setting), {}, result == settings.end() ? nullptr : &*result});
        }
        CompareRow& row = groups[static_cast<std::size_t>(place)].rows.emplace_back();
        row.training = i;
        row.name = nameOf(i);
        row.state = stateText(m_session, i);
        row.result = i < results.size() ? &results[i] : nullptr;
        if (i < m_runs.size() && !m_runs[i].empty())
            row.colour = m_curves->colorOf(m_runs[i]);
    }
    m_table->setGroups(groups);
    m_curves->setVisible(std::ranges::any_of(m_runs, [](const std::string& run) { return !run.empty(); }));
    m_export->setEnabled(!results.empty());
    followRow();
}

void ComparePanel::followRow()
{
    const std::optional<std::size_t> training = m_table->chosen();
    m_open->setEnabled(training && *training < m_runs.size() && !m_runs[*training].empty());
}

void ComparePanel::openRun()
{
    followRow();
    if (m_open->isEnabled())
        Q_EMIT runWanted(m_runs[*m_table->chosen()]);
}

void ComparePanel::askWhereToExport()
{
    auto* dialog = new QFileDialog(this, tr("Export the comparison"), QString(), tr("CSV files (*.csv)"));
    dialog->setObjectName(u"compareExportDialog"_s);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(u"csv"_s);
    dialog->selectFile(tr("comparison.csv"));
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) {
        m_saver.save(
            path.toStdString(), [rows = runs::comparisonRows(m_session.results())] { return runs::csvText(rows); },
            [this](const Expected<void>& written) {
                if (!written)
                    showFailure(written.error().message());
            });
    });
    dialog->show(); // non-modal: training continues
}

void ComparePanel::showConclusions()
{
    const runs::Conclusions conclusions = runs::conclusionsOf(m_session.results());
    const bool choice = conclusions.choice && !m_session.isLive(); // the choice waits for all of them
    m_conclusions->setText(choice ? sentenceText(*conclusions.choice) : QString());
    m_conclusions->setVisible(choice);
    QStringList sentences;
    for (const Message& sentence : conclusions.findings)
        sentences << u"• "_s + sentenceText(sentence);
    m_findings->setText(sentences.join(u'\n'));
    m_findings->setVisible(!sentences.isEmpty());
}

void ComparePanel::refresh()
{
    const CompareSession::State state = m_session.state();
    const bool live = m_session.isLive();
    const std::optional<JobKind> other = inTheWay();
    m_choice->setLocked(live);
    m_start->setText(live ? tr("Stop") : tr("Compare"));
    m_start->setEnabled(live ? state == CompareSession::State::running : !other);
    m_start->setToolTip(live                                ? tr("Keeps finished runs; the current run saves a checkpoint")
                            : !other                        ? QString()
                            : other == JobKind::twin        ? tr("Stop the precision twin first")
                            : other == JobKind::compression ? tr("Stop the compression first")
                                                            : tr("Stop the run first"));
    m_bar->setVisible(live);
    m_bar->setMood(state == CompareSession::State::running ? ShareBar::Mood::going : ShareBar::Mood::neutral);
    m_about->setVisible(m_session.variants().empty());
    m_outcome->setVisible(!m_session.variants().empty());
    showTable();
    showConclusions();
    showProgress();
    plan();
}

void ComparePanel::retranslate()
{
    m_choice->retranslate();
    m_table->retranslate();
    m_bar->setAccessibleName(tr("Progress of the comparison"));
    m_about->setText(tr("Trains this project several times, one after another with the same order of samples, and compares results "
                        "and costs side by side. With several seeds, it also shows whether a difference is statistically "
                        "significant. Every training is kept as a run."));
    m_conclusions->setToolTip(
        tr("A difference is significant if Welch's t-test gives p < 5 %, divided by the number of settings compared"));
    m_open->setText(tr("Open run"));
    m_open->setToolTip(tr("Show the curves of the selected run in the Curves panel"));
    m_export->setText(tr("Export CSV…"));
    m_export->setToolTip(tr("Save the table as a CSV file"));
    choosePlots();
    const std::vector<PlotRun> known = m_curves->runs();
    for (std::size_t i = 0; i < m_runs.size(); ++i)
        if (const auto run = std::ranges::find(known, m_runs[i], &PlotRun::id); run != known.end())
            nameRun(i, run->epochs, run->steps);
    refresh();
}

void ComparePanel::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

void ComparePanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    plan();
}

void ComparePanel::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    m_sides->setDirection(width() >= Theme::instance().scaled(besideEachOther) ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
}

} // namespace netsmith::gui

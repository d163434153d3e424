#include "gui/compare/compare_panel.h"

#include "gui/compare/compare_choice.h"
#include "gui/compare/compare_table.h"
#include "gui/plots/plot_panel.h"
#include "gui/training/run_plots.h"
#include "gui/training/share_bar.h"
#include "gui/training/training_words.h"
#include "gui/widgets/controls/note_box.h"
#include "gui/widgets/controls/text_label.h"
#include "gui/widgets/engine_text.h"
#include "gui/widgets/number_text.h"

#include <QBoxLayout>
#include <QEvent>
#include <QPushButton>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

constexpr int tableHeight = 120;
constexpr int curvesHeight = 240;
constexpr int besideEachOther = 1100; ///< where the panel is as wide, in a design of 13 px text

const QString betweenWords = u" · "_s;

} // namespace

ComparePanel::ComparePanel(Document& document, TrainingSettingsPanel& settings, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_choice(new CompareChoice(document, settings, this))
    , m_start(new QPushButton(this))
    , m_words(new TextLabel(TextRole::caption, u"secondary"_s, this))
    , m_bar(new ShareBar(this))
    , m_problem(new NoteBox(NoteBox::Kind::bad, {}, this))
    , m_outcome(new QWidget(this))
    , m_sides(new QBoxLayout(QBoxLayout::TopToBottom, m_outcome))
    , m_table(new CompareTable)
    , m_curves(new PlotPanel)
    , m_conclusions(new NoteBox(NoteBox::Kind::info, {}, this))
{
    setObjectName(u"comparePanel"_s);
    build();
    connect(m_start, &QPushButton::clicked, this, &ComparePanel::startOrStop);
    connect(&m_session, &CompareSession::stateChanged, this, &ComparePanel::refresh);
    connect(&m_session, &CompareSession::progressed, this, &ComparePanel::showProgress);
    connect(&m_session, &CompareSession::runBegan, this, &ComparePanel::beginRun);
    connect(&m_session, &CompareSession::curvesAdded, this, &ComparePanel::addPoints);
    connect(&m_session, &CompareSession::resultCame, this, [this] {
        m_runs.resize(m_session.results().size()); // one that failed early has none
        showTable();
        showConclusions();
        showProgress();
    });
    connect(&m_session, &CompareSession::failed, this, [this](const Message& message) { showFailure(message); });
    connect(m_curves, &PlotPanel::exportFailed, m_problem, [this](const QString& why) { m_problem->say([why] { return why; }); });
    connect(&document, &Document::changed, this, &ComparePanel::follow);
    connect(&Theme::instance(), &Theme::changed, this, &ComparePanel::showTable); // the curves' colours are other ones
    retranslate();
}

void ComparePanel::build()
{
    m_start->setObjectName(u"compareStart"_s);
    m_words->setObjectName(u"compareWords"_s);
    m_bar->setObjectName(u"compareBar"_s);
    m_problem->setObjectName(u"compareProblem"_s);
    m_curves->setObjectName(u"compareCurves"_s);
    m_conclusions->setObjectName(u"compareConclusions"_s);
    m_words->setWordWrap(true);
    m_table->setMinimumHeight(tableHeight);
    m_curves->setMinimumHeight(curvesHeight);
    m_choice->line().addWidget(m_start);
    m_sides->setContentsMargins(0, 0, 0, 0);
    m_sides->setSpacing(8);
    m_sides->addWidget(m_table, 1);
    m_sides->addWidget(m_curves, 1);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(12, 12, 12, 12);
    column->setSpacing(8);
    column->addWidget(m_choice);
    column->addWidget(m_words);
    column->addWidget(m_bar);
    column->addWidget(m_problem);
    column->addWidget(m_conclusions);
    column->addWidget(m_outcome, 1);
    column->addStretch();
    m_problem->hide();
    choosePlots();
}

void ComparePanel::setBusy(Busy busy)
{
    m_busy = busy;
    refresh();
}

void ComparePanel::startOrStop()
{
    if (m_session.isLive()) {
        m_session.stop();
        return;
    }
    m_problem->hide();
    if (m_guard && !m_guard().isEmpty()) {
        m_problem->say(m_guard);
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
        m_session.start(std::move(variants), m_place, m_document.dataDir());
    } catch (const Error& error) {
        showFailure(error.message());
    }
}

void ComparePanel::showFailure(const Message& message)
{
    m_problem->say([message] { return sentenceText(message); });
}

void ComparePanel::follow(const Change& change)
{
    if (!change.everything)
        return;
    m_problem->hide(); // what came of it is of a project that is gone
    forget();
}

void ComparePanel::forget()
{
    m_session.clear();
    m_curves->clear();
    m_runs.clear();
    m_measured.clear();
    choosePlots();
    refresh();
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

QString ComparePanel::stateOf(std::size_t index) const
{
    const std::vector<runs::VariantResult>& results = m_session.results();
    if (index < results.size())
        return results[index].error ? tr("failed") : results[index].stopped ? tr("stopped") : tr("done");
    if (!m_session.isLive())
        return tr("not trained");
    if (index > results.size())
        return m_session.state() == CompareSession::State::stopping ? tr("not trained") : tr("waiting");
    const CompareProgress& progress = m_session.progress();
    if (progress.run.empty())
        return tr("preparing");
    return percentText(static_cast<double>(progress.step) / static_cast<double>(std::max<std::int64_t>(progress.totalSteps, 1)), 0);
}

QString ComparePanel::words() const
{
    const std::size_t index = m_session.results().size();
    switch (m_session.state()) {
    case CompareSession::State::idle:
        return tr("Trains this project several times, one after another with the same seed and order of samples, and sets side by "
                  "side what each gains and costs. Every training is kept as a run.");
    case CompareSession::State::stopping: return tr("Stopping…");
    case CompareSession::State::ended: return tr("What was trained is kept: the panel Runs lists each training as a run.");
    case CompareSession::State::running: break;
    }
    if (index >= m_session.variants().size())
        return {};
    const CompareProgress& progress = m_session.progress();
    QString text = tr("%1 of %2: %3", "which training, of how many, and its name")
                       .arg(countText(static_cast<std::int64_t>(index) + 1),
                            countText(static_cast<std::int64_t>(m_session.variants().size())), nameOf(index));
    if (!progress.run.empty())
        text += betweenWords + tr("epoch %1 of %2").arg(countText(progress.epoch), countText(progress.epochs));
    else if (!progress.words.id().empty())
        text += betweenWords + messageText(progress.words);
    if (const std::optional<double> left = m_session.secondsLeft())
        text += betweenWords + tr("about %1 left").arg(durationText(std::max(*left, 1.0)));
    return text;
}

void ComparePanel::showProgress()
{
    m_words->setText(words());
    m_bar->setShare(m_session.share(), std::max(1, static_cast<int>(m_session.variants().size())));
    const std::size_t index = m_session.results().size();
    if (m_session.isLive() && index < m_session.variants().size())
        m_table->setState(static_cast<int>(index), stateOf(index));
}

void ComparePanel::showTable()
{
    std::vector<CompareRow> rows;
    const std::vector<runs::VariantResult>& results = m_session.results();
    for (std::size_t i = 0; i < m_session.variants().size(); ++i) {
        CompareRow& row = rows.emplace_back();
        row.name = nameOf(i);
        row.state = stateOf(i);
        row.result = i < results.size() ? &results[i] : nullptr;
        if (i < m_runs.size() && !m_runs[i].empty())
            row.colour = m_curves->colorOf(m_runs[i]);
    }
    m_table->setRows(rows);
    m_curves->setVisible(std::ranges::any_of(m_runs, [](const std::string& run) { return !run.empty(); }));
}

void ComparePanel::showConclusions()
{
    QStringList sentences;
    for (const Message& sentence : runs::conclusionsOf(m_session.results()))
        sentences << sentenceText(sentence);
    const bool failed =
        std::ranges::any_of(m_session.results(), [](const runs::VariantResult& result) { return result.error.has_value(); });
    m_conclusions->setKind(failed ? NoteBox::Kind::careful : NoteBox::Kind::info);
    m_conclusions->setText(sentences.join(u'\n'));
    m_conclusions->setVisible(!sentences.isEmpty());
}

void ComparePanel::refresh()
{
    const CompareSession::State state = m_session.state();
    const bool live = m_session.isLive();
    m_choice->setLocked(live);
    m_start->setText(live ? tr("Stop") : tr("Compare"));
    m_start->setEnabled(live ? state == CompareSession::State::running : m_busy == Busy::no);
    m_start->setToolTip(live                       ? tr("Keeps what was trained; the training under way keeps a checkpoint")
                            : m_busy == Busy::run  ? tr("Stop the run first")
                            : m_busy == Busy::twin ? tr("Stop the precision twin first")
                                                   : QString());
    m_bar->setVisible(live);
    m_bar->setMood(state == CompareSession::State::running ? ShareBar::Mood::going : ShareBar::Mood::neutral);
    m_outcome->setVisible(!m_session.variants().empty());
    showTable();
    showConclusions();
    showProgress();
}

void ComparePanel::retranslate()
{
    m_choice->retranslate();
    m_table->retranslate();
    m_bar->setAccessibleName(tr("Progress of the comparison"));
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

void ComparePanel::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    m_sides->setDirection(width() >= Theme::instance().scaled(besideEachOther) ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
}

} // namespace netsmith::gui

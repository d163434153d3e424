#include "gui/compress/compress_page.h"

#include "gui/compress/chain_view.h"
#include "gui/compress/compress_words.h"
#include "gui/compress/family_view.h"
#include "gui/compress/rounding_view.h"
#include "gui/compress/sensitivity_view.h"
#include "gui/compress/stage_list.h"
#include "gui/training/training_words.h"
#include "gui/widgets/engine_text.h"
#include "gui/widgets/forms/choice_box.h"
#include "gui/widgets/forms/form_row.h"
#include "gui/widgets/labels/note_box.h"
#include "gui/widgets/labels/share_bar.h"
#include "gui/widgets/labels/text_label.h"

#include <QBoxLayout>
#include <QEvent>
#include <QPushButton>
#include <QSignalBlocker>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

constexpr int lineWidth = 640; ///< of lines that are easy to read
constexpr int choiceWidth = 440; ///< of the choice of a run, at a text size of 13 px

} // namespace

CompressPage::CompressPage(Document& document, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_about(new TextLabel(TextRole::body, u"secondary"_s, this))
    , m_body(new QWidget(this))
    , m_run(new ChoiceBox)
    , m_runRow(new FormRow({}, m_run, m_body))
    , m_stagesTitle(new TextLabel(TextRole::title, {}, m_body))
    , m_stages(new StageList(m_body))
    , m_start(new QPushButton(m_body))
    , m_words(new TextLabel(TextRole::body, u"secondary"_s, m_body))
    , m_bar(new ShareBar(m_body))
    , m_problem(new NoteBox(NoteBox::Kind::bad, {}, m_body))
    , m_stopped(new NoteBox(NoteBox::Kind::info, {}, m_body))
    , m_chainTitle(new TextLabel(TextRole::title, {}, m_body))
    , m_chain(new ChainView(m_body))
    , m_sensitivity(new SensitivityView(m_body))
    , m_rounding(new RoundingView(m_body))
    , m_familyView(new FamilyView(m_body))
{
    setObjectName(u"compressPage"_s);
    build();
    connectRooms();
    retranslate();
}

void CompressPage::build()
{
    m_about->setObjectName(u"compressAbout"_s);
    m_run->setObjectName(u"compressRun"_s);
    m_start->setObjectName(u"compressStart"_s);
    m_start->setProperty("class", u"primary"_s);
    m_words->setObjectName(u"compressWords"_s);
    m_bar->setObjectName(u"compressBar"_s);
    m_problem->setObjectName(u"compressProblem"_s);
    m_stopped->setObjectName(u"compressStopped"_s);
    for (TextLabel* label : {m_about, m_words})
        label->setWordWrap(true);
    m_about->setMaximumWidth(lineWidth);
    m_about->setAlignment(Qt::AlignTop);
    m_problem->hide();
    m_stopped->hide();
    const auto resize = [this] { m_runRow->setMaximumWidth(Theme::instance().scaled(choiceWidth)); };
    resize();
    connect(&Theme::instance(), &Theme::changed, this, resize);
    auto* begin = new QHBoxLayout;
    begin->setSpacing(8);
    begin->addWidget(m_start);
    begin->addWidget(m_words, 1);
    auto* body = new QVBoxLayout(m_body);
    body->setContentsMargins(0, 0, 0, 0);
    body->setSpacing(12);
    body->addWidget(m_runRow);
    body->addWidget(m_stagesTitle);
    body->addWidget(m_stages);
    body->addLayout(begin);
    body->addWidget(m_bar);
    body->addWidget(m_problem);
    body->addWidget(m_stopped);
    body->addWidget(m_chainTitle);
    body->addWidget(m_chain);
    body->addWidget(m_sensitivity);
    body->addWidget(m_rounding);
    body->addWidget(m_familyView);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 12, 16, 12);
    column->setSpacing(12);
    column->addWidget(m_about);
    column->addWidget(m_body);
    column->addStretch(1);
}

void CompressPage::connectRooms()
{
    connect(m_run, &QComboBox::currentIndexChanged, this, [this] {
        m_shown.clear();
        m_stopped->hide();
        m_problem->hide();
        read();
        refresh();
    });
    connect(m_run, &QComboBox::activated, this, [this] { m_isChosen = true; });
    connect(m_stages, &StageList::changed, this, &CompressPage::refresh);
    connect(m_start, &QPushButton::clicked, this, &CompressPage::startOrStop);
    connect(&m_session, &CompressSession::stateChanged, this, &CompressPage::followState);
    connect(&m_session, &CompressSession::progressed, this, &CompressPage::showProgress);
    connect(&m_session, &CompressSession::runMade, this, [this] {
        showProgress();
        showResults();
    });
    connect(&m_session, &CompressSession::failed, this, &CompressPage::showFailure);
    connect(&m_reader, &FamilyReader::came, this, &CompressPage::take);
    connect(m_chain, &ChainView::opened, this, &CompressPage::runChosen);
    connect(m_rounding, &RoundingView::floatAsked, this, &CompressPage::setFloatNext,
            Qt::QueuedConnection); // the table is filled again
    connect(m_familyView, &FamilyView::runChosen, this, &CompressPage::open);
    connect(m_familyView, &FamilyView::exportFailed, this, &CompressPage::exportFailed);
    connect(&m_document, &Document::changed, this, [this](const Change& change) {
        if (!change.everything)
            return;
        m_session.clear(); // its results are of a project that is no longer open
        m_problem->hide();
        m_stopped->hide();
        m_isChosen = false;
        m_stages->setStages(usualStages());
        setRuns({});
    });
    connect(&Theme::instance(), &Theme::changed, this, &CompressPage::showResults); // names are cut to the size of the text
}

void CompressPage::setJobs(WindowJobs& jobs)
{
    m_lease.setJobs(jobs);
    connect(&jobs, &WindowJobs::changed, this, &CompressPage::refresh);
    refresh();
}

bool CompressPage::hasWeights(const runs::RunSummary& run)
{
    return run.readable && !run.active && run.folds == 0 && (run.epochsDone > 0 || run.steps > 0 || run.state == RunState::done);
}

void CompressPage::setRuns(const std::vector<runs::RunSummary>& runs)
{
    m_runs = runs;
    const std::filesystem::path before = chosen();
    {
        const QSignalBlocker quiet(m_run);
        m_run->clear();
        for (const runs::RunSummary& run : m_runs)
            if (hasWeights(run))
                m_run->insertItem(0, fromStd(run.name()), fromStd(run.folder.string()));
        const int index = before.empty() ? 0 : m_run->findData(fromStd(before.string()));
        m_isChosen = m_isChosen && index >= 0;
        m_run->setCurrentIndex(std::max(index, m_run->count() > 0 ? 0 : -1));
    }
    if (chosen() != before)
        m_shown.clear();
    if (!m_stopped->isHidden())
        showStopped(); // the run has a name now
    read();
    refresh();
}

void CompressPage::choose(const std::filesystem::path& run)
{
    const int index = m_run->findData(fromStd(run.string()));
    if (index < 0)
        return;
    m_isChosen = true;
    m_run->setCurrentIndex(index);
}

std::filesystem::path CompressPage::chosen() const
{
    return m_run->currentData().toString().toStdString();
}

/// By their folder's name: the same folder may be reached by several paths.
const runs::RunSummary* CompressPage::summaryOf(const std::filesystem::path& run) const
{
    const auto found =
        std::ranges::find_if(m_runs, [&](const runs::RunSummary& each) { return each.folder.filename() == run.filename(); });
    return found == m_runs.end() ? nullptr : &*found;
}

QString CompressPage::nameOf(const std::filesystem::path& run) const
{
    const runs::RunSummary* summary = summaryOf(run);
    return fromStd(summary ? summary->name() : run.filename().string());
}

std::vector<std::string> CompressPage::devices() const
{
    const runs::RunSummary* summary = summaryOf(chosen());
    return summary ? std::vector{summary->device} : std::vector<std::string>();
}

QString CompressPage::whyNot() const
{
    return m_stages->mistake().isEmpty() ? m_lease.whyNot(devices()) : m_stages->mistake();
}

std::vector<compress::Stage> CompressPage::stages() const
{
    std::vector<compress::Stage> stages = stagesOf(m_stages->stages());
    const std::filesystem::path folder = std::filesystem::path(m_document.path().toStdString()).parent_path();
    for (compress::Stage& stage : stages)
        if (auto* distillation = std::get_if<compress::DistillationOptions>(&stage.change))
            distillation->student = folder / distillation->student; // which may be absolute
    return stages;
}

void CompressPage::startOrStop()
{
    if (m_session.isLive()) {
        m_session.stop();
        return;
    }
    m_stages->commit();
    if (!whyNot().isEmpty() || chosen().empty())
        return;
    m_problem->hide();
    m_stopped->hide();
    m_lease.take(devices());
    m_isChosen = true;
    m_session.start(chosen(), stages(), m_document.dataDir());
}

void CompressPage::followState()
{
    if (!m_session.isLive())
        m_lease.giveBack();
    if (m_session.state() == CompressSession::State::ended) {
        if (!m_session.runs().empty())
            m_shown = m_session.runs().back().run;
        showStopped();
        read();
    }
    refresh();
}

void CompressPage::showStopped()
{
    const std::filesystem::path& run = m_session.stoppedRun();
    m_stopped->clearVerbs();
    m_stopped->setVisible(!run.empty());
    if (run.empty())
        return;
    m_stopped->setText(
        tr("Stopped while %1 was being trained. It has a checkpoint, and is resumed in the Runs panel; what was to be "
           "done after it can be done to it then, or as it is.")
            .arg(nameOf(run)));
    if (m_session.left().empty())
        return;
    QPushButton* rest = m_stopped->addVerb(tr("Go on from it"), u"compressGoOn"_s);
    rest->setToolTip(tr("Choose this run, and the stages that are left"));
    connect(rest, &QPushButton::clicked, this, &CompressPage::goOn);
}

void CompressPage::goOn()
{
    std::vector<StageDraft> drafts;
    for (const compress::Stage& stage : m_session.left())
        drafts.push_back(draftOf(stage));
    const runs::RunSummary* run = summaryOf(m_session.stoppedRun());
    if (!run)
        return; // not listed yet, or deleted meanwhile
    choose(run->folder);
    m_stages->setStages(std::move(drafts));
    m_start->setFocus(Qt::OtherFocusReason);
}

void CompressPage::open(const std::filesystem::path& run)
{
    m_shown = run;
    read();
    Q_EMIT runChosen(run);
}

void CompressPage::read()
{
    const std::filesystem::path run = chosen();
    m_isStale = !run.empty() && !isVisible();
    if (m_isStale)
        return;
    if (run.empty()) {
        m_family = {};
        return;
    }
    std::vector<std::filesystem::path> folders;
    for (const runs::RunSummary& each : m_runs)
        folders.push_back(each.folder);
    for (const compress::ChainRun& made : m_session.runs()) // not listed yet
        if (!summaryOf(made.run))
            folders.push_back(made.run);
    m_reader.read(run, m_shown, std::move(folders), m_document.path().toStdString());
}

/// A project's newest run may be what a compression has made: then the original is what is likely to be compressed next.
void CompressPage::take(const CompressFamily& family)
{
    m_family = family;
    QStringList projects;
    for (const std::string& name : family.projects)
        projects << fromStd(name);
    m_stages->setStudents(projects);
    if (!m_isChosen && family.asked == chosen() && !family.all.empty() && family.all.front().run.filename() != chosen().filename())
        if (const runs::RunSummary* original = summaryOf(family.all.front().run))
            if (const int index = m_run->findData(fromStd(original->folder.string())); index >= 0)
                m_run->setCurrentIndex(index);
    showResults();
}

void CompressPage::showFailure(const Message& message)
{
    m_problem->say([message] { return sentenceText(message); });
}

void CompressPage::showProgress()
{
    m_words->setText(m_session.isLive() ? progressText(m_session) : m_lease.whyNot(devices()));
    m_bar->setShare(m_session.share());
}

void CompressPage::setFloatNext(const QString& layer, bool isFloat)
{
    m_stages->commit();
    std::vector<StageDraft> drafts = m_stages->stages();
    if (isFloat && std::ranges::find(drafts, "quantize", &StageDraft::kind) == drafts.end())
        drafts.push_back({"quantize"});
    for (StageDraft& draft : drafts)
        if (draft.kind == "quantize")
            setFloat(draft, layer.toStdString(), isFloat);
    m_stages->setStages(std::move(drafts));
    refresh();
}

void CompressPage::showResults()
{
    const bool isOfSession = m_session.isLive() && m_session.runs().size() > 0;
    const std::vector<compress::ChainRun>& chain = isOfSession ? m_session.runs() : m_family.chain;
    const bool any = chain.size() > 1 || isOfSession;
    m_chainTitle->setVisible(any);
    m_chain->setVisible(any);
    m_chain->show(any ? chain : std::vector<compress::ChainRun>(),
                  [this](const std::filesystem::path& run) { return nameOf(run); });
    m_sensitivity->show(chain);
    QStringList floats;
    for (const StageDraft& draft : m_stages->stages())
        for (const std::string& layer : floatLayersOf(draft))
            floats << fromStd(layer);
    m_rounding->show(chain, floats);
    m_familyView->show(m_family.all, chain, [this](const std::filesystem::path& run) { return nameOf(run); });
    m_about->setVisible(!any);
}

void CompressPage::refresh()
{
    const bool live = m_session.isLive(), hasRun = m_run->count() > 0;
    const QString obstacle = live ? QString() : whyNot();
    m_body->setVisible(hasRun || live);
    m_about->setText(hasRun
                         ? tr("Makes a smaller and faster network of a trained one, stage by stage, and measures what each stage "
                              "saves and costs. Every result is kept as a run: it can be tried, trained on and exported like any "
                              "other.")
                         : tr("Train the network first. Then a run can be made smaller and faster here, stage by stage: channels "
                              "removed, weights set to zero or shared, numbers rounded to 8 bits. Size, latency and accuracy are "
                              "measured after each."));
    m_runRow->setEnabled(!live);
    m_stages->setEnabled(!live);
    m_rounding->setEnabled(!live);
    m_start->setText(live ? tr("Stop") : tr("Compress"));
    m_start->setEnabled(live ? m_session.state() == CompressSession::State::running : obstacle.isEmpty());
    m_start->setToolTip(live                     ? tr("Keeps the runs made so far; a training saves a checkpoint")
                            : obstacle.isEmpty() ? tr("Do these stages to a copy of the run; the run itself stays as it is")
                                                 : obstacle);
    m_bar->setVisible(live);
    m_bar->setMood(m_session.state() == CompressSession::State::running ? ShareBar::Mood::going : ShareBar::Mood::neutral);
    showProgress();
    showResults();
}

void CompressPage::retranslate()
{
    m_runRow->setName(tr("Run"));
    m_runRow->setExplanation(tr("The trained run to make smaller; it stays as it is"));
    m_stagesTitle->setText(tr("What is done to it"));
    m_chainTitle->setText(tr("Stage by stage"));
    m_bar->setAccessibleName(tr("Progress of the compression"));
    m_familyView->retranslate();
    if (!m_stopped->isHidden())
        showStopped();
    refresh();
}

void CompressPage::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    if (m_isStale)
        read();
}

void CompressPage::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

} // namespace netsmith::gui

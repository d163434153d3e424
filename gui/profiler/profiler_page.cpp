#include "gui/profiler/profiler_page.h"

#include "engine/inspect/profiler/chrome_trace.h"
#include "gui/jobs/machine_use.h"
#include "gui/profiler/advice_row.h"
#include "gui/profiler/layer_cost_table.h"
#include "gui/profiler/profiler_session.h"
#include "gui/profiler/roofline_plot.h"
#include "gui/profiler/sharing_view.h"
#include "gui/profiler/timeline_view.h"
#include "gui/widgets/engine_text.h"
#include "gui/widgets/labels/note_box.h"
#include "gui/widgets/labels/text_label.h"
#include "gui/widgets/number_text.h"
#include "gui/widgets/theme.h"

#include <QEvent>
#include <QFileDialog>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

constexpr int leastPlot = 300; ///< pixels of the plot beside the table
constexpr int widthOfWords = 760; ///< of lines that are easy to read

} // namespace

ProfilerPage::ProfilerPage(Document& document, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_session(new ProfilerSession(document, this))
    , m_start(new QPushButton(this))
    , m_save(new QPushButton(this))
    , m_progress(new QProgressBar(this))
    , m_state(new TextLabel(TextRole::body, u"secondary"_s, this))
    , m_about(new TextLabel(TextRole::body, u"secondary"_s, this))
    , m_note(new NoteBox(NoteBox::Kind::careful, {}, this))
    , m_body(new QWidget(this))
    , m_findingsTitle(new TextLabel(TextRole::title, {}, m_body))
    , m_findings(new TextLabel(TextRole::body, {}, m_body))
    , m_adviceTitle(new TextLabel(TextRole::title, {}, m_body))
    , m_noAdvice(new TextLabel(TextRole::body, u"secondary"_s, m_body))
    , m_adviceColumn(new QVBoxLayout)
    , m_timelineTitle(new TextLabel(TextRole::title, {}, m_body))
    , m_timeline(new TimelineView(m_body))
    , m_pointed(new TextLabel(TextRole::numberCaption, u"secondary"_s, m_body))
    , m_layersTitle(new TextLabel(TextRole::title, {}, m_body))
    , m_layers(new QBoxLayout(QBoxLayout::LeftToRight))
    , m_table(new LayerCostTable(m_body))
    , m_roofline(new RooflinePlot(m_body))
    , m_sharingTitle(new TextLabel(TextRole::title, {}, m_body))
    , m_sharingWords(new TextLabel(TextRole::body, {}, m_body))
    , m_sharing(new SharingView(m_body))
{
    setObjectName(u"profilerPage"_s);
    m_start->setObjectName(u"profileButton"_s);
    m_save->setObjectName(u"saveTraceButton"_s);
    m_progress->setObjectName(u"profileProgress"_s);
    m_state->setObjectName(u"profileState"_s);
    m_about->setObjectName(u"profileAbout"_s);
    m_note->setObjectName(u"profileNote"_s);
    m_findings->setObjectName(u"profileFindings"_s);
    m_noAdvice->setObjectName(u"profileNoAdvice"_s);
    m_pointed->setObjectName(u"profilePointed"_s);
    m_sharingWords->setObjectName(u"profileSharing"_s);
    build();
    connect(m_start, &QPushButton::clicked, this, [this] { m_session->isBusy() ? m_session->cancel() : m_session->start(); });
    connect(m_save, &QPushButton::clicked, this, &ProfilerPage::askWhere);
    connect(m_session, &ProfilerSession::changed, this, &ProfilerPage::refresh);
    connect(&document, &Document::changed, this, &ProfilerPage::refresh);
    connect(&MachineUse::instance(), &MachineUse::changed, this, &ProfilerPage::refresh);
    connect(m_timeline, &TimelineView::pointed, this, &ProfilerPage::showWords);
    connect(m_table, &LayerCostTable::layerAsked, this, &ProfilerPage::layerAsked);
    retranslate();
}

void ProfilerPage::build()
{
    auto* tools = new QHBoxLayout;
    tools->setSpacing(12);
    tools->addWidget(m_start);
    tools->addWidget(m_progress);
    tools->addWidget(m_state, 1);
    tools->addWidget(m_save);
    m_progress->setTextVisible(false);
    m_progress->setFixedWidth(Theme::instance().scaled(120));
    for (TextLabel* label : {m_state, m_about, m_findings, m_noAdvice, m_pointed, m_sharingWords})
        label->setWordWrap(true);
    for (TextLabel* label : {m_about, m_findings, m_noAdvice, m_sharingWords})
        label->setMaximumWidth(widthOfWords);
    m_adviceColumn->setSpacing(0);

    m_layers->setSpacing(16);
    m_layers->addWidget(m_table, 0, Qt::AlignTop);
    m_layers->addWidget(m_roofline, 1);

    auto* body = new QVBoxLayout(m_body);
    body->setContentsMargins(0, 0, 0, 0);
    body->setSpacing(6);
    body->addWidget(m_findingsTitle);
    body->addWidget(m_findings);
    body->addSpacing(10);
    body->addWidget(m_adviceTitle);
    body->addWidget(m_noAdvice);
    body->addLayout(m_adviceColumn);
    body->addSpacing(10);
    body->addWidget(m_timelineTitle);
    body->addWidget(m_timeline);
    body->addWidget(m_pointed);
    body->addSpacing(10);
    body->addWidget(m_layersTitle);
    body->addLayout(m_layers);
    body->addSpacing(10);
    body->addWidget(m_sharingTitle);
    body->addWidget(m_sharingWords);
    body->addSpacing(6);
    body->addWidget(m_sharing);

    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 12, 16, 12);
    column->setSpacing(10);
    column->addLayout(tools);
    column->addWidget(m_note);
    column->addWidget(m_about);
    column->addWidget(m_body);
    column->addStretch(1);
}

void ProfilerPage::setJobs(WindowJobs& jobs)
{
    m_session->setJobs(jobs);
    refresh();
}

void ProfilerPage::refresh()
{
    const bool busy = m_session->isBusy();
    const QString whyNot = m_session->whyNot();
    m_start->setText(busy ? tr("Cancel") : m_session->result() ? tr("Profile again") : tr("Profile"));
    m_start->setEnabled(busy || whyNot.isEmpty());
    m_start->setToolTip(whyNot.isEmpty() ? tr("Trains a copy in memory for a few seconds and times each of its kernels") : whyNot);
    m_progress->setVisible(busy);
    const PreparingEvent& progress = m_session->progress();
    m_progress->setRange(0, static_cast<int>(progress.total));
    m_progress->setValue(static_cast<int>(progress.done));
    m_save->setVisible(m_session->result() != nullptr);
    m_about->setVisible(!m_session->result() && !busy);
    m_body->setVisible(m_session->result() != nullptr);
    if (m_session->problem()) {
        m_note->setKind(NoteBox::Kind::bad);
        m_note->setText(messageText(*m_session->problem()));
    } else if (!whyNot.isEmpty()) {
        m_note->setKind(NoteBox::Kind::info);
        m_note->setText(whyNot);
    }
    m_note->setVisible(m_session->problem() || !whyNot.isEmpty());
    QString state;
    if (busy) {
        state = progress.words.id().empty() ? tr("Preparing…") : tr("%1…").arg(messageText(progress.words));
    } else if (const auto& result = m_session->result()) {
        const inspect::TrainingProfile& profile = result->profile;
        state = tr("%1 a step of %2 samples · %3 · %4")
                    .arg(durationText(profile.step), countText(profile.batch * profile.accumulate),
                         fromStd(profile.precision).toUpper(), fromStd(profile.deviceName));
        if (!(result->project == m_document.project()))
            state += tr(" · the project was changed since");
    }
    m_state->setText(state);
    if (m_shown != m_session->result()) {
        m_shown = m_session->result();
        showResult();
    }
    showAdvice();
}

void ProfilerPage::showResult()
{
    const auto& result = m_session->result();
    if (!result)
        return;
    m_timeline->show({result, &result->profile});
    m_table->show(result->profile);
    m_roofline->show(result->profile);
    placeLayers();
    QStringList findings;
    for (const Message& finding : findingsOn(result->profile))
        findings << u"•  "_s + messageText(finding);
    findings << u"•  "_s + messageText(wordsOf(result->fusion));
    m_findings->setText(findings.join(u'\n'));
    for (QWidget* part : std::initializer_list<QWidget*>{m_sharingTitle, m_sharingWords, m_sharing})
        part->setVisible(result->sharing.has_value());
    if (!result->sharing)
        return;
    QStringList shared;
    for (const Message& words : wordsOf(*result->sharing))
        shared << u"•  "_s + messageText(words);
    m_sharingWords->setText(shared.join(u'\n'));
    m_sharing->show(*result->sharing);
}

void ProfilerPage::showWords()
{
    const QString words = m_timeline->words();
    m_pointed->setText(words.isEmpty()
                           ? tr("Point at a kernel, or choose one with the arrow keys. Ctrl and the wheel zoom, dragging moves.")
                           : words);
}

void ProfilerPage::showAdvice()
{
    const auto& result = m_session->result();
    const std::size_t count = result ? result->advice.size() : 0;
    for (std::size_t i = 0; i < std::max(count, m_rows.size()); ++i) {
        if (i == m_rows.size()) {
            auto* row = m_rows.emplace_back(new AdviceRow(m_body));
            row->setObjectName(u"advice%1"_s.arg(i));
            m_adviceColumn->addWidget(row);
            connect(row, &AdviceRow::remedyAsked, this, [this, row] { mend(*row); });
        }
        m_rows[i]->setVisible(i < count);
        if (i >= count)
            continue;
        const inspect::Advice& advice = result->advice[i];
        m_rows[i]->show(advice,
                        advice.machineRemedy ? stateOf(*advice.machineRemedy, MachineUse::instance().settings())
                            : advice.remedy  ? stateOf(*advice.remedy, m_document.project())
                                             : inspect::RemedyState::misfit,
                        m_session->isBusy() ? tr("A profile is being made. Cancel it first, or let it finish.")
                                            : m_session->whyNot());
    }
    m_noAdvice->setVisible(count == 0);
}

void ProfilerPage::mend(const AdviceRow& row)
{
    if (row.advice().machineRemedy) {
        train::MachineSettings settings = MachineUse::instance().settings();
        applyRemedy(settings, *row.advice().machineRemedy);
        MachineUse::instance().set(settings);
        return;
    }
    const inspect::Remedy remedy = *row.advice().remedy;
    Project mended;
    if (stateOf(remedy, m_document.project(), &mended) == inspect::RemedyState::open)
        m_document.edit(messageText(remedy.name), [&](Project& project) { project = mended; });
}

void ProfilerPage::askWhere()
{
    auto* dialog = new QFileDialog(this, tr("Save the timeline"), QString(), tr("Chrome traces (*.json)"));
    dialog->setObjectName(u"traceDialog"_s);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(u"json"_s);
    dialog->selectFile(tr("training_step.json"));
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) { exportTrace(path.toStdString()); });
    dialog->show(); // non-modal
}

void ProfilerPage::exportTrace(const std::filesystem::path& path)
{
    const auto result = m_session->result();
    if (!result)
        return;
    m_saver.save(
        path, [result] { return inspect::chromeTrace(result->profile); },
        [this](const Expected<void>& written) {
            if (!written)
                Q_EMIT exportFailed(messageText(written.error().message()));
        });
}

void ProfilerPage::retranslate()
{
    m_findingsTitle->setText(tr("Where the time goes"));
    m_adviceTitle->setText(tr("What would be faster"));
    m_noAdvice->setText(tr("A larger batch, BF16, more threads: nothing that was tried saves much."));
    m_timelineTitle->setText(tr("One step over time"));
    m_layersTitle->setText(tr("The layers beside what the device can do"));
    m_sharingTitle->setText(tr("What sharing weights saves"));
    m_about->setText(
        tr("Trains a copy of the network in memory for a few seconds, times each kernel of a step, and tries what may be "
           "faster. It shows where the time and the memory go, how close each layer comes to what the device can do, "
           "and what would help. The first time it also measures the device."));
    m_save->setText(tr("Save the timeline…"));
    m_save->setToolTip(tr("As Chrome trace JSON, which ui.perfetto.dev opens"));
    m_progress->setAccessibleName(tr("Progress of the profile"));
    m_timeline->setAccessibleName(tr("The kernels of a step over time"));
    m_roofline->setAccessibleName(tr("Roofline: FLOP/s over FLOP for each byte"));
    showResult();
    showWords();
    refresh();
}

/// The plot is beside the table if there is room for both.
void ProfilerPage::placeLayers()
{
    const QMargins around = layout()->contentsMargins();
    const int room = width() - around.left() - around.right(), whole = m_table->wholeWidth();
    const bool beside = room >= whole + m_layers->spacing() + Theme::instance().scaled(leastPlot);
    m_layers->setDirection(beside ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    m_table->setMaximumWidth(whole);
    m_layers->setStretchFactor(m_table, beside ? whole : 0);
    m_layers->setStretchFactor(m_roofline, beside ? room - whole - m_layers->spacing() : 0);
}

void ProfilerPage::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    placeLayers();
}

void ProfilerPage::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

} // namespace netsmith::gui

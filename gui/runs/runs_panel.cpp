#include "gui/runs/runs_panel.h"

#include "engine/runs/cross_validation.h"
#include "engine/store/run_folder.h"
#include "gui/runs/run_card_window.h"
#include "gui/runs/run_difference_card.h"
#include "gui/runs/run_notes.h"
#include "gui/runs/run_export.h"
#include "gui/runs/run_trash_window.h"
#include "gui/runs/run_verbs.h"
#include "gui/runs/table/run_table.h"
#include "gui/runs/table/run_table_export.h"
#include "gui/training/training_words.h"
#include "gui/widgets/engine_text.h"
#include "gui/widgets/icon.h"
#include "gui/widgets/labels/notice_bar.h"
#include "gui/widgets/labels/text_label.h"
#include "gui/widgets/lists/search_field.h"
#include "gui/widgets/number_text.h"

#include <QAction>
#include <QEvent>
#include <QHBoxLayout>
#include <QMenu>
#include <QPushButton>
#include <QStyle>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

constexpr std::size_t mostAtOnce = 20; ///< the most runs to read curves of at once: more can't be distinguished
constexpr int filterDelay = 120; ///< milliseconds after the last key

} // namespace

RunsPanel::RunsPanel(TrainingSession& session, QWidget* parent)
    : QWidget(parent)
    , m_session(session)
    , m_model(new RunTableModel(this))
    , m_table(new RunTable(*m_model, this))
    , m_export(new RunTableExport(*m_table, *m_model))
    , m_top(new QWidget(this))
    , m_verbs(new RunVerbs(*m_table, *m_export, this))
    , m_filter(new SearchField(this))
    , m_count(new TextLabel(TextRole::numberCaption, u"muted"_s, this))
    , m_mistake(new TextLabel(TextRole::caption, u"bad"_s, this))
    , m_empty(new TextLabel(TextRole::body, u"muted"_s, this))
    , m_notes(new RunNotes(this))
    , m_difference(new RunDifferenceCard(this))
    , m_deleted(new NoticeBar(NoteBox::Kind::info, u"runDeletedBar"_s, this))
    , m_problem(new NoticeBar(NoteBox::Kind::careful, u"runProblemBar"_s, this))
    , m_exporting(new RunExport(session, *new NoticeBar(NoteBox::Kind::info, u"runExportBar"_s, this), *this))
    , m_undo(m_deleted->addVerb(u"restoreRunButton"_s))
    , m_group(new QToolButton(this))
    , m_columns(new QToolButton(this))
    , m_columnsMenu(new QMenu(this))
    , m_trashButton(new QPushButton(this))
{
    setObjectName(u"runsPanel"_s);
    build();
    connectTable();
    connectReader();
    connect(&session, &TrainingSession::runChanged, this, [this] {
        noteLive();
        reload();
    });
    connect(&session, &TrainingSession::abandonedEnded, this, &RunsPanel::reload);
    connect(&session, &TrainingSession::stateChanged, this, [this] {
        noteLive();
        if (!m_session.isLive())
            reload();
        follow();
    });
    retranslate();
    setRuns({});
}

void RunsPanel::build()
{
    m_filter->setObjectName(u"runsFilter"_s);
    m_count->setObjectName(u"runsCount"_s);
    m_mistake->setObjectName(u"runsFilterMistake"_s);
    m_mistake->setWordWrap(true);
    m_mistake->setContentsMargins(12, 0, 12, 4);
    m_mistake->hide();
    m_empty->setObjectName(u"runsEmpty"_s);
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    m_notes->hide();
    m_difference->hide();
    m_deleted->hide();
    m_problem->hide();
    m_group->setObjectName(u"groupRunsButton"_s);
    m_group->setIcon(icon(u"layers"_s));
    m_group->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_group->setCheckable(true);
    m_group->setFocusPolicy(Qt::StrongFocus);
    m_columns->setObjectName(u"runColumnsButton"_s);
    m_columns->setIcon(icon(u"settings"_s));
    m_columns->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_columns->setPopupMode(QToolButton::InstantPopup);
    m_columns->setFocusPolicy(Qt::StrongFocus);
    m_columns->setMenu(m_columnsMenu);
    m_columnsMenu->setObjectName(u"runColumnsMenu"_s);
    m_filterTimer.setSingleShot(true);
    m_filterTimer.setInterval(filterDelay);

    auto* top = new QHBoxLayout(m_top);
    top->setContentsMargins(12, 8, 12, 8);
    top->setSpacing(8);
    top->addWidget(m_filter, 1);
    top->addWidget(m_count);
    top->addWidget(m_group);
    top->addWidget(m_columns);
    auto* notes = new QHBoxLayout;
    notes->setContentsMargins(12, 8, 12, 0);
    notes->addWidget(m_notes);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_deleted);
    column->addWidget(m_problem);
    column->addWidget(findChild<NoticeBar*>(u"runExportBar"_s));
    column->addWidget(m_top);
    column->addWidget(m_mistake);
    column->addWidget(m_empty, 1);
    column->addWidget(m_table, 1);
    column->addWidget(m_difference, 1);
    column->addLayout(notes);
    // Always visible: every run may have been deleted.
    m_trashButton->setObjectName(u"trashButton"_s);
    m_trashButton->setProperty("class", u"link"_s);
    m_trashButton->setFlat(true);
    auto* bottom = new QHBoxLayout;
    bottom->setContentsMargins(0, 0, 12, 0);
    bottom->addWidget(m_verbs, 1);
    bottom->addWidget(m_trashButton, 0, Qt::AlignRight);
    column->addLayout(bottom);
}

void RunsPanel::connectTable()
{
    connect(m_table, &RunTable::choiceChanged, this, &RunsPanel::follow);
    connect(m_table, &QTreeView::activated, m_verbs->open(), &QAction::trigger);
    connect(m_table, &RunTable::eyeToggled, this, [this](const std::vector<std::filesystem::path>& runs, bool shown) {
        if (shown && runs.size() > mostAtOnce) {
            showProblem([] { return tr("The curves of more than %1 runs can't be told apart; choose fewer.").arg(mostAtOnce); });
            return;
        }
        for (const std::filesystem::path& run : runs)
            if (!shown)
                Q_EMIT runHidden(run);
            else if (!m_model->isShown(run))
                m_reader.open(run, false);
    });
    connect(
        m_table, &RunTable::editingEnded, this,
        [this] {
            if (m_late)
                setRuns(*std::exchange(m_late, std::nullopt));
        },
        Qt::QueuedConnection); // the editor still exists
    connect(m_model, &RunTableModel::renamed, this, [this](const std::filesystem::path& run, const QString& name) {
        m_reader.relabel(run, [name = name.toStdString()](runs::RunLabel& label) { label.name = name; });
    });
    connect(m_model, &RunTableModel::tagged, this, [this](const std::filesystem::path& run, const QString& tags) {
        std::vector<std::string> words;
        for (const QString& tag : tags.split(u',', Qt::SkipEmptyParts))
            if (!tag.trimmed().isEmpty())
                words.push_back(tag.trimmed().toStdString());
        m_reader.relabel(run, [words](runs::RunLabel& label) {
            label.tags.clear();
            for (const std::string& word : words)
                label.add(word);
        });
    });
    connect(m_notes, &RunNotes::committed, this, [this](const std::filesystem::path& run, const QString& notes) {
        m_reader.relabel(run, [notes = notes.toStdString()](runs::RunLabel& label) { label.notes = notes; });
    });
    connect(m_verbs->open(), &QAction::triggered, this, [this] {
        for (const std::filesystem::path& run : m_table->chosen())
            m_reader.open(run, true);
    });
    connect(m_verbs->resume(), &QAction::triggered, this, [this] {
        if (const runs::RunSummary* run = single())
            m_session.resumeRun(run->folder);
    });
    connect(m_verbs->compare(), &QAction::triggered, this, [this] {
        std::vector<std::filesystem::path> runs = m_table->chosen();
        std::ranges::sort(runs, {}, [this](const std::filesystem::path& run) { // so that it shows the changes since the first
            const runs::RunSummary* known = m_model->find(run);
            return std::pair(known ? known->started : std::string(), run.native());
        });
        m_reader.compare(runs, namesOf(runs));
    });
    connect(m_verbs->project(), &QAction::triggered, this, [this] {
        if (const runs::RunSummary* run = single())
            Q_EMIT projectAsked(projectPathOf(run->folder));
    });
    connect(m_verbs->card(), &QAction::triggered, this, [this] {
        if (const runs::RunSummary* run = single()) {
            if (!m_card) {
                m_card = new RunCardWindow(m_session, this);
            }
            m_card->open(run->folder, run->name());
        }
    });
    connect(m_verbs->begin(), &QAction::triggered, this, [this] {
        if (const runs::RunSummary* run = single())
            Q_EMIT beginAsked(run->folder);
    });
    connect(m_verbs->exportRun(), &QAction::triggered, this, [this] {
        if (const runs::RunSummary* run = single())
            m_exporting->ask(run->folder, fromStd(run->name()));
    });
    connect(m_trashButton, &QPushButton::clicked, this, [this] {
        if (!m_trashWindow) {
            m_trashWindow = new RunTrashWindow(this);
            connect(m_trashWindow, &RunTrashWindow::changed, this, &RunsPanel::reload);
        }
        m_trashWindow->open(m_projectFile.parent_path() / "runs");
    });
    connect(m_verbs->rename(), &QAction::triggered, this, [this] { m_table->editFact("name"); });
    connect(m_verbs->tags(), &QAction::triggered, this, [this] { m_table->editFact("tag"); });
    connect(m_verbs->notes(), &QAction::toggled, this, [this](bool on) {
        m_notes->commit();
        m_notes->setVisible(on);
        showNotes();
        if (on)
            m_notes->setFocus(Qt::OtherFocusReason);
    });
    connect(m_export, &RunTableExport::saveWanted, &m_reader, &RunsReader::save);
    connect(m_verbs->remove(), &QAction::triggered, this, &RunsPanel::removeChosen);
    connect(m_filter, &QLineEdit::textChanged, &m_filterTimer, qOverload<>(&QTimer::start));
    connect(&m_filterTimer, &QTimer::timeout, this, &RunsPanel::choose);
    connect(m_filter, &SearchField::chosen, this, [this] {
        choose();
        if (m_table->isVisible())
            m_table->setFocus(Qt::OtherFocusReason);
    });
    connect(m_filter, &SearchField::left, this, [this] { m_table->setFocus(Qt::OtherFocusReason); });
    connect(m_filter, &SearchField::moved, this, [this](int rows) {
        const int row = std::clamp(m_table->currentIndex().row() + rows, 0, std::max(0, m_model->rowCount() - 1));
        m_table->setCurrentIndex(m_model->index(row, RunTableModel::columnOf("name")));
    });
    connect(m_group, &QToolButton::toggled, this, [this](bool on) {
        m_model->setGrouped(on);
        m_table->fitColumns();
        showTable();
    });
    connect(m_columnsMenu, &QMenu::aboutToShow, this, [this] { m_table->fillColumnsMenu(*m_columnsMenu); });
}

void RunsPanel::connectReader()
{
    connect(&m_reader, &RunsReader::listed, this, [this](const RunsReader::Runs& runs) {
        if (m_projectFile.empty())
            return; // the project was closed meanwhile
        if (m_table->isEditing())
            m_late = std::move(*runs);
        else
            setRuns(std::move(*runs));
    });
    connect(&m_reader, &RunsReader::opened, this, &RunsPanel::runOpened);
    connect(&m_reader, &RunsReader::compared, this, [this](const runs::RunDifference& difference) {
        m_difference->setDifference(difference);
        m_difference->show();
        showTable();
        m_difference->setFocus(Qt::OtherFocusReason);
    });
    connect(m_difference, &RunDifferenceCard::dismissed, this, [this] {
        m_difference->hide();
        showTable();
        m_table->setFocus(Qt::OtherFocusReason);
    });
    connect(&m_reader, &RunsReader::changed, this, &RunsPanel::reload);
    connect(&m_reader, &RunsReader::removed, this, [this](const std::vector<DeletedRun>& runs) {
        m_trash = runs;
        if (runs.size() == 1 && m_model->find(runs.front().folder))
            m_gone = fromStd(m_model->find(runs.front().folder)->name());
        showDeleted();
        m_deleted->show();
        for (const DeletedRun& run : runs)
            Q_EMIT runHidden(run.folder);
    });
    connect(&m_reader, &RunsReader::failed, this,
            [this](const Message& message) { showProblem([message] { return sentenceText(message); }); });
    connect(m_undo, &QPushButton::clicked, this, [this] {
        m_deleted->hide();
        m_table->setFocus(Qt::OtherFocusReason);
        m_reader.restore(std::exchange(m_trash, {}));
    });
    for (NoticeBar* bar : {m_deleted, m_problem})
        connect(bar, &NoticeBar::dismissed, this, [this, bar] {
            bar->hide();
            m_table->setFocus(Qt::OtherFocusReason);
        });
}

void RunsPanel::setProjectFile(const std::filesystem::path& projectFile)
{
    if (projectFile != m_projectFile) { // everything else shown is of another project
        for (QWidget* window : {static_cast<QWidget*>(m_card), static_cast<QWidget*>(m_trashWindow)})
            if (window)
                window->close();
        m_notes->commit();
        m_deleted->hide();
        m_problem->hide();
        m_difference->hide();
    }
    m_projectFile = projectFile;
    if (projectFile.empty())
        setRuns({});
    reload();
}

std::filesystem::path RunsPanel::inTable(const std::filesystem::path& place) const
{
    std::error_code error;
    const std::filesystem::path real = std::filesystem::weakly_canonical(place, error);
    return !error && real.parent_path() == m_place ? m_projectFile.parent_path() / "runs" / real.filename() : place;
}

void RunsPanel::noteLive()
{
    m_model->setLive(m_session.isLive() && m_session.run() ? inTable(m_session.placeOfRun()) : std::filesystem::path());
}

void RunsPanel::select(const std::filesystem::path& run)
{
    if (m_model->find(inTable(run)))
        m_table->setCurrent(inTable(run));
}

QString RunsPanel::nameOf(const std::filesystem::path& run) const
{
    const runs::RunSummary* known = m_model->find(inTable(run));
    return known ? fromStd(known->name()) : foldName(run);
}

QString RunsPanel::foldName(const std::filesystem::path& run) const
{
    const std::filesystem::path parent = runs::parentOfFold(run);
    const runs::RunSummary* all = parent.empty() ? nullptr : m_model->find(inTable(parent));
    if (!all)
        return {};
    const runs::FoldPlace fold{parent, fromStd(run.filename().string()).toLongLong(), all->folds};
    return tr("%1 · %2", "a run, one of its folds").arg(fromStd(all->name()), messageText(fold.words()));
}

void RunsPanel::setColours(const RunTableModel::Colours& colours)
{
    m_colours = colours;
    RunTableModel::Colours there;
    for (const auto& [run, colour] : colours) {
        const std::filesystem::path parent = runs::parentOfFold(run);
        there.try_emplace(inTable(parent.empty() ? run : parent), colour); // for folds, the colour of the first
    }
    m_model->setColours(std::move(there));
}

QString RunsPanel::arrangement() const
{
    return m_table->arrangement();
}

void RunsPanel::setArrangement(const QString& text)
{
    m_table->setArrangement(text);
}

void RunsPanel::reload()
{
    if (!m_projectFile.empty())
        m_reader.list(m_projectFile);
}

void RunsPanel::setRuns(std::vector<runs::RunSummary> runs)
{
    std::error_code error;
    m_place = m_projectFile.empty() ? std::filesystem::path()
                                    : std::filesystem::weakly_canonical(m_projectFile.parent_path() / "runs", error);
    noteLive();
    setColours(m_colours);
    if (auto choice = typedChoice(runs)) // the metrics, which the filter may name, may have changed
        m_model->setRuns(std::move(runs), std::move(*choice));
    else
        m_model->setRuns(std::move(runs));
    Q_EMIT listed(m_model->runs());
    showTable();
}

std::optional<RunChoice> RunsPanel::typedChoice(std::span<const runs::RunSummary> runs)
{
    QString mistake;
    std::optional<RunChoice> choice;
    try {
        choice.emplace(m_filter->text(), runs);
    } catch (const Error& error) {
        mistake = sentenceText(error.message());
    }
    m_mistake->setText(mistake);
    m_mistake->setVisible(!choice);
    m_filter->setAccessibleDescription(mistake);
    if (m_filter->property("invalid").toBool() == choice.has_value()) {
        m_filter->setProperty("invalid", !choice);
        m_filter->style()->unpolish(m_filter);
        m_filter->style()->polish(m_filter);
    }
    return choice;
}

void RunsPanel::choose()
{
    m_filterTimer.stop();
    if (auto choice = typedChoice(m_model->runs())) // otherwise the previous filter stays in effect while typing
        m_model->setChoice(std::move(*choice));
    showTable();
}

void RunsPanel::showTable()
{
    const auto all = static_cast<int>(m_model->runs().size()), left = m_model->chosenCount();
    const bool compared = !m_difference->isHidden(); // then the selection is out of sight, and commands on it are disabled
    m_top->setVisible(all > 0 && !compared);
    m_verbs->setVisible(all > 0 && !compared);
    m_table->setVisible(left > 0 && !compared);
    m_empty->setVisible(left == 0 && !compared);
    m_empty->setText(all > 0 ? tr("No run matches the filter above.")
                             : tr("No runs yet. Each time the network is trained, its run is listed here."));
    m_count->setText(left == all ? tr("%n run(s)", nullptr, all) : tr("%1 of %2").arg(countText(left), countText(all)));
    follow();
}

const runs::RunSummary* RunsPanel::single() const
{
    const std::vector<int> rows = m_table->chosenRows();
    const auto runs = rows.size() == 1 ? m_model->runsAt(rows.front()) : std::span<const runs::RunSummary* const>();
    return runs.size() == 1 ? runs.front() : nullptr;
}

bool RunsPanel::isLive(const std::filesystem::path& run) const
{
    return m_session.isLive() && m_session.run() && inTable(m_session.placeOfRun()) == run;
}

void RunsPanel::follow()
{
    std::size_t chosen = 0;
    for (const int row : m_table->chosenRows())
        chosen += m_model->runsAt(row).size();
    const runs::RunSummary* run = single();
    const bool free = run && run->readable && !run->active && !isLive(run->folder);
    m_verbs->open()->setEnabled(chosen > 0 && chosen <= mostAtOnce);
    m_verbs->resume()->setEnabled(free && m_session.isResting() && run->state != RunState::done);
    m_verbs->rename()->setEnabled(run && run->readable && !m_model->isGrouped());
    m_verbs->tags()->setEnabled(m_verbs->rename()->isEnabled());
    m_verbs->remove()->setEnabled(chosen > 0 && !(run && (run->active || isLive(run->folder))));
    m_verbs->compare()->setEnabled(chosen >= 2 && chosen <= mostAtOnce);
    m_verbs->project()->setEnabled(run && run->readable);
    m_verbs->card()->setEnabled(run && run->readable);
    m_verbs->begin()->setEnabled(free && run->epochsDone > 0 && run->folds == 0);
    m_verbs->exportRun()->setEnabled(free);
    m_export->copyAction()->setEnabled(chosen > 0);
    m_export->exportAction()->setEnabled(m_model->rowCount() > 0);
    showNotes();
}

void RunsPanel::showNotes()
{
    const runs::RunSummary* run = single();
    const bool known = run && run->readable;
    m_notes->setRun(known ? run->folder : std::filesystem::path(), known ? fromStd(run->label.notes) : QString());
}

void RunsPanel::removeChosen()
{
    m_problem->hide();
    m_reader.remove(m_table->chosen());
}

} // namespace netsmith::gui

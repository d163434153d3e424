#include "gui/training/runs_panel.h"

#include "gui/training/notice_bar.h"
#include "gui/training/training_words.h"
#include "gui/widgets/controls/text_label.h"
#include "gui/widgets/engine_text.h"
#include "gui/widgets/icon.h"
#include "gui/widgets/number_text.h"

#include <QAction>
#include <QDateTime>
#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLocale>
#include <QPushButton>
#include <QToolButton>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

enum Column { nameColumn, stateColumn, bestColumn, epochsColumn, timeColumn, startedColumn, columnCount };

struct StateLook {
    QString word;
    QString icon;
    Token token;
};

StateLook lookOf(const RunRow& row, bool live)
{
    if (live || row.active)
        return {RunsPanel::tr("Training"), u"run"_s, Token::accent};
    switch (row.record.state) {
    case train::RunState::running: return {RunsPanel::tr("Interrupted"), u"warning"_s, Token::careful};
    case train::RunState::done:
        return {row.record.endedEarly ? RunsPanel::tr("Done early") : RunsPanel::tr("Done"), u"ok"_s, Token::good};
    case train::RunState::stopped: return {RunsPanel::tr("Stopped"), u"stop"_s, Token::textSecondary};
    case train::RunState::diverged: return {RunsPanel::tr("Diverged"), u"error"_s, Token::bad};
    case train::RunState::failed: break;
    }
    return {RunsPanel::tr("Failed"), u"error"_s, Token::bad};
}

QString startedText(const train::RunRecord& record)
{
    const QDateTime time = QDateTime::fromString(fromStd(record.started), Qt::ISODate);
    return time.isValid() ? QLocale().toString(time.toLocalTime(), QLocale::ShortFormat) : QString();
}

QToolButton* makeButton(QWidget* parent, QAction* action)
{
    auto* button = new QToolButton(parent);
    button->setDefaultAction(action);
    button->setObjectName(action->objectName().replace(u"Action"_s, u"Button"_s));
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setFocusPolicy(Qt::StrongFocus);
    return button;
}

} // namespace

RunsPanel::RunsPanel(TrainingSession& session, QWidget* parent)
    : QWidget(parent)
    , m_session(session)
    , m_tree(new QTreeWidget(this))
    , m_empty(new TextLabel(TextRole::body, u"muted"_s, this))
    , m_question(new NoticeBar(NoteBox::Kind::careful, u"deleteRunBar"_s, this))
    , m_delete(m_question->addVerb(u"deleteRunConfirmButton"_s))
    , m_keep(m_question->addVerb(u"keepRunButton"_s))
    , m_openAction(new QAction(icon(u"chart"_s), {}, this))
    , m_resumeAction(new QAction(icon(u"run"_s), {}, this))
    , m_deleteAction(new QAction(icon(u"trash"_s), {}, this))
{
    setObjectName(u"runsPanel"_s);
    m_tree->setObjectName(u"runsTree"_s);
    m_tree->setColumnCount(columnCount);
    m_tree->setRootIsDecorated(false);
    m_tree->setUniformRowHeights(true);
    m_tree->setAllColumnsShowFocus(true);
    m_tree->setContextMenuPolicy(Qt::ActionsContextMenu);
    m_tree->header()->setStretchLastSection(false);
    m_tree->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_tree->header()->setSectionResizeMode(nameColumn, QHeaderView::Stretch);
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    m_question->hide();
    m_openAction->setObjectName(u"openRunAction"_s);
    m_resumeAction->setObjectName(u"resumeRunAction"_s);
    m_deleteAction->setObjectName(u"deleteRunAction"_s);
    m_deleteAction->setShortcut(Qt::Key_Delete);
    m_deleteAction->setShortcutContext(Qt::WidgetShortcut);

    auto* verbs = new QHBoxLayout;
    verbs->setContentsMargins(12, 8, 12, 8);
    verbs->setSpacing(8);
    for (QAction* action : {m_openAction, m_resumeAction, m_deleteAction}) {
        m_tree->addAction(action);
        verbs->addWidget(makeButton(this, action));
    }
    verbs->addStretch();
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_question);
    column->addWidget(m_empty, 1);
    column->addWidget(m_tree, 1);
    column->addLayout(verbs);

    connect(m_tree, &QTreeWidget::currentItemChanged, this, &RunsPanel::follow);
    connect(m_tree, &QTreeWidget::itemActivated, m_openAction, &QAction::trigger);
    connect(m_openAction, &QAction::triggered, this, [this] {
        if (const RunRow* row = current())
            m_reader.open(row->folder);
    });
    connect(m_resumeAction, &QAction::triggered, this, [this] {
        if (const RunRow* row = current())
            m_session.resumeRun(row->folder);
    });
    connect(m_deleteAction, &QAction::triggered, this, &RunsPanel::askToDelete);
    connect(m_delete, &QPushButton::clicked, this, [this] {
        m_question->hide();
        m_tree->setFocus();
        m_reader.remove(m_doomed);
    });
    connect(m_keep, &QPushButton::clicked, m_question, &NoticeBar::dismissed);
    connect(m_question, &NoticeBar::dismissed, this, [this] {
        m_question->hide();
        m_tree->setFocus();
    });
    connect(&m_reader, &RunsReader::listed, this, &RunsPanel::setRows);
    connect(&m_reader, &RunsReader::opened, this, &RunsPanel::runOpened);
    connect(&m_reader, &RunsReader::removed, this, &RunsPanel::reload);
    connect(&m_reader, &RunsReader::removalFailed, this, [this](const std::filesystem::path& run) {
        m_question->setText(tr("The run could not be deleted."),
                            tr("%1 is in use or protected.").arg(withoutHome(fromStd(run.string()))));
        m_delete->setText(tr("Try again"));
        m_question->show();
        reload();
    });
    connect(&session, &TrainingSession::runChanged, this, &RunsPanel::reload);
    connect(&session, &TrainingSession::abandonedEnded, this, &RunsPanel::reload);
    connect(&session, &TrainingSession::stateChanged, this, [this] {
        if (!m_session.isLive())
            reload();
        else
            fill(chosen());
    });
    retranslate();
}

void RunsPanel::setProjectFile(const std::filesystem::path& projectFile)
{
    if (projectFile != m_projectFile)
        m_question->hide();
    m_projectFile = projectFile;
    reload();
}

void RunsPanel::reload()
{
    if (!m_projectFile.empty())
        m_reader.list(m_projectFile);
}

void RunsPanel::setRows(std::vector<RunRow> rows)
{
    const std::filesystem::path before = chosen(); // asked of the rows that the tree shows
    m_rows = std::move(rows);
    fill(before);
}

void RunsPanel::fill(const std::filesystem::path& chosen)
{
    m_tree->clear();
    for (const RunRow& row : m_rows) {
        const StateLook look = lookOf(row, isLive(row));
        auto* item = new QTreeWidgetItem(m_tree);
        item->setText(nameColumn, fromStd(row.folder.filename().string()));
        item->setToolTip(nameColumn, withoutHome(fromStd(row.folder.string())));
        item->setIcon(stateColumn, icon(look.icon, look.token));
        item->setText(stateColumn, look.word);
        item->setToolTip(stateColumn, withoutHome(fromStd(row.record.error)));
        item->setText(bestColumn, row.best ? quantityText(row.best->first, row.best->second) : QString());
        item->setToolTip(bestColumn,
                         row.best
                             ? tr("%1 in epoch %2").arg(quantityTitle(row.best->first), countText(row.record.bestEpoch.value_or(0)))
                             : QString());
        item->setText(epochsColumn, tr("%1 of %2", "epochs").arg(countText(row.record.epochsDone), countText(row.record.epochs)));
        item->setText(timeColumn, row.record.seconds > 0.0 ? durationText(row.record.seconds) : QString());
        item->setText(startedColumn, startedText(row.record));
        for (const int column : {bestColumn, epochsColumn, timeColumn, startedColumn}) {
            item->setFont(column, Theme::instance().font(TextRole::number));
            item->setTextAlignment(column, Qt::AlignTrailing | Qt::AlignVCenter);
        }
        if (row.folder == chosen)
            m_tree->setCurrentItem(item);
    }
    m_tree->setVisible(!m_rows.empty());
    m_empty->setVisible(m_rows.empty());
    follow();
}

const RunRow* RunsPanel::current() const
{
    const int index = m_tree->indexOfTopLevelItem(m_tree->currentItem());
    return index >= 0 && index < static_cast<int>(m_rows.size()) ? &m_rows[static_cast<std::size_t>(index)] : nullptr;
}

std::filesystem::path RunsPanel::chosen() const
{
    const RunRow* row = current();
    return row ? row->folder : std::filesystem::path();
}

bool RunsPanel::isLive(const RunRow& row) const
{
    return m_session.isLive() && m_session.run() && m_session.run()->folder == row.folder;
}

void RunsPanel::follow()
{
    const RunRow* row = current();
    const bool free = row && !row->active && !isLive(*row);
    m_openAction->setEnabled(row);
    m_resumeAction->setEnabled(free && m_session.isResting() && row->record.state != train::RunState::done);
    m_deleteAction->setEnabled(free);
}

void RunsPanel::askToDelete()
{
    const RunRow* row = current();
    if (!row)
        return;
    m_doomed = row->folder;
    m_question->setText(tr("Delete this run?"),
                        tr("%1 goes to the trash, with its curves and checkpoints.").arg(fromStd(row->folder.filename().string())));
    m_delete->setText(tr("Delete"));
    m_question->show();
    m_keep->setFocus(Qt::OtherFocusReason);
}

void RunsPanel::retranslate()
{
    m_tree->setHeaderLabels({tr("Run"), tr("State"), tr("Best"), tr("Epochs"), tr("Time"), tr("Started")});
    m_tree->headerItem()->setToolTip(bestColumn, tr("Of the epoch with the lowest loss"));
    for (const int column : {bestColumn, epochsColumn, timeColumn, startedColumn})
        m_tree->headerItem()->setTextAlignment(column, Qt::AlignTrailing | Qt::AlignVCenter);
    m_tree->setAccessibleName(tr("Runs of this project"));
    m_empty->setText(tr("No runs yet. Each time the network is trained, its run is listed here."));
    m_openAction->setText(tr("Show curves"));
    m_openAction->setToolTip(tr("Show this run's curves over those of the run that trains"));
    m_resumeAction->setText(tr("Resume"));
    m_resumeAction->setToolTip(tr("Go on with this run from its last checkpoint"));
    m_deleteAction->setText(tr("Delete"));
    m_deleteAction->setToolTip(tr("Move this run to the trash"));
    m_delete->setText(tr("Delete"));
    m_keep->setText(tr("Keep it"));
    m_question->retranslate();
    fill(chosen());
}

void RunsPanel::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange) {
        m_question->hide(); // asked in the language before
        retranslate();
    }
    QWidget::changeEvent(event);
}

} // namespace netsmith::gui
